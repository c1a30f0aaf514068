"""Which pairs of a clause say something by themselves.

| dropped                                  | example                                         |
|------------------------------------------|-------------------------------------------------|
| verbs that need what follows             | The news came as the town slept.                |
| verbs cut off from their clause          | The crew worked to save the ship.               |
| passives of saying and expecting         | The minister was quoted as saying so.           |
| vague nouns                              | The last thing they want is rain.               |
| objects of verbs that take none          | Ana lives with her husband, the painter Bo Lind |
| what only says which ones are meant      | Ana knows rules that are broken every day.      |

`The talks collapsed` is a fact without an object, `the news comes` is none.
"""

from __future__ import annotations

from kg.clauses import Clause
from kg.clauses.facts import Pair
from kg.lexicon.verbs import BLAME, NAMING, SPEECH
from kg.syntax import Tree

_TALKING = frozenset(
    "comment respond answer reply complain confess protest joke shout whisper cry lament "
    "boast brag tweet post submit object interject continue counter signal "
    "testify recall muse".split()
)
EMPTY_ALONE = (SPEECH - _TALKING) | frozenset(
    "go look seem appear get do make have keep let put turn act behave serve tend stay "
    "sound feel sit remain rely depend consist belong build need want give bring take "
    "find use include cause provide create hold offer produce require see show allow call help "
    "consider expect mean know think believe like love ask prepare "
    "plan intend try manage happen learn hear set lay cost last follow lead "
    "become equal contain involve represent constitute lack blame "
    "replace deserve oppose own blackmail accuse criticize praise thank supply confirm "
    "name appoint condemn urge reject deny discover approve destroy injure wound capture seize "
    "release publish buy sign congratulate welcome award honour honor greet describe".split()
)
"""Verbs that say nothing without an object or complement."""

DIRECTED = frozenset("back away down up off out over apart home forward ahead together".split())
"""Particles that give such a verb a meaning (came back)."""

REPORTED = NAMING | frozenset(
    "say report quote expect think believe know see understand suppose tell allow cause let make "
    "put keep get need use mean forecast predict require ask".split()
)
"""Verbs whose passive says nothing without what follows (was expected)."""

_COMPLETING = frozenset("of for in to from on at about with as".split())

OBJECTLESS = frozenset(
    "live come go arrive die exist happen occur sleep smile depart belong listen wait queue look "
    "agree appear emerge disappear collapse laugh sit".split()
)
"""Verbs without an object: what a parser takes for one belongs elsewhere (lives, the painter)."""

VAGUE = frozenset("thing lot bit".split())
"""Nouns that name nothing."""


def says_something(tree: Tree, clause: Clause, subject: int, pair: Pair) -> bool:
    """Whether the pair is a fact that can be understood apart from its sentence."""
    if any(is_vague(tree, i) for i in (subject, pair.object) if i is not None):
        return False
    lemma = tree.lemmas[clause.verb].lower()
    if pair.object is not None and lemma in OBJECTLESS and not clause.passive:
        return " " in pair.relation
    if pair.object is not None or pair.literal:
        return True
    if pair.relation == "is":
        return False
    if len(pair.relation.split()) == 2 and pair.relation.startswith("takes "):
        return not clause.particles
    if _is_which(tree, clause, subject):
        return False
    if clause.passive:
        cut = _is_cut_off(tree, clause)
        return lemma not in REPORTED and not (cut and lemma in BLAME)
    if lemma in EMPTY_ALONE and not _is_dated(clause, lemma):
        return any(tree.lower[p] in DIRECTED for p in clause.particles)
    return not _is_cut_off(tree, clause)


def _is_which(tree: Tree, clause: Clause, subject: int) -> bool:
    """`rules that are broken`, `bats that sleep`: of a kind, known by nothing but the clause."""
    bare = tree.tags[subject] == "NNS" and all(
        tree.deps[c] in ("relcl", "acl", "punct", "prep", "det") for c in tree.children(subject)
    )
    return bare and clause.attachment == "relative" and tree.words[clause.top - 1] != ","


def is_vague(tree: Tree, i: int) -> bool:
    """`the last thing`, `a lot`; not `a lot of rain`."""
    return tree.lemmas[i].lower() in VAGUE and tree.child(i, "prep") is None


def _is_dated(clause: Clause, lemma: str) -> bool:
    """`The festival began in 1960`."""
    timed = any(a.role == "time" for a in clause.adjuncts)
    return timed and lemma in ("begin", "start", "happen", "end")


def _is_cut_off(tree: Tree, clause: Clause) -> bool:
    """Whether a clause that completes the verb follows right behind it."""
    v = clause.verb
    behind_it = [c for c in tree.children(v, "advcl", "prep", "xcomp") if c > v]
    if tree.lemmas[v] in ("come", "go") and behind_it:
        return True
    for c in tree.children(v, "ccomp", "xcomp", "advcl"):
        left = tree.left_edge(c)
        behind = left == v + 1 + len(clause.particles)
        if behind and (tree.deps[c] != "advcl" or tree.tags[c] in ("VB", "VBG")):
            return True
    return any(
        tree.child(p, "pcomp") is not None and p == v + 1 and tree.lower[p] in _COMPLETING
        for p in tree.children(v, "prep")
    )

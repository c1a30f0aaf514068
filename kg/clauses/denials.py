"""Words that deny or doubt a whole clause, and clauses that are set in a story.

| kind                | example                                     | the content is          |
|---------------------|---------------------------------------------|-------------------------|
| evidence, lacking   | There is no proof that the dam leaks.       | negated, claimed        |
| evidence, wanted    | The judge demanded proof that the dam leaks. | claimed by nobody      |
| doubt, lacking      | There is no doubt that the dam leaks.       | as it stands            |
| doubt               | There are doubts that the dam leaks.        | planned (an open thing) |
| chance, lacking     | There is no chance that the dam leaks.      | negated, planned        |
| claim and its truth | The claim that the dam leaks is a lie.      | negated                 |
|                     | Reports that it leaks were not confirmed.   | claimed                 |
|                     | There is no truth in reports that it leaks. | negated                 |
| predicate           | It is false that the dam leaks.             | negated                 |
|                     | It is unlikely that the dam leaks.          | negated, planned        |
|                     | It is not clear that the dam leaks.         | unsaid                  |
| inverted condition  | Had the dam leaked, they would have fled.   | planned                 |
| story               | In the novel, the dam leaks.                | unsaid                  |

The classes are those of predicates that are neither factive nor implicative (Karttunen 1971):
what they govern may never stand as a plain fact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kg.clauses import Clause
from kg.lexicon.verbs import DENIALS, NAMING, NOUN, Effect
from kg.model import Factuality
from kg.syntax import Tree

EVIDENCE = frozenset(
    "evidence proof sign indication hint confirmation clue trace suggestion reason truth basis "
    "foundation ground support guarantee assurance knowledge record testimony".split()
)
"""Nouns whose lack speaks against their content."""

DOUBTS = frozenset("doubt question uncertainty dispute disagreement scepticism skepticism".split())
_CHANCES = frozenset("possibility chance likelihood prospect risk danger way probability".split())
_LACK = frozenset("lack absence dearth want shortage".split())
_LACKING_VERBS = frozenset("lack miss".split())
_NONE = frozenset("no few little scant hardly scarcely nor neither".split())

_FALSE = frozenset(
    "false untrue wrong incorrect inaccurate fake fabricated baseless unfounded groundless bogus "
    "absurd ridiculous ludicrous preposterous nonsense nonsensical impossible unthinkable "
    "inconceivable lie myth hoax fabrication falsehood fiction invention misconception fallacy "
    "untruth delusion illusion rubbish slander libel debunked discredited disproven disproved "
    "fictitious fictional mistaken invented".split()
)
_OPINED = frozenset("absurd ridiculous ludicrous preposterous nonsense unthinkable slander".split())
"""Judgements of the one who writes."""

_TRUE = frozenset("true case correct fact accurate truth right".split())
_CERTAIN = frozenset(
    "clear certain obvious evident proven proved established known confirmed sure apparent "
    "verified plain definite settled".split()
)
_POSSIBLE = frozenset(
    "possible probable likely plausible conceivable arguable thinkable feasible hypothetical "
    "possibility chance theory rumour rumor speculation hypothesis claim allegation".split()
)
_UNLIKELY = frozenset("unlikely improbable doubtful dubious implausible questionable".split())
_OPEN = frozenset(
    "unclear uncertain unknown unproven unproved unconfirmed unverified unsubstantiated disputed "
    "debatable alleged rumoured rumored contested controversial".split()
)
_COPULAS = frozenset("be remain seem appear become look sound".split())
_MARKS = frozenset(("'", '"', "‘", "’", "“", "”", "``", "''"))
_VITAL = frozenset(
    "important vital essential crucial necessary imperative desirable advisable preferable best "
    "urgent critical mandatory".split()
)
_CONFIRMING = frozenset("confirm prove verify substantiate corroborate establish".split())
_FALSELY = frozenset(
    "falsely wrongly wrongfully mistakenly erroneously incorrectly untruthfully".split()
)

FICTION = frozenset(
    "novel film movie play dream story opera episode myth legend tale ballad comic simulation "
    "scenario sitcom musical poem fable parable sequel thriller screenplay script nightmare "
    "fantasy drama fairytale game saga miniseries cartoon joke".split()
)
"""Nouns of what is told but did not happen."""

_UNREAL = frozenset(
    "alternate alternative hypothetical imaginary fictional parallel imagined".split()
)
_STAGED = frozenset(
    "play star appear act perform portray sing feature cast direct voice write film shoot use "
    "mention invest have be win publish release set quote cite describe".split()
)
"""Verbs of making and playing a story, true outside of it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the content of a clause is meant; `cue` is the word that decides."""

    cue: str
    factuality: Factuality = "actual"
    negated: bool = False
    unsaid: bool = False
    speaker: int | None = None


def verdict(tree: Tree, clause: Clause) -> Verdict | None:
    """What the words above a content clause say of its truth; None where they are silent."""
    anchor = clause.anchor
    if tree.pos[anchor] in ("NOUN", "PROPN"):
        if _is_finite(tree, clause.verb):
            return _of_noun(tree, anchor)
        wanted = NOUN.get(tree.lemmas[anchor].lower(), Effect()).factuality == "planned"
        if wanted and is_lacking(tree, anchor):
            return Verdict(tree.words[anchor], "planned", negated=True)  # `has no plans to leave`
        return None
    if tree.pos[anchor] == "ADJ" and tree.lemmas[tree.heads[anchor]] in _COPULAS:
        found = _of_predicate(tree, tree.heads[anchor], clause.verb)
    elif tree.pos[anchor] in ("VERB", "AUX"):
        found = _of_predicate(tree, anchor, clause.verb)
    else:
        return None
    mark = tree.child(clause.verb, "mark")
    if found is not None and mark is not None and tree.lower[mark] in ("whether", "if"):
        return replace(found, factuality="planned")
    return found


def over_gerund(tree: Tree, noun: int) -> Verdict | None:
    """`no sign of Ana having left`."""
    lemma = tree.lemmas[noun].lower()
    known = lemma in NOUN or lemma in EVIDENCE | DOUBTS | _CHANCES
    return _of_noun(tree, noun) if known else None


def is_false(tree: Tree, governor: int) -> bool:
    """`falsely claimed`, `a false claim`, `was wrongly accused`."""
    words = tree.children(governor, "advmod", "amod", "compound", "nmod")
    return any(tree.lower[c] in _FALSELY | _FALSE for c in words)


def is_none(tree: Tree, noun: int) -> bool:
    """`nobody`, `few`, `no baker`, `hardly anyone`."""
    words = [noun, *tree.children(noun, "det", "amod", "advmod", "nummod", "neg")]
    return any(
        tree.lower[w] in _NONE or tree.lower[w] in ("nobody", "none", "nothing") for w in words
    )


def is_in_marks(tree: Tree, i: int) -> bool:
    """Whether a word stands alone in quotation marks: `the "killer"`, `he 'murdered' her`."""
    around = tree.words[max(0, i - 1)], tree.words[min(i + 1, len(tree) - 1)]
    return all(word in _MARKS for word in around)


# --- nouns


def _of_noun(tree: Tree, noun: int) -> Verdict | None:
    lemma, word = tree.lemmas[noun].lower(), tree.words[noun]
    lacking = is_lacking(tree, noun)
    if lemma in DOUBTS:
        return Verdict(word) if lacking else Verdict(word, "planned")
    if lemma in _CHANCES and (lacking or _is_ruled_out(tree, noun)):
        return Verdict(word, "planned", negated=True)
    if lemma in _FALSE:
        return Verdict(word, negated=not lacking and not is_negated(tree, tree.heads[noun]))
    if lemma in _TRUE and tree.deps[noun] == "attr":
        return _of_predicate(tree, tree.heads[noun], noun)
    claim = lemma in EVIDENCE or NOUN.get(lemma, Effect("claimed")).factuality == "claimed"
    if not claim:
        return None
    if lacking or (lemma in EVIDENCE and is_negated(tree, tree.heads[noun])):
        return Verdict(word, "claimed", negated=True)
    if is_false(tree, noun):
        return Verdict(word, "claimed", negated=True)
    return _of_truth(tree, noun) or _of_claim(tree, noun)


def is_lacking(tree: Tree, noun: int) -> bool:
    """`no proof`, `without proof`, `a lack of proof`, `lacks proof`."""
    if any(tree.lower[c] in _NONE for c in tree.children(noun, "det", "amod", "advmod", "neg")):
        return True
    above = tree.heads[noun]
    if tree.deps[noun] == "pobj":
        return tree.lower[above] == "without" or (
            tree.lower[above] == "of" and tree.lemmas[tree.heads[above]].lower() in _LACK
        )
    return tree.deps[noun] == "dobj" and tree.lemmas[above] in _LACKING_VERBS


def _is_ruled_out(tree: Tree, noun: int) -> bool:
    """`ruled out the possibility`."""
    v = tree.heads[noun]
    out = tree.lemmas[v] == "rule" and any(tree.lower[c] == "out" for c in tree.children(v, "prt"))
    return tree.deps[noun] == "dobj" and (out or tree.lemmas[v] in DENIALS | {"exclude"})


def _of_truth(tree: Tree, noun: int) -> Verdict | None:
    """`no truth in claims that`, `no basis for the claim that`."""
    preposition = tree.heads[noun]
    over = tree.heads[preposition]
    if tree.deps[noun] != "pobj" or tree.pos[over] != "NOUN":
        return None
    if tree.lemmas[over].lower() in EVIDENCE and (
        is_lacking(tree, over) or is_negated(tree, tree.heads[over])
    ):
        return Verdict(tree.words[over], "claimed", negated=True)
    return None


def _of_claim(tree: Tree, noun: int) -> Verdict | None:
    """What the predicate says of the claim that is its subject or object."""
    v = tree.heads[noun]
    if tree.deps[noun] in ("nsubj", "nsubjpass"):
        return _of_subject(tree, v)
    if tree.deps[noun] != "dobj":
        return None
    if tree.lemmas[v] in NAMING:
        return Verdict(tree.words[v], unsaid=True)
    judged = [w for p in tree.children(v, "prep") if tree.lower[p] == "as" for w in tree.subtree(p)]
    if any(tree.lower[w] in _FALSE for w in judged):
        return Verdict(tree.words[v], "claimed", True, speaker=tree.child(v, "nsubj"))
    return None


def _of_subject(tree: Tree, v: int) -> Verdict | None:
    passive = tree.child(v, "auxpass") is not None
    words = _predicates(tree, v)
    false = next((w for w in words if tree.lower[w] in _FALSE), None)
    if false is not None:
        if is_negated(tree, v):
            return Verdict(tree.words[false], "claimed")
        opined: Factuality = "claimed" if tree.lower[false] in _OPINED else "actual"
        return Verdict(tree.words[false], opined, negated=True)
    if passive and tree.lemmas[v] in DENIALS | {"debunk", "disprove", "discredit"}:
        agent = tree.child(v, "agent")
        speaker = None if agent is None else tree.child(agent, "pobj")
        return Verdict(tree.words[v], "claimed", not is_negated(tree, v), speaker=speaker)
    if any(tree.lower[w] in _TRUE for w in words) and is_negated(tree, v):
        return Verdict(tree.words[v], "actual", negated=True)
    return None


# --- predicates


def _of_predicate(tree: Tree, v: int, content: int) -> Verdict | None:
    """`it is false that`, `that it leaks is false`, `it has not been proved that`."""
    subject = tree.child(v, "nsubj", "nsubjpass", "csubj", "csubjpass")
    extraposed = subject is not None and tree.lower[subject] in ("it", "that", "this")
    if tree.deps[content] not in ("csubj", "csubjpass") and not extraposed:
        return _of_what_is_said(tree, v, subject)
    negated = is_negated(tree, v)
    if tree.child(v, "auxpass") is not None and tree.lemmas[v] in _CONFIRMING and negated:
        return Verdict(tree.words[v], unsaid=True)
    for w in _predicates(tree, v):
        found = _judged(tree.lower[w], negated=negated)
        if found is not None:
            return found
    wished = any(tree.lower[w] in _VITAL for w in _predicates(tree, v))
    bare = tree.tags[content] == "VB" or (wished and tree.tags[content] == "VBP")
    if bare and tree.child(content, "aux") is None:
        return Verdict(tree.words[v], "planned")  # `it is vital that he leave`
    return None


def _of_what_is_said(tree: Tree, v: int, subject: int | None) -> Verdict | None:
    """`the allegation is that it leaks`: as the noun has it."""
    if subject is None or tree.lemmas[v] != "be" or tree.pos[subject] != "NOUN":
        return None
    effect = NOUN.get(tree.lemmas[subject].lower())
    if effect is None or effect.factuality == "actual":
        return None
    return Verdict(tree.words[subject], effect.factuality, speaker=tree.child(subject, "poss"))


def _judged(word: str, *, negated: bool) -> Verdict | None:
    """What a predicate noun or adjective says of the truth of its subject."""
    if word in _FALSE:
        if negated:
            return Verdict(word, "claimed")
        return Verdict(word, "claimed" if word in _OPINED else "actual", negated=True)
    if word in _TRUE:
        return Verdict(word, negated=negated)
    if word in _CERTAIN and negated:
        return Verdict(word, unsaid=True)
    if word in _POSSIBLE:
        return Verdict(word, "planned", negated=negated)
    if word in _UNLIKELY:
        return Verdict(word, "planned", negated=not negated)
    return Verdict(word, "claimed") if word in _OPEN else None


def _predicates(tree: Tree, v: int) -> list[int]:
    """The complements of a copula and of the infinitives behind it (turned out to be false)."""
    found = list(tree.children(v, "acomp", "attr", "oprd"))
    for c in tree.children(v, "xcomp"):
        found += [c, *tree.children(c, "acomp", "attr", "oprd")]
    for far in tree.children(v, "advmod"):
        found += tree.subtree(far) if tree.lower[far] == "far" else []
    found += [w for p in tree.children(v, "prep") for w in tree.children(p, "amod", "pobj")]
    return [v, *found]


def is_negated(tree: Tree, v: int) -> bool:
    """Whether the verb, a verb below it or its complement is negated; `hardly` counts."""
    below = (v, *tree.children(v, "xcomp", "attr", "acomp"))
    return any(
        tree.deps[c] == "neg" or tree.lower[c] in ("hardly", "scarcely", "far", "no", "never")
        for w in below
        for c in tree.children(w, "neg", "advmod", "det")
    )


def _is_finite(tree: Tree, v: int) -> bool:
    return not any(tree.lower[c] == "to" for c in tree.children(v, "aux"))


# --- conditions and stories


def is_inverted(tree: Tree, clause: Clause) -> bool:
    """`Had the dam leaked, ...`, `Were they to leave, ...`: nothing of it happened."""
    top = clause.top
    subject = tree.child(top, "nsubj", "nsubjpass")
    if subject is None or "?" in tree.words:
        return False
    for i in (top, *tree.children(top, "aux", "auxpass")):
        first = i == 0 or not tree.words[i - 1].isalnum()
        if tree.lower[i] in ("had", "were") and first and i < subject:
            return tree.deps[top] != "ROOT" or i == 0
    return False


def fiction(tree: Tree, clause: Clause) -> str | None:
    """The noun of the story in which the clause is set (in the film, the dam leaks)."""
    if tree.lemmas[clause.verb] in _STAGED:
        return None
    for adjunct in clause.adjuncts:
        if tree.lower[adjunct.top] not in ("in", "throughout") or not adjunct.heads:
            continue
        head = adjunct.heads[0]
        fronted = clause.subject is not None and adjunct.top < clause.subject
        relative = head == clause.antecedent
        told = tree.tags[clause.verb] == "VBZ" and adjunct.top > clause.verb + 1
        titled = tree.children(head, "compound", "nmod", "appos", "amod") if told or fronted else []
        titled = [c for c in titled if tree.words[head].istitle() or tree.deps[c] == "appos"]
        unreal = any(tree.lower[c] in _UNREAL for c in tree.children(head, "amod"))
        story = unreal or any(tree.lemmas[i].lower() in FICTION for i in (head, *titled))
        if story and (fronted or relative or told):
            return tree.words[head]
    return None


def is_aim(tree: Tree, clause: Clause) -> bool:
    """`a deal for Ana to buy the farm`; `the first woman to win` won."""
    marked = any(tree.lower[c] == "to" for c in tree.children(clause.verb, "aux"))
    bare = len(clause.chain) == 1 and tree.tags[clause.verb] == "VB"
    if clause.attachment != "relative" or not marked or not bare:
        return False
    ranks = ("first", "last", "only", "second", "third", "next")
    return all(tree.lower[c] not in ranks for c in tree.children(clause.anchor, "amod"))


def denied_cleft(tree: Tree, clause: Clause) -> str | None:
    """The negation in `it was not Ana who left`."""
    noun = clause.anchor
    copula = tree.heads[noun]
    if (
        clause.attachment != "relative"
        or tree.deps[noun] != "attr"
        or tree.child(noun, "conj") is not None
    ):
        return None
    if all(tree.lower[c] != "it" for c in tree.children(copula, "nsubj")):
        return None
    denying = tree.child(copula, "neg")
    return None if denying is None else tree.lower[denying]

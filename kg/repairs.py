"""Mends what a small parser typically gets wrong, by tests that hold in general.

Each row of RULES looks at tokens with one dependency label and proposes edits (token, new
head, new label). The tests are about number, animacy, punctuation and what a verb takes, never
about particular names or topics. Proposals are applied together; if the outcome were no tree,
none is.

| rule        | example                                        | was read as                      |
|-------------|------------------------------------------------|----------------------------------|
| list        | praised Denmark, [its army] and its king       | apposition                       |
| contrast    | destroyed by rebels, not [the army]            | apposition                       |
| who         | children between 5 and 12 [who missed school]  | 12 who missed                    |
| which       | repair by crews, [which takes place at night]  | crews which take place           |
| participle  | violence against nurses [shown by the guards]  | nurses shown                     |
| title       | he and President [Paul Roux] signed            | Roux apposed to he               |
| hyphens     | Omar al-Bashir                                 | three subjects                   |
| subordinate | kept it after [the duke], with help, [began]   | preposition, coordinated verb    |
| purpose     | agreed to a truce [to let aid pass]            | complement of agreed             |
| day         | met the council of Rome [Thursday]             | within the council's name        |
| report      | State media [report] soldiers have left        | compound noun                    |
| aside       | came – I [add] – to Rome                       | main verb of the sentence        |
| more        | called for a ban, [cheaper trains] and ...     | nothing                          |
| object      | met Acme chief executive [Tim Cook]            | adverbial noun                   |
| blame       | accused the banker [of hiding it]              | banker of hiding                 |
| office      | elected Ana Sol [president]                    | an Ana Sol president             |
| mark        | « It leaks, » said [Ana Roy]                   | the mark is the subject          |
| score       | Halden beat [Skarvik] 3-1                      | 1 as object                      |
| verbless    | A lorry carrying sheep [overturned] near Bern. | participle of sheep              |
| inversion   | On the hill stands [a chapel]                  | object                           |
| beside      | It leaks, [flooding] cellars, he said          | he floods                        |
| forging     | accused her of [forging] records               | modifier of records              |
| owner       | [Moe]’s grandmother                            | modifier                         |
| stray       | “[The lake],” Ana said, “has lost its fish.”   | hangs on a quotation mark        |
| holder      | the head of the board of Acme, [Joe Doe],      | apposed to Acme                  |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from kg import gazetteer, nouns
from kg.roles import OFFICES
from kg.syntax import Tree
from kg.verbs import BLAME, MAKING, SPEECH

Edit = tuple[int, int, str]

_PERSONS = frozenset({"Person", "Group"})
_LIVING_LABELS = frozenset({"PERSON", "NORP", "ORG", "GPE"})
_SUBJECT_LABELS = frozenset({"nsubj", "nsubjpass"})
_DASHES = frozenset({"–", "—", "--", "-"})
_SUBORDINATORS = frozenset({"after", "before", "since", "until", "as"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_STANDING = frozenset("stand lie sit hang live rise lurk dwell come go be".split())
_TIME = frozenset({"DATE", "TIME"})
_CONFUSED = frozenset({"PERSON", "ORG", "LANGUAGE", "NORP", "PRODUCT"})
_AFFECTS_PERSONS = frozenset(
    "displace kill injure wound arrest detain employ hire trap affect hurt hit strike strand "
    "uproot infect abuse torture rape beat expel deport evacuate rescue save train educate "
    "elect appoint name select choose lead drive hold imprison jail abduct kidnap capture seize "
    "bereave orphan traffic exploit influence inspire represent interview examine treat".split()
)
"""Verbs whose object is usually a person: their participle stays with a person before it."""


def mended(tree: Tree) -> Tree:
    """The tree with its attachments repaired, the same one where nothing is to be done."""
    tree = _labelled(tree)
    edits: list[Edit] = []
    for i, dep in enumerate(tree.deps):
        for rule in RULES.get(dep, ()):
            edits.extend(rule(tree, i))
    return _applied(tree, edits) if edits else tree


def _labelled(tree: Tree) -> Tree:
    """Names of countries and cities, and what belongs to a country, labelled by the gazetteer."""
    doubtful = {
        first for first, end, label in tree.sent.ents if end - first == 1 and label in _CONFUSED
    }
    found: list[tuple[int, int, str]] = []
    for i, pos in enumerate(tree.pos):
        word = tree.words[i]
        if pos not in ("PROPN", "ADJ") or not word[:1].isupper():
            continue
        if tree.labels[i] and i not in doubtful:
            continue
        if pos == "ADJ":
            if not tree.labels[i] and gazetteer.adjective(word) is not None:
                found.append((i, i + 1, "NORP"))
        elif _stands_alone(tree, i) and gazetteer.place(word) is not None:
            found.append((i, i + 1, "GPE"))
    if not found:
        return tree
    new = {first for first, _, _ in found}
    kept = [e for e in tree.sent.ents if e[0] not in new]
    return Tree(replace(tree.sent, ents=tuple(sorted([*kept, *found]))))


def _stands_alone(tree: Tree, i: int) -> bool:
    """No part of a longer name and no person's: neither name nor title beside it."""
    beside = [j for j in (i - 1, i + 1) if 0 <= j < len(tree)]
    return all(tree.pos[j] != "PROPN" and tree.words[j] not in ("-", "&") for j in beside)


def _applied(tree: Tree, edits: list[Edit]) -> Tree:
    heads, deps = list(tree.heads), list(tree.deps)
    for token, head, dep in edits:
        heads[token], deps[token] = head, dep
    if not _is_tree(heads):
        return tree
    return Tree(replace(tree.sent, heads=tuple(heads), deps=tuple(deps)))


def _is_tree(heads: list[int]) -> bool:
    """Whether every token reaches a root."""
    safe = {i for i, head in enumerate(heads) if head == i}
    for start in range(len(heads)):
        path: list[int] = []
        i = start
        while i not in safe:
            if len(path) > len(heads):
                return False
            path.append(i)
            i = heads[i]
        safe.update(path)
    return bool(safe)


def is_person(tree: Tree, i: int) -> bool:
    """Whether the noun at `i` names a person or a group of persons."""
    if tree.labels[i] in ("PERSON", "NORP"):
        return True
    if tree.pos[i] == "PROPN" or tree.labels[i] in _TIME:
        return False
    return nouns.noun(tree.lemmas[i].lower()).type in _PERSONS


def _is_living(tree: Tree, i: int) -> bool:
    if tree.labels[i] in _LIVING_LABELS or tree.tags[i] in ("PRP", "DT", "NNP", "NNPS"):
        return True
    kind = nouns.noun(tree.lemmas[i].lower()).type
    return tree.pos[i] != "NUM" and kind in ("Person", "Group", "Organization", "")


def _left_edge(tree: Tree, i: int) -> int:
    while tree.children(i) and tree.children(i)[0] < i:
        i = tree.children(i)[0]
    return i


def _right_edge(tree: Tree, i: int) -> int:
    while tree.children(i) and tree.children(i)[-1] > i:
        i = tree.children(i)[-1]
    return i


def _nouns_above(tree: Tree, noun: int) -> Iterator[int]:
    """The nouns under which `noun` hangs by prepositions or coordination, nearest first."""
    for i in tree.ancestors(noun):
        if tree.pos[i] in ("NOUN", "PROPN", "PRON"):
            yield i
        elif tree.pos[i] != "ADP":
            return


# --- rules


def _list(tree: Tree, i: int) -> Iterator[Edit]:
    head = tree.heads[i]
    if tree.child(i, "conj") is None or tree.child(i, "cc") is None:
        return
    owned = tree.child(i, "poss")
    own = owned is not None and tree.tags[owned] == "PRP$"
    names = (
        tree.pos[i] == "PROPN" == tree.pos[head] and tree.labels[i] == tree.labels[head] != "GPE"
    )
    after = _right_edge(tree, i) + 1
    closed = after < len(tree) and tree.words[after] in (",–", "—", "--")
    if (own or names) and not closed:
        yield i, head, "conj"


def _contrast(tree: Tree, i: int) -> Iterator[Edit]:
    head = tree.heads[i]
    for c in tree.children(head, "neg"):
        if head < c < i:
            yield i, head, "conj"
            yield c, i, "neg"


def _who(tree: Tree, i: int) -> Iterator[Edit]:
    noun = tree.heads[i]
    subject = tree.child(i, "nsubj", "nsubjpass")
    if subject is None or tree.lower[subject] != "who" or _is_living(tree, noun):
        return
    better = next((n for n in _nouns_above(tree, noun) if is_person(tree, n)), None)
    if better is not None:
        yield i, better, "relcl"


def _which(tree: Tree, i: int) -> Iterator[Edit]:
    noun = tree.heads[i]
    subject = tree.child(i, "nsubj", "nsubjpass")
    if subject is None or tree.lower[subject] != "which" or not is_person(tree, noun):
        return
    better = next((n for n in _nouns_above(tree, noun) if not is_person(tree, n)), None)
    if better is not None:
        yield i, better, "relcl"


def _participle(tree: Tree, i: int) -> Iterator[Edit]:
    noun = tree.heads[i]
    if (
        tree.tags[i] != "VBN"
        or tree.child(i, "agent") is None
        or tree.deps[noun] != "pobj"
        or not is_person(tree, noun)
        or tree.lemmas[i] in _AFFECTS_PERSONS
    ):
        return
    above = tree.heads[tree.heads[noun]]
    if tree.pos[above] == "NOUN" and not is_person(tree, above):
        yield i, above, "acl"


def _title(tree: Tree, i: int) -> Iterator[Edit]:
    """A name behind an adjacent title that hangs elsewhere takes the title's place."""
    if tree.pos[i] != "PROPN":
        return
    first = _left_edge(tree, i)
    title = first - 1
    if title < 0 or tree.lower[title] not in OFFICES or tree.pos[title] not in ("PROPN", "NOUN"):
        return
    if tree.heads[title] == i or tree.deps[title] in ("compound", "nmod"):
        return
    if tree.heads[i] in (title, tree.heads[title]):
        yield i, tree.heads[title] if tree.heads[title] != title else i, tree.deps[title]
        yield title, i, "compound"
        for c in tree.children(title):
            if c > i:
                yield c, i, tree.deps[c]


def _hyphens(tree: Tree, i: int) -> Iterator[Edit]:
    """Words joined by hyphens are one: the last of them is the head."""
    if not 0 < i < len(tree) - 1 or tree.words[i] not in ("-", "‐", "‑"):
        return
    starts, words = tree.sent.starts, tree.words
    joined = starts[i - 1] + len(words[i - 1]) == starts[i] == starts[i + 1] - 1
    left, right = i - 1, i + 1
    split = tree.heads[left] == tree.heads[right] and tree.deps[left] == tree.deps[right]
    argument = tree.deps[right] in _SUBJECT_LABELS | {"dobj", "pobj"}
    if joined and split and argument and tree.pos[right] == "PROPN":
        yield left, right, "compound"
        yield i, right, "punct"


def _subordinate(tree: Tree, i: int) -> Iterator[Edit]:
    """A finite verb with neither conjunction nor subject, behind `after NP`."""
    head = tree.heads[i]
    if tree.tags[i] not in ("VBD", "VBZ", "VBP") or tree.child(i, *_SUBJECT_LABELS) is not None:
        return
    if any(head < c < i for c in tree.children(head, "cc")):
        return
    for p in reversed(tree.children(head, "prep")):
        noun = tree.child(p, "pobj")
        if head < p < i and tree.lower[p] in _SUBORDINATORS and noun is not None:
            yield i, head, "advcl"
            yield noun, i, "nsubj"
            yield p, i, "mark"
            for c in tree.children(head, "prep"):
                if p < c < i:
                    yield c, i, "prep"
            return


def _purpose(tree: Tree, i: int) -> Iterator[Edit]:
    """A verb that takes `to NP` or `to VB` does not take both."""
    head = tree.heads[i]
    if tree.tags[i] != "VB" or tree.lemmas[head] in SPEECH:
        return
    for p in tree.children(head, "prep"):
        if tree.lower[p] == "to" and head < p < i and tree.child(p, "pobj") is not None:
            yield i, head, "advcl"


def _day(tree: Tree, i: int) -> Iterator[Edit]:
    noun = tree.heads[i]
    if tree.labels[i] not in _TIME or i < noun or tree.pos[noun] not in ("NOUN", "PROPN"):
        return
    verb = next((a for a in tree.ancestors(noun) if tree.pos[a] == "VERB"), None)
    if verb is not None and verb < i:
        yield i, verb, "npadvmod"


def _report(tree: Tree, i: int) -> Iterator[Edit]:
    """`[State media] report [soldiers] have left`: a verb of saying between two nouns."""
    noun = tree.heads[i]
    verb = tree.heads[noun]
    if (
        tree.lower[i] not in SPEECH
        or i == 0
        or tree.tags[noun] not in ("NNS", "NNP", "NNPS")
        or noun != i + 1
        or tree.deps[noun] not in _SUBJECT_LABELS
        or verb != tree.heads[verb]
        or not (tree.tags[i - 1] == "NNS" or nouns.noun(tree.lower[i - 1]).type in _PERSONS)
        or any(c < i for c in tree.children(noun, "det", "poss"))
    ):
        return
    yield i, i, "ROOT"
    yield verb, i, "ccomp"
    yield i - 1, i, "nsubj"
    for c in tree.children(noun):
        if c < i - 1:
            yield c, i - 1, tree.deps[c]
    for c in tree.children(i):
        if c < i - 1:
            yield c, i - 1, tree.deps[c]
    for c in tree.children(verb, "punct"):
        if c > verb:
            yield c, i, "punct"


def _aside(tree: Tree, i: int) -> Iterator[Edit]:
    """A main verb between dashes, with a clause before it, is beside the point."""
    content = tree.child(i, "ccomp")
    if content is None or content > i or tree.child(i, "nsubj") is None:
        return
    opening = [c for c in range(content + 1, i) if tree.words[c] in _DASHES]
    closing = [c for c in range(i + 1, min(i + 6, len(tree))) if tree.words[c] in _DASHES]
    if not opening or not closing:
        return
    above = tree.heads[i]
    yield content, content if above == i else above, tree.deps[i]
    yield i, content, "parataxis"
    for c in tree.children(i):
        if c > closing[0]:
            yield c, content, tree.deps[c]


def _more(tree: Tree, i: int) -> Iterator[Edit]:
    """A noun behind a comma that hangs nowhere goes on with the list before it."""
    verb = tree.heads[i]
    first = _left_edge(tree, i)
    if tree.pos[i] != "NOUN" or verb > i or first < 2 or tree.words[first - 1] != ",":
        return
    for p in reversed(tree.children(verb, "prep", "dobj")):
        noun = p if tree.deps[p] == "dobj" else tree.child(p, "pobj")
        if verb < p < i and noun is not None:
            yield i, noun, "conj"
            return


def _object(tree: Tree, i: int) -> Iterator[Edit]:
    verb = tree.heads[i]
    free = tree.child(verb, "dobj", "attr", "ccomp") is None
    if tree.labels[i] == "PERSON" and i > verb and tree.pos[verb] == "VERB" and free:
        yield i, verb, "dobj"


def _holder(tree: Tree, i: int) -> Iterator[Edit]:
    noun = tree.heads[i]
    if tree.labels[i] != "PERSON" or tree.labels[noun] == "PERSON" or tree.deps[noun] != "pobj":
        return
    for above in _nouns_above(tree, noun):
        if tree.lemmas[above].lower() in OFFICES:
            yield i, above, "appos"
            return


def _blame(tree: Tree, i: int) -> Iterator[Edit]:
    noun = tree.heads[i]
    verb = tree.heads[noun]
    blamed = tree.deps[noun] == "dobj" and tree.lemmas[verb] in BLAME and i > noun
    if blamed and tree.child(i, "pcomp") is not None:
        yield i, verb, "prep"


def _office(tree: Tree, i: int) -> Iterator[Edit]:
    """An office without article behind a name is what the name's bearer becomes."""
    verb = tree.heads[i]
    name = i - 1
    if (
        tree.lemmas[verb] in MAKING
        and tree.lower[i] in OFFICES
        and tree.deps[name] == "compound"
        and tree.heads[name] == i
        and tree.pos[name] == "PROPN"
        and tree.child(i, "det", "poss") is None
    ):
        yield i, verb, "oprd"
        yield name, verb, "dobj"
        for c in tree.children(i):
            if c < name:
                yield c, name, tree.deps[c]


def _mark(tree: Tree, i: int) -> Iterator[Edit]:
    """Punctuation is no subject; behind a verb of saying the next name is."""
    verb = tree.heads[i]
    if tree.pos[i] != "PUNCT":
        return
    yield i, verb, "punct"
    name = tree.child(verb, "dobj", "attr", "npadvmod", "oprd")
    if tree.lemmas[verb] in SPEECH and name is not None and name > verb:
        yield name, verb, "nsubj"


def _score(tree: Tree, i: int) -> Iterator[Edit]:
    """A result behind the name of the loser is no object."""
    name = i - 3
    if tree.pos[i] != "NUM" or name < 1 or tree.words[i - 1] not in _DASHES:
        return
    if tree.pos[i - 2] == "NUM" and tree.pos[name] == "PROPN":
        verb = tree.heads[i]
        yield name, verb, "dobj"
        yield i, name, "npadvmod"
        for c in tree.children(i):
            if c < name:
                yield c, name, tree.deps[c]


def _verbless(tree: Tree, i: int) -> Iterator[Edit]:
    """A sentence whose only finite verb was read as a participle of some noun in it."""
    if tree.pos[i] not in ("NOUN", "PROPN") or tree.words[-1] not in (".", "!", "”", '"'):
        return
    if any(tag in _FINITE for tag in tree.tags):
        return
    for v in range(len(tree) - 1, i, -1):
        if tree.tags[v] == "VBN" and tree.deps[v] == "acl" and tree.lower[v].endswith("ed"):
            if tree.child(v, "agent", "aux", "auxpass") is None and tree.words[v - 1] != ",":
                yield v, v, "ROOT"
                yield i, v, "nsubj"
                if tree.deps[-1] == "punct":
                    yield len(tree) - 1, v, "punct"
            return


def _inversion(tree: Tree, i: int) -> Iterator[Edit]:
    verb = tree.heads[i]
    before = tree.children(verb, "prep")
    if (
        tree.lemmas[verb] in _STANDING
        and tree.child(verb, *_SUBJECT_LABELS) is None
        and verb < i
        and before
        and before[0] < verb
        and tree.deps[verb] in ("ROOT", "conj")
    ):
        yield i, verb, "nsubj"


def _forging(tree: Tree, i: int) -> Iterator[Edit]:
    """`of forging records` behind a verb of blame: what somebody did."""
    noun = tree.heads[i]
    prep = tree.heads[noun]
    verb = tree.heads[prep]
    if tree.deps[verb] == "dobj":
        verb = tree.heads[verb]
    if (
        tree.tags[i] == "VBG"
        and i == prep + 1
        and tree.lower[prep] in ("of", "for", "from")
        and tree.lemmas[verb] in BLAME
    ):
        yield i, prep, "pcomp"
        yield noun, i, "dobj"
        yield prep, verb, "prep"


def _beside(tree: Tree, i: int) -> Iterator[Edit]:
    """A participle between what is said and the verb of saying belongs to what is said."""
    verb = tree.heads[i]
    content = tree.child(verb, "ccomp")
    if content is not None and content < i < verb and tree.child(i, *_SUBJECT_LABELS) is None:
        yield i, content, "advcl"


def _owner(tree: Tree, i: int) -> Iterator[Edit]:
    """A noun with the ending of a possessor is one."""
    if tree.lower[i] not in ("'s", "’s") or i == 0:
        return
    owner, noun = i - 1, tree.heads[i]
    if tree.deps[i] == "case":
        owner, noun = tree.heads[i], tree.heads[tree.heads[i]]
    if tree.heads[owner] == noun and tree.deps[owner] in ("nmod", "nummod", "compound"):
        yield owner, noun, "poss"
        yield i, owner, "case"


def _stray(tree: Tree, i: int) -> Iterator[Edit]:
    head = tree.heads[i]
    if tree.pos[i] not in ("NOUN", "PROPN") or tree.pos[head] != "PUNCT":
        return
    root = next(j for j, h in enumerate(tree.heads) if h == j)
    if i < root and tree.pos[root] == "VERB" and tree.child(root, *_SUBJECT_LABELS) is None:
        yield i, root, "nsubj"


RULES: Mapping[str, tuple[Callable[[Tree, int], Iterator[Edit]], ...]] = {
    "appos": (_list, _contrast, _title, _holder),
    "relcl": (_who, _which),
    "acl": (_participle,),
    "conj": (_subordinate,),
    "xcomp": (_purpose,),
    "npadvmod": (_day, _object),
    "compound": (_report, _forging, _owner),
    "ROOT": (_aside, _verbless),
    "ccomp": (_aside,),
    "dep": (_more,),
    "nsubj": (_hyphens, _mark),
    "dobj": (_hyphens, _office, _score, _inversion),
    "prep": (_blame, _stray),
    "advcl": (_beside,),
    "amod": (_forging,),
    "case": (_owner,),
    "pobj": (_hyphens,),
    "punct": (_hyphens,),
}

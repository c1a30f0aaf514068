"""What kind of thing each name of a document names, by the weight of the evidence.

Every occurrence of a name speaks for some types: the gazetteer, a title before it, a given
name, its head noun ("University of ..."), an apposition, NER's label, the preposition before
it. The evidence is summed over all occurrences in the document and the heaviest type wins for
all of them, so that one wrong label does no harm. A bare surname follows the full name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.lexicon import gazetteer, names, nouns, trades
from kg.model import ENTITY_TYPES, Sentence
from kg.syntax import Tree

LABELS = {
    "PERSON": "Person",
    "NORP": "Group",
    "FAC": "Facility",
    "ORG": "Organization",
    "GPE": "Place",
    "LOC": "Place",
    "PRODUCT": "Artifact",
    "EVENT": "Event",
    "WORK_OF_ART": "Document",
    "LAW": "Document",
    "LANGUAGE": "Concept",
}
DIRECTIONS = frozenset(
    "east eastern west western north northern south southern northeast northeastern northwest "
    "northwestern southeast southeastern southwest southwestern central".split()
)
_HUMAN_VERBS = frozenset(
    "say tell add ask argue warn resign retire die marry smile laugh weep speak write think feel "
    "congratulate praise promise blame accuse thank apologize insist admit recall explain joke "
    "believe hope remember leave stay sleep eat sit walk live grow study graduate play sing".split()
)
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
_CLEAR = 1500  # by which what speaks for a person and for a firm of one name must differ
_HEAD_WEIGHT = 2500  # a head noun outvotes one NER label and one preposition together
_BODY_WEIGHT = 3500  # a trade outvotes a person's label and a given name together
_KIND_FIRST = {  # a kind before the name itself: Cyclone Mira, Lake Volta
    **dict.fromkeys("cyclone hurricane typhoon storm".split(), "Event"),
    **dict.fromkeys("lake mount cape isle gulf".split(), "Place"),
    **dict.fromkeys("hotel fort camp stadio estadio teatro museu museo musée".split(), "Facility"),
    **dict.fromkeys("banco banca banque".split(), "Organization"),
}
_PAPERS = frozenset(
    "news times post herald tribune gazette journal daily chronicle guardian".split()
)
_BUSINESS = frozenset(  # a firm as well as a person: its rival Norvik Motors
    "rival partner competitor supplier customer client sponsor owner operator maker giant".split()
)
_FOUND = frozenset({"found", "co-found", "cofound", "establish"})
_UNSURE = frozenset({"", "Event", "Artifact", "Concept"})
_INITIALS = re.compile(r"(?:[A-Z]\.){1,3}")
_MAX_GAZETTEER_WORDS = 5


@dataclass(slots=True)
class Name:
    """A name at tokens `first` to `last` (exclusive); `titled` if a title stands before it."""

    first: int
    last: int
    text: str
    titled: bool = False
    type: str = ""


@dataclass(slots=True)
class Line:
    """A sentence while its names are sought."""

    tree: Tree
    loud: bool
    labels: list[str]
    found: list[Name] = field(default_factory=list)

    @property
    def words(self) -> tuple[str, ...]:
        return self.tree.words

    def text(self, first: int, last: int) -> str:
        base = self.tree.sent.start
        return self.tree.sent.text[self.tree.start(first) - base : self.tree.end(last - 1) - base]

    def add(self, first: int, last: int, *, titled: bool = False) -> None:
        self.found.append(Name(first, last, self.text(first, last), titled))


def read_line(tree: Tree) -> Line:
    """A sentence before its names are sought."""
    labels = [""] * len(tree)
    for first, last, label in tree.sent.ents:
        labels[first:last] = [label] * (last - first)
    return Line(tree, is_loud(tree.sent), labels)


def is_loud(sent: Sentence) -> bool:
    """Whether a sentence is in title case or capitals, as headlines are.

    A finite verb in lower case makes it prose, however many names it has.
    """
    content = 0
    capitals = 0
    for word, tag, pos in zip(sent.words, sent.tags, sent.pos, strict=True):
        if tag in _FINITE and word.islower() and word.isalpha():
            return False
        if pos in _CONTENT and word[0].isalpha():
            content += 1
            capitals += word[0].isupper()
    return content > 2 and capitals > 0.7 * content


def gazetteer_spans(tree: Tree, a: int, b: int) -> Iterator[tuple[int, int, gazetteer.Place]]:
    """The longest names of the gazetteer among tokens a to b (exclusive)."""
    i = a
    while i < b:
        if tree.words[i][0].isupper() and tree.words[i] not in {"The", "THE"}:
            for last in range(min(b, i + _MAX_GAZETTEER_WORDS), i, -1):
                place = _ends_well(tree.words, i, last) and gazetteer.place(
                    tree.text(range(i, last))
                )
                if place:
                    yield i, last, place
                    i = last - 1
                    break
        i += 1


def _ends_well(words: Sequence[str], first: int, last: int) -> bool:
    """Whether a stretch does not take in the full stop of the sentence."""
    return last - first == 1 or words[last - 1][-1].isalnum() or len(words[last - 1]) > 1


def vote(lines: Sequence[Line]) -> dict[str, str]:
    """Key of each name -> the type with the heaviest evidence in the document."""
    votes: dict[str, Counter[str]] = {}
    for line in lines:
        for name in line.found:
            votes.setdefault(names.key(name.text), Counter()).update(_evidence(line, name))
    types = {key: _heaviest(vote) for key, vote in votes.items()}
    for key, kind in list(types.items()):
        if kind == "Person" and " " in key:
            for part in (names.surname(key), names.bare_surname(key), key.split()[0]):
                place = part in types and gazetteer.place(part.title())
                city = part == key.split()[0]  # Washington, not Mr. Washington Okello
                if not place or (place.kind != "country" and not city):
                    types[part] = "Person"
    _share_with_firms(lines, types, votes)
    surnames = {
        names.surname(key) for key, kind in types.items() if kind == "Person" and " " in key
    }
    for key, kind in list(types.items()):
        if " " in key and kind in _UNSURE and not is_storm(key) and names.surname(key) in surnames:
            types[key] = "Person"  # Steve Jobs, Laurene Jobs
    for key in [key for key in types if is_storm(key)]:
        types[key.partition(" ")[2]] = "Event"
    return types


def _share_with_firms(
    lines: Sequence[Line], types: dict[str, str], votes: dict[str, Counter[str]]
) -> None:
    """Gives firms' short names their type; one that is a person's too, what stands around it.

    Norvik Motors ... |Norvik|; but Dahl Motors, Per Dahl ... |Dahl| is either.
    """
    persons = {
        part
        for key, kind in types.items()
        if kind == "Person" and " " in key
        for part in (names.surname(key), names.bare_surname(key))
    }
    texts = {name.text for line in lines for name in line.found}
    for text in sorted(texts):
        if types[names.key(text)] != "Organization" or nouns.is_first_name(text.split()[0]):
            continue
        if trades.is_club(text.split()[-1]):
            types[names.key(text.split()[-1])] = "Organization"  # the Tarn Rovers, Rovers
        for short in trades.short_names(text):
            key = names.key(short)
            if key in types and gazetteer.place(short) is None and not nouns.is_common(short):
                types[key] = _either(votes.get(key)) if key in persons else "Organization"


def _either(vote: Counter[str] | None) -> str:
    """Person or firm where the evidence around a name is clear, else nothing."""
    person, firm = (vote or Counter())["Person"], (vote or Counter())["Organization"]
    if abs(person - firm) < _CLEAR:
        return ""
    return "Person" if person > firm else "Organization"


def is_storm(name: str) -> bool:
    """Whether a name has its own name after the word for a storm.

    >>> is_storm("cyclone mira"), is_storm("mira")
    (True, False)
    """
    first, _, rest = name.partition(" ")
    return bool(rest) and _KIND_FIRST.get(first) == "Event"


def _heaviest(vote: Counter[str]) -> str:
    if not vote:
        return ""
    return max(vote, key=lambda kind: (vote[kind], -ENTITY_TYPES.index(kind)))


def _evidence(line: Line, name: Name) -> Counter[str]:
    """Types with weights that one occurrence of a name speaks for.

    The weights are in thousandths, so that sums do not depend on their order.
    """
    words = line.words[name.first : name.last]
    place = gazetteer.place(name.text)
    out = _known(name.text, words)
    if name.titled:
        out["Person"] += 3000
    head = _head_noun(words)
    if trades.is_body(words):
        out["Organization"] += _BODY_WEIGHT
    elif len(words) > 1 and nouns.is_first_name(words[0]) and head.type == "Artifact":
        out["Person"] += _HEAD_WEIGHT  # Ben Wheel
    elif len(words) > 1 and head.type not in {"", "Person"}:
        out[head.type] += _HEAD_WEIGHT
    elif nouns.is_first_name(words[0]) and place is None:
        out["Person"] += 2000 if len(words) > 1 else 1200
    elif head.type in {"Organization", "Facility"}:  # the University
        out[head.type] += 1500
    if _has_article(line, name):
        out["Organization"] += 1500  # the Aftonbladet
    for i in range(name.first, name.last):
        kind = LABELS.get(line.labels[i])
        if kind is not None:
            out[kind] += 1000 // len(words)
    return out + _context(line, name, words)


def _known(name: str, words: Sequence[str]) -> Counter[str]:
    """What tables tell of a name: a place, a people, a part of a place, a firm."""
    if nouns.is_firm(name) or nouns.is_firm(" ".join(words[-2:])):
        return Counter({"Organization": 3000})
    place = gazetteer.place(name)
    if place is not None:
        return Counter({place.type: 3000 if place.kind != "city" else 1500})
    if gazetteer.people(name) is not None:
        return Counter({"Group": 3000})
    part = len(words) > 1 and words[0].lower() in DIRECTIONS and gazetteer.place(words[-1])
    return Counter({"Place": 3000} if part else {})


def _context(line: Line, name: Name, words: Sequence[str]) -> Counter[str]:
    """What stands around a name, and how it is written, speaks for these types."""
    out: Counter[str] = Counter()
    apposed = _apposed_noun(line.tree, name)
    if apposed.type:
        out[apposed.type] += 2000
    before = line.words[name.first - 1].lower() if name.first else ""
    if (
        name.first
        and line.tree.tags[name.first - 1] == "NN"
        and nouns.noun(before).type == "Person"
        and before not in _BUSINESS
    ):
        out["Person"] += 2500  # farmer Ben Adler
    if before in {"in", "at", "near"}:
        out["Place"] += 600
    if len(words) == 1 and words[0].isupper() and len(words[0]) > 2 and not line.loud:
        out["Organization"] += 500
    if 1 < len(words) < 4 and all(word.isalpha() and word[1:].islower() for word in words):
        out["Person"] += 1100 if before == "by" else 300
    if 1 < len(words) < 4 and _INITIALS.fullmatch(words[0]) and words[-1][1:].islower():
        out["Person"] += 1500  # K. C. Okafor
    if any(word in names.PARTICLES for word in words[1:-1]):
        out["Person"] += 1000
    tree, head = line.tree, name.last - 1
    if tree.deps[head] == "nsubj" and tree.lemmas[tree.heads[head]] in _HUMAN_VERBS:
        out["Person"] += 400
    if tree.deps[head] in {"dobj", "nsubjpass"} and tree.lemmas[tree.heads[head]] in _FOUND:
        out["Organization"] += 1500
    return out


def _has_article(line: Line, name: Name) -> bool:
    """Whether what NER takes for a person has an article, as persons have none."""
    the = name.first - 1
    tree = line.tree
    own = the >= 0 and tree.lower[the] == "the" and tree.heads[the] == name.last - 1
    return own and line.labels[name.first] == "PERSON" and not line.loud


def _apposed_noun(tree: Tree, name: Name) -> nouns.Noun:
    """What the common noun in apposition to a name tells: Lomé, a port; the port, Lomé."""
    head = name.last - 1
    other = tree.child(head, "appos")
    if other is None and tree.deps[head] == "appos":
        other = tree.heads[head]
    if other is None or tree.tags[other] != "NN" or is_listed(tree, other):
        return nouns.noun("")
    return nouns.noun(tree.lemmas[other].lower())


def is_listed(tree: Tree, i: int) -> bool:
    """Whether an apposition may be the next item of a list instead: Accra, the port and the bay.

    "A teacher and mother of two" describes one person.
    """
    if tree.child(i, "conj") is None:
        return False
    article = tree.child(i, "det")
    return article is None or tree.words[article].lower() not in {"a", "an"}


def _head_noun(words: Sequence[str]) -> nouns.Noun:
    """What the head noun of a name tells: the last word, or the one before "of"."""
    if len(words) > 1 and words[0].lower() in _KIND_FIRST:
        return nouns.Noun(_KIND_FIRST[words[0].lower()])
    at = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    word = words[at].lower().rstrip(".")
    if at and word in _PAPERS:
        return nouns.Noun("Organization")  # the Straits Times
    found = nouns.noun(word)
    if found.type or not word.endswith("s") or nouns.is_first_name(words[0]):
        return found  # Steve Jobs
    return nouns.noun(word[:-1])

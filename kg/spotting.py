"""Finds the names of a document and what kind of thing each one names.

The pipeline's small NER is only one witness of several. A name is a run of proper nouns
(`_runs`); NER spans and the gazetteer mend its ends, titles and roles are peeled off it
("U.S. Secretary of State John Kerry" -> "U.S.", "John Kerry"). Each occurrence is evidence
for a type: gazetteer, title before it, given name, head noun ("University of ..."), NER label,
the preposition before it. The evidence is summed over all occurrences in the document and
the heaviest type wins for all, so that one wrong label does no harm; a bare surname follows
the full name. Last, every remaining occurrence of a name found anywhere is marked.

Lines in title case or capitals make every word look like a name. There only what NER or
the gazetteer says, or what is known from the prose of the document, counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg import gazetteer, names, nouns
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
VALUES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december today yesterday tomorrow tonight mon "
    "tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec gmt utc a.m. p.m. "
    "am pm".split()
)
DIRECTIONS = frozenset(
    "east eastern west western north northern south southern northeast northeastern northwest "
    "northwestern southeast southeastern southwest southwestern central".split()
)
_PROPER = frozenset({"NNP", "NNPS"})
_JOINERS = frozenset({"-", "–", "‑", "&", "/"})
_HEAD_WEIGHT = 2500  # a head noun outvotes one NER label and one preposition together
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
class _Line:
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


def find_names(trees: Sequence[Tree]) -> list[list[Name]]:
    """The names of each sentence, in order, with their types; none overlap."""
    lines = [_line(tree) for tree in trees]
    for line in lines:
        for first, last in _runs(line):
            _peel(line, first, last)
    types = _vote(lines)
    _mark_known(lines, types)
    for line in lines:
        line.found.sort(key=lambda name: name.first)
        for name in line.found:
            name.type = types.get(names.key(name.text), "")
    return [line.found for line in lines]


def _line(tree: Tree) -> _Line:
    labels = [""] * len(tree)
    for first, last, label in tree.sent.ents:
        labels[first:last] = [label] * (last - first)
    return _Line(tree, is_loud(tree.sent), labels)


def is_loud(sent: Sentence) -> bool:
    """Whether a sentence is in title case or capitals, as headlines are."""
    long = [word for word in sent.words if len(word) > 3 and word.isalpha()]
    return len(long) > 2 and sum(word[0].isupper() for word in long) > 0.7 * len(long)


# --- where names are


def _runs(line: _Line) -> Iterator[tuple[int, int]]:
    """Spans of neighbouring tokens that look like one name, with its hyphens and small words."""
    inside = _nameable(line)
    i, n = 0, len(line.words)
    while i < n:
        if not inside[i]:
            i += 1
            continue
        end = i + 1
        while end < n:
            step = 1 if inside[end] else _bridge(line, inside, end)
            if not step:
                break
            end += step
        if not _is_label(line, i, end):
            yield i, end
        i = end


def _is_label(line: _Line, first: int, last: int) -> bool:
    """Whether capitals at the start of a line announce what follows: "WATCH: ..."."""
    shouted = all(word.isupper() and len(word) > 2 for word in line.words[first:last])
    return first == 0 and shouted and line.words[last : last + 1] == (":",)


def _nameable(line: _Line) -> list[bool]:
    """Which tokens can be part of a name by their own looks."""
    tree = line.tree
    place = _gazetteer_tokens(line)
    out = []
    for i, word in enumerate(line.words):
        label = line.labels[i]
        if word.lower() in CALENDAR or (label in VALUES and not place[i]):
            out.append(False)
        elif place[i] or _is_uncased(word):
            out.append(True)
        elif not word[0].isupper():
            out.append(False)
        elif line.loud:
            out.append(label in {"PERSON", "GPE", "LOC", "ORG"} and tree.tags[i] in _PROPER)
        else:
            out.append(tree.tags[i] in _PROPER or (label in LABELS and not _is_ethnic(tree, i)))
    for i in range(len(out) - 2, 0, -1):  # Islamic State, Red Cross, not Syrian troops
        if out[i + 1] and not out[i] and not line.loud and _is_name_adjective(line, i):
            out[i] = True
    for i, word in enumerate(line.words):  # a demonym is an adjective unless the name needs it
        if out[i] and not place[i] and gazetteer.adjective(word):
            follows = i + 1 < len(out) and out[i + 1] and not nouns.is_title(line.words[i + 1])
            out[i] = follows and not line.loud and line.labels[i + 1] == line.labels[i] != ""
    return out


def _is_ethnic(tree: Tree, i: int) -> bool:
    """Whether a capitalised word is no name: an article, or |Tamil| before "writers"."""
    head = tree.heads[i]
    before = head > i and tree.tags[head] not in _PROPER
    return tree.pos[i] == "DET" or (tree.tags[i] == "JJ" and before)


def _is_uncased(word: str) -> bool:
    """Whether a word is in a script without capitals (Arabic, Chinese)."""
    return word.isalpha() and word.lower() == word.upper()


def _is_name_adjective(line: _Line, i: int) -> bool:
    word = line.words[i]
    after_start = i > 0 and line.words[i - 1] not in {'"', "“", "‘", "'"}
    capital = word[0].isupper() and word[1:].islower()
    adjective = line.tree.tags[i] == "JJ" and line.tree.deps[i] in {"amod", "compound", "nmod"}
    return after_start and capital and adjective and not gazetteer.adjective(word)


def _gazetteer_tokens(line: _Line) -> list[bool]:
    """Which tokens belong to a sure name of the gazetteer.

    A country is sure; a city, where NER takes it for something of the kind.
    """
    out = [False] * len(line.words)
    for first, last, place in gazetteer_spans(line.tree, 0, len(line.words)):
        sure = place.kind != "city" or last - first > 1
        if (
            sure
            or line.labels[first] in {"GPE", "LOC", "NORP", "FAC"}
            or line.words[first].isupper()
        ):
            out[first:last] = [True] * (last - first)
    return out


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


def _bridge(line: _Line, inside: list[bool], i: int) -> int:
    """How many tokens at `i` join two parts of one name, 0 for none.

    2 for a hyphen and what it joins, or a small word and its noun (Ministry of Defence).
    """
    words, n = line.words, len(line.words)
    if i + 1 >= n:
        return 0
    if words[i] in _JOINERS and inside[i + 1]:
        return 2 if line.text(i - 1, i + 2) == words[i - 1] + words[i] + words[i + 1] else 0
    if words[i] in _JOINERS and words[i + 1].isalpha() and nouns.is_title(words[i - 1]):
        return 2
    if words[i] in names.PARTICLES:
        hyphen = words[i + 1] in _JOINERS and i + 2 < n  # Bashar | al | - | Assad
        return 2 if inside[i + 1] else 3 if hyphen and inside[i + 2] else 0
    if words[i] == "of" and not line.loud and words[i - 1][0].isupper():
        after = i + 2 if words[i + 1] == "the" and i + 2 < n else i + 1
        head = nouns.noun(words[i - 1].lower()).type
        same = line.labels[i - 1] == line.labels[after] != ""
        if inside[after] and (head not in {"", "Place"} or same):
            return after - i + 1
    return 0


# --- peeling titles off


def _peel(line: _Line, first: int, last: int) -> None:
    """Adds the names in a run, parted at titles: Apple | CEO | Tim Cook."""
    start, i, titled = first, first, False
    while i < last:
        end = _title_end(line, i, last)
        if end == i:
            i += 1
            continue
        if i > start:
            _add_trimmed(line, start, i, titled=titled)
        start = i = end
        titled = True
    if start < last:
        _add_trimmed(line, start, last, titled=titled)


def _title_end(line: _Line, i: int, last: int) -> int:
    """The token after the title that begins at `i`, or `i` where none does."""
    words = line.words
    if not nouns.is_title(words[i]) or _within_person(line, i, last):
        return i
    end = i + 1
    if end < last and words[end] in _JOINERS:
        end += 2
    if end < last and words[end] == "of":
        end = _complement_end(line, end, last)
    return min(end, last)


def _within_person(line: _Line, i: int, last: int) -> bool:
    """Whether a word that could be a title is a surname: Stephen King, Judge | John Judge."""
    if i + 1 < last and line.words[i + 1] != "of" and line.labels[i - 1 : i] != ["PERSON"]:
        return False
    before = i > 0 and line.words[i - 1][0].isupper()
    if i + 1 == last and i > 0 and before:
        return line.labels[i] == line.labels[i - 1] == "PERSON" or nouns.is_first_name(
            line.words[i - 1]
        )
    return False


def _complement_end(line: _Line, i: int, last: int) -> int:
    """Where the "of ..." of a title ends: before the person named, else at its own noun."""
    for first, _, label in line.tree.sent.ents:
        if label == "PERSON" and i < first < last:
            return first
    noun = line.tree.child(i, "pobj")
    if noun is not None and i < noun < last - 1 and not nouns.is_first_name(line.words[noun]):
        return noun + 1
    return next((k for k in range(i + 2, last) if nouns.is_first_name(line.words[k])), last)


def _add_trimmed(line: _Line, first: int, last: int, *, titled: bool) -> None:
    """Adds the names between two tokens, without quotation marks and the like at their ends."""
    while first < last and not line.words[first][0].isalnum():
        first += 1
    while first < last and not (
        line.words[last - 1][-1].isalnum() or line.words[last - 1][-1] == "."
    ):
        last -= 1
    if first < last:
        for begin, end in _parted_by_ner(line, first, last):
            start = _with_direction(line, begin, end)
            line.add(start, end, titled=titled and begin == first)


def _with_direction(line: _Line, first: int, last: int) -> int:
    """Where a place's name begins with its direction: "eastern Ghana" is not all of Ghana."""
    if not first or line.words[first - 1].lower() not in DIRECTIONS:
        return first
    placed = gazetteer.place(line.text(first, last)) is not None
    return first - 1 if placed or line.labels[last - 1] in {"GPE", "LOC"} else first


def _parted_by_ner(line: _Line, first: int, last: int) -> list[tuple[int, int]]:
    """Parts a run where NER sees two things side by side and no head noun ties them."""
    if nouns.noun(line.words[last - 1].lower()).type in {"", "Person"}:
        for i in range(first + 1, last):
            a, b = line.labels[i - 1], line.labels[i]
            if a != b and {a, b} <= {"PERSON", "GPE", "ORG", "NORP"} and "PERSON" in {a, b}:
                return [(first, i), (i, last)]
    return [(first, last)]


# --- what kind of thing a name names


def _vote(lines: list[_Line]) -> dict[str, str]:
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
                if not (place and place.kind == "country"):
                    types[part] = "Person"
    return types


def _heaviest(vote: Counter[str]) -> str:
    if not vote:
        return ""
    return max(vote, key=lambda kind: (vote[kind], -ENTITY_TYPES.index(kind)))


def _evidence(line: _Line, name: Name) -> Counter[str]:
    """Types with weights that one occurrence of a name speaks for.

    The weights are in thousandths, so that sums do not depend on their order.
    """
    out: Counter[str] = Counter()
    words = line.words[name.first : name.last]
    place = gazetteer.place(name.text)
    if place is not None:
        out[place.type] += 3000 if place.kind != "city" else 1500
    elif gazetteer.people(name.text) is not None:
        out["Group"] += 3000
    elif len(words) > 1 and words[0].lower() in DIRECTIONS and gazetteer.place(words[-1]):
        out["Place"] += 3000
    if name.titled:
        out["Person"] += 3000
    head = _head_noun(words)
    if len(words) > 1 and head.type not in {"", "Person"}:
        out[head.type] += _HEAD_WEIGHT
    elif nouns.is_first_name(words[0]) and place is None:
        out["Person"] += 2000 if len(words) > 1 else 1200
    elif head.type in {"Organization", "Facility"}:  # the University
        out[head.type] += 1500
    for i in range(name.first, name.last):
        kind = LABELS.get(line.labels[i])
        if kind is not None:
            out[kind] += 1000 // len(words)
    return out + _context(line, name, words)


def _context(line: _Line, name: Name, words: Sequence[str]) -> Counter[str]:
    """What stands around a name, and how it is written, speaks for these types."""
    out: Counter[str] = Counter()
    apposed = _apposed_noun(line.tree, name)
    if apposed.type:
        out[apposed.type] += 2000
    before = line.words[name.first - 1].lower() if name.first else ""
    if before in {"in", "at", "near"}:
        out["Place"] += 600
    if len(words) == 1 and words[0].isupper() and len(words[0]) > 2 and not line.loud:
        out["Organization"] += 500
    if 1 < len(words) < 4 and all(word.isalpha() and word[1:].islower() for word in words):
        out["Person"] += 1100 if before == "by" else 300
    return out


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
    at = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    word = words[at].lower().rstrip(".")
    found = nouns.noun(word)
    return found if found.type or not word.endswith("s") else nouns.noun(word[:-1])


# --- consistency within the document


def _mark_known(lines: list[_Line], types: dict[str, str]) -> None:
    """Adds occurrences of names found elsewhere in the document."""
    known: dict[str, set[tuple[str, ...]]] = {}
    for line in lines:
        for name in line.found:
            words = line.words[name.first : name.last]
            if types.get(names.key(name.text)) and not line.loud:
                known.setdefault(words[0], set()).add(words)
    for line in lines:
        taken = [False] * len(line.words)
        for name in line.found:
            taken[name.first : name.last] = [True] * (name.last - name.first)
        for first, last in list(_known_spans(line.words, taken, known)):
            line.add(first, last)


def _known_spans(
    words: Sequence[str], taken: list[bool], known: dict[str, set[tuple[str, ...]]]
) -> Iterator[tuple[int, int]]:
    i = 0
    while i < len(words):
        found = [
            phrase
            for phrase in known.get(words[i], ())
            if tuple(words[i : i + len(phrase)]) == phrase and not any(taken[i : i + len(phrase)])
        ]
        if found:
            length = max(map(len, found))
            yield i, i + length
            i += length
        else:
            i += 1

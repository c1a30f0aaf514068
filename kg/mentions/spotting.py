"""Finds the names of a document.

The pipeline's small NER is only one witness of several. A name is a run of proper nouns
(`_runs`); NER spans and the gazetteer mend its ends, titles and roles are peeled off it
("U.S. Secretary of Energy Maria Lopez" -> "U.S.", "Maria Lopez"). kg.mentions.evidence then
decides what kind of thing each name names. Last, every remaining occurrence of a name found
anywhere is marked.

Lines in title case or capitals make every word look like a name. There only what NER or
the gazetteer says, or what is known from the prose of the document, counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.lexicon import gazetteer, names, nouns, trades
from kg.mentions.evidence import DIRECTIONS, LABELS, Line, Name, gazetteer_spans, read_line, vote
from kg.syntax import Tree

VALUES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december today yesterday tomorrow tonight mon "
    "tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec gmt utc a.m. p.m. "
    "am pm".split()
)
_PROPER = frozenset({"NNP", "NNPS"})
_QUALIFIERS = frozenset(
    "prime vice deputy foreign interior home finance defense defence trade health education energy "
    "environment justice labor labour agriculture culture chief former acting assistant senior "
    "junior first crown executive managing general associate honorary state press police".split()
)
_CREDITS = frozenset("image photo photograph picture video credit file source".split())
_BELIEVERS = ("ist", "crat", "ican", "itarian", "isan")
_QUOTES = frozenset({'"', "“", "”", "'", "‘", "’"})
_PEOPLES = frozenset(  # whose, in a body's name: the Transport Workers' Federation
    "children women men people workers farmers veterans miners teachers students nurses lawyers "
    "journalists writers doctors peasants employers mothers girls boys".split()
)
_JOINERS = frozenset({"-", "–", "‑", "&", "/"})


def find_names(trees: Sequence[Tree]) -> list[list[Name]]:
    """The names of each sentence, in order, with their types; none overlap."""
    lines = [read_line(tree) for tree in trees]
    for line in lines:
        for first, last in _runs(line):
            _peel(line, first, last)
    types = vote(lines)
    _mark_known(lines, types)
    for line in lines:
        line.found.sort(key=lambda name: name.first)
        for name in line.found:
            name.type = types.get(names.key(name.text), "")
    return [line.found for line in lines]


# --- where names are


def _runs(line: Line) -> Iterator[tuple[int, int]]:
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
            yield i, end - _captions(line, i, end)
        i = end


def _is_label(line: Line, first: int, last: int) -> bool:
    """Whether capitals at the start of a line announce what follows: "WATCH: ..."."""
    shouted = all(word.isupper() and len(word) > 2 for word in line.words[first:last])
    return first == 0 and shouted and line.words[last : last + 1] == (":",)


def _captions(line: Line, first: int, last: int) -> int:
    """1 where a run ends in the word that credits a picture: in Lima |Photo|: Ana Ruiz."""
    credit = line.words[last - 1].lower() in _CREDITS and line.words[last : last + 1] == (":",)
    return int(credit and last - first > 1)


def _nameable(line: Line) -> list[bool]:
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
    _take_in_adjectives(line, out)
    _leave_out_demonyms(line, out, place)
    return out


def _take_in_adjectives(line: Line, inside: list[bool]) -> None:
    """Takes in capitalised adjectives before a name: Islamic State, Red Cross."""
    for i in range(len(inside) - 2, 0, -1):
        if inside[i + 1] and not inside[i] and not line.loud and _is_name_adjective(line, i):
            inside[i] = True


def _leave_out_demonyms(line: Line, inside: list[bool], place: list[bool]) -> None:
    """Leaves out demonyms, mentions of their own, unless NER has them in a longer name."""
    for i, word in enumerate(line.words):
        if inside[i] and not place[i] and gazetteer.adjective(word):
            named = i + 1 < len(inside) and inside[i + 1] and not nouns.is_title(line.words[i + 1])
            one = named and not line.loud and line.labels[i] == line.labels[i + 1] != ""
            inside[i] = one


def _is_ethnic(tree: Tree, i: int) -> bool:
    """Whether a capitalised word is no name: an article, or |Tamil| before "writers"."""
    head = tree.heads[i]
    before = head > i and tree.tags[head] not in _PROPER
    return tree.pos[i] == "DET" or (tree.tags[i] == "JJ" and before)


def _is_uncased(word: str) -> bool:
    """Whether a word is in a script without capitals (Arabic, Chinese)."""
    return word.isalpha() and word.lower() == word.upper()


def _is_name_adjective(line: Line, i: int) -> bool:
    word = line.words[i]
    after_start = i > 0 and line.words[i - 1] not in {'"', "“", "‘", "'"}
    capital = word[0].isupper() and word[1:].islower()
    adjective = line.tree.tags[i] == "JJ" and line.tree.deps[i] in {"amod", "compound", "nmod"}
    return after_start and capital and adjective and not gazetteer.adjective(word)


def _gazetteer_tokens(line: Line) -> list[bool]:
    """Which tokens belong to a sure name of the gazetteer.

    A country is sure; a city, where NER takes it for something of the kind.
    """
    out = [False] * len(line.words)
    for first, last, place in gazetteer_spans(line.tree, 0, len(line.words)):
        sure = place.kind != "city" or last - first > 1 or line.words[first].isupper()
        if sure or line.labels[first] in {"GPE", "LOC", "NORP", "FAC"}:
            out[first:last] = [True] * (last - first)
    return out


def _bridge(line: Line, inside: list[bool], i: int) -> int:
    """How many tokens at `i` join two parts of one name, 0 for none.

    2 for a hyphen and what it joins, or a small word and its noun (Ministry of Defence).
    """
    words, n = line.words, len(line.words)
    if i + 1 >= n:
        return 0
    if inside[i + 1] and _joins_body(line, i):
        return 2
    if words[i] in _JOINERS and inside[i + 1]:
        return 2 if line.text(i - 1, i + 2) == words[i - 1] + words[i] + words[i + 1] else 0
    if words[i] in _JOINERS and words[i + 1].isalpha() and nouns.is_title(words[i - 1]):
        return 2
    if words[i] in _JOINERS and _is_second_syllable(line, i + 1):
        return 2
    if words[i] in _QUOTES and i + 3 < n and words[i + 2] in _QUOTES:  # Thomas "Fats" Waller
        return 4 if inside[i + 1] and inside[i + 3] else 0
    if words[i] in names.PARTICLES:
        hyphen = words[i + 1] in _JOINERS and i + 2 < n  # Bashar | al | - | Assad
        return 2 if inside[i + 1] else 3 if hyphen and inside[i + 2] else 0
    if words[i] == "of" and not line.loud and words[i - 1][0].isupper() and not _is_bearer(line, i):
        after = i + 2 if words[i + 1] == "the" and i + 2 < n else i + 1
        head = nouns.noun(words[i - 1].lower()).type
        same = line.labels[i - 1] == line.labels[after] != ""
        if inside[after] and (head not in {"", "Place"} or same):
            return after - i + 1
    return _number_length(words, i)


def _joins_body(line: Line, i: int) -> bool:
    """Whether a token stands within the name of a firm or the like: Norvik Motors|,| Inc."""
    form = line.words[i] == "," and trades.is_form(line.words[i + 1])
    return form or _is_whose(line, i) or _is_firm_and(line, i)


def _is_bearer(line: Line, i: int) -> bool:
    """Whether a given name and a surname stand before "of": Ben Wheel |of| Norvik Motors."""
    return i > 1 and nouns.is_first_name(line.words[i - 2]) and line.words[i - 1][0].isupper()


def _is_whose(line: Line, i: int) -> bool:
    """Whether a possessive ending stands within a body's name: Bo Women|'s| Trust, St Ann|'s| Hill.

    Not in Ghana|'s| Parliament.
    """
    if line.tree.tags[i] != "POS" or line.loud:
        return False
    saint = i > 1 and line.words[i - 2] in {"St", "St.", "Saint"}
    return saint or (line.words[i - 1].lower() in _PEOPLES and line.words[i - 1][0].isupper())


def _is_firm_and(line: Line, i: int) -> bool:
    """Whether "&" joins two words to a firm's name: Lund |&| Sons, not Ana |&| Ben."""
    alone = i < 2 or not line.words[i - 2][0].isupper()
    given = nouns.is_first_name(line.words[i - 1]) and nouns.is_first_name(line.words[i + 1])
    return line.words[i] == "&" and alone and not given and not line.loud


def _number_length(words: Sequence[str], i: int) -> int:
    """How many tokens at `i` are the number after "No.", the full stop among them, else 0."""
    dot = int(words[i] == "." and words[i - 1] == "No")
    number = i + dot < len(words) and words[i + dot].isdigit() and (dot or words[i - 1] == "No.")
    return dot + 1 if number else 0


def _is_second_syllable(line: Line, i: int) -> bool:
    """Whether a small word behind a hyphen ends a given name: Chan Wai-|man|, not Lima-|based|."""
    if i < 2:
        return False
    joined = line.text(i - 2, i + 1) == "".join(line.words[i - 2 : i + 1])
    person = line.labels[i] == line.labels[i - 2] == "PERSON" and line.tree.tags[i] in _PROPER
    return joined and person and line.words[i].islower() and line.words[i].isalpha()


# --- peeling titles off


def _peel(line: Line, first: int, last: int) -> None:
    """Adds the names in a run, parted at titles: Apple | CEO | Tim Cook."""
    start, i, titled = first, first, False
    while i < last:
        end = _title_end(line, i, last)
        if end == i:
            i += 1
            continue
        if i > start and _is_apart(line, start, i, last=end == last):
            _add_trimmed(line, start, i, titled=titled)
        start = i = end
        titled = True
    if start < last:
        _add_trimmed(line, start, last, titled=titled)


def _is_apart(line: Line, first: int, i: int, *, last: bool) -> bool:
    """Whether what stands before a title is a name of its own.

    Norvik | CEO | Per Dahl; but neither Prime Minister, nor System Admin at the end of a run.
    """
    if any(line.labels[first:i]):
        return True
    return not last and not all(word.lower() in _QUALIFIERS for word in line.words[first:i])


def _title_end(line: Line, i: int, last: int) -> int:
    """The token after the title that begins at `i`, or `i` where none does."""
    words = line.words
    if _is_believer(line, i, last):
        return i + 1
    if not nouns.is_title(words[i]) or _within_person(line, i, last):
        return i
    end = i + 1
    if end < last and words[end] in _JOINERS:
        end += 2
    if end < last and words[end] == "of":
        end = _complement_end(line, end, last)
    return min(end, last)


def _is_believer(line: Line, i: int, last: int) -> bool:
    """Whether a word before a given name and a surname tells a creed: |Methodist| Ada Okafor."""
    word = line.words[i]
    creed = word.endswith(_BELIEVERS) and not nouns.is_first_name(word)
    return creed and i + 2 < last and nouns.is_first_name(line.words[i + 1])


def _within_person(line: Line, i: int, last: int) -> bool:
    """Whether a word that could be a title is a surname: Stephen |King|, Luther |King| Jr."""
    if not i or not line.words[i - 1][0].isupper():
        return False
    if i + 1 < last:
        return line.words[i + 1].rstrip(".").lower() in names.SUFFIXES
    labelled = line.labels[i] == line.labels[i - 1] == "PERSON"
    return labelled or nouns.is_first_name(line.words[i - 1])


def _complement_end(line: Line, i: int, last: int) -> int:
    """Where the "of ..." of a title ends: before the person named, else at its own noun."""
    for first, _, label in line.tree.sent.ents:
        if label == "PERSON" and i < first < last:
            return first
    noun = line.tree.child(i, "pobj")
    if noun is not None and i < noun < last - 1 and not nouns.is_first_name(line.words[noun]):
        return noun + 1
    return next((k for k in range(i + 2, last) if nouns.is_first_name(line.words[k])), last)


def _add_trimmed(line: Line, first: int, last: int, *, titled: bool) -> None:
    """Adds the names between two tokens, without quotation marks and the like at their ends."""
    while first < last and not line.words[first][0].isalnum():
        first += 1
    while first < last and not _closes_name(line.words[last - 1]):
        last -= 1
    initial = last - first == 1 and len(line.words[first].rstrip(".")) == 1
    if first < last and not (initial and line.words[first].isascii()):
        for begin, end in _parted_by_ner(line, first, last):
            start = _with_direction(line, begin, end)
            line.add(start, end, titled=titled and begin == first)


def _closes_name(word: str) -> bool:
    return word[-1].isalnum() or word[-1] == "."


def _with_direction(line: Line, first: int, last: int) -> int:
    """Where a place's name begins with its direction: "eastern Ghana" is not all of Ghana."""
    if not first or line.words[first - 1].lower() not in DIRECTIONS:
        return first
    placed = gazetteer.place(line.text(first, last)) is not None
    return first - 1 if placed or line.labels[last - 1] in {"GPE", "LOC"} else first


def _parted_by_ner(line: Line, first: int, last: int) -> list[tuple[int, int]]:
    """Parts a run where NER sees two things side by side and no head noun ties them."""
    if nouns.noun(line.words[last - 1].lower()).type in {"", "Person"}:
        for i in range(first + 1, last):
            a, b = line.labels[i - 1], line.labels[i]
            if a != b and {a, b} <= {"PERSON", "GPE", "ORG", "NORP"} and "PERSON" in {a, b}:
                return [(first, i), (i, last)]
    return [(first, last)]


# --- consistency within the document


def _mark_known(lines: list[Line], types: dict[str, str]) -> None:
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

"""Finds the names of a document.

The pipeline's small NER is only one witness of several. A name is a run of proper nouns
(`_runs`); NER spans, the gazetteer and the table of famous names mend its ends, and small words
join its parts (kg.mentions.joining). Titles and roles are peeled off it (kg.mentions.titles):
"U.S. Secretary of Energy Maria Lopez" -> "U.S.", "Maria Lopez". kg.mentions.voting then decides
what kind of thing each name names. Last, every remaining occurrence of a name found anywhere is
marked, and those of its surname or of the last word of a club.

Lines in title case or capitals make every word look like a name. There only what NER or
the gazetteer says, or what is known from the prose of the document, counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from kg.almanac import MONTHS, NAMED_DAYS, WEEKDAYS
from kg.lexicon import gazetteer, kinds, names, nouns, trades
from kg.lexicon.roles import SETTLEMENTS
from kg.lexicon.verbs import SPEECH
from kg.mentions.evidence import LABELS
from kg.mentions.joining import joined
from kg.mentions.lines import Line, Name, gazetteer_spans, read_line
from kg.mentions.titles import peel
from kg.mentions.voting import vote
from kg.syntax import AMOUNT_LABELS, SUBJECT_LABELS, TIME_LABELS, Tree

VALUES = TIME_LABELS | AMOUNT_LABELS | {"ORDINAL"}
CALENDAR = frozenset((*MONTHS, *WEEKDAYS, *NAMED_DAYS, "gmt", "utc", "a.m.", "p.m.", "am", "pm"))
_PROPER = frozenset({"NNP", "NNPS"})
_QUOTES = frozenset({'"', "“", "”", "'", "‘", "’"})
_SAYING = SPEECH - {"write"} | {",", ":"}
_LONGEST_TITLE = 9
"""Words of a work's title in quotation marks; more of them are speech."""
_SMALL_WORD = 4
"""Letters of the longest word that a title may have without a capital: "with"."""
_NO_NOUN = ("ish", "ese", "tch", "nch", "ss")
"""Ends of the adjectives that have no plural for the people."""
_ARGUMENTS = frozenset({*SUBJECT_LABELS, "dobj", "pobj", "conj", "ROOT"})
_ACRONYM = 4
"""Letters of the longest word in capitals that may be an acronym."""
_CREDITS = frozenset("image photo photograph picture video credit file source".split())


def find_names(trees: Sequence[Tree]) -> list[list[Name]]:
    """The names of each sentence, in order, with their types; none overlap."""
    lines = [read_line(tree) for tree in trees]
    for line in lines:
        works = set(_works(line))
        for first, last in _runs(line, works):
            peel(line, first, last)
        for first, last in works:
            line.add(first, last)
    types = vote(lines)
    _mark_known(lines, types)
    for line in lines:
        line.found.sort(key=lambda name: name.first)
        for name in line.found:
            name.type = types.get(names.key(name.text), "")
    return [line.found for line in lines]


# --- where names are


def _runs(line: Line, works: AbstractSet[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans of neighbouring tokens that look like one name, with its hyphens and small words.

    What is in a title of a work is none.
    """
    inside = _nameable(line)
    for first, last in works:
        inside[first:last] = [False] * (last - first)
    i, n = 0, len(line.words)
    while i < n:
        if not inside[i]:
            i += 1
            continue
        end = i + 1
        while end < n:
            step = 1 if inside[end] else joined(line, inside, end)
            if not step:
                break
            end += step
        if not _is_label(line, i, end):
            yield i, end - _captions(line, i, end)
        i = end


def _works(line: Line) -> Iterator[tuple[int, int]]:
    """Spans of titles in quotation marks: she sang "|Let It Be|"; no speech, no nickname."""
    marks = [i for i, word in enumerate(line.words) if word in _QUOTES and not line.loud]
    marks = [i for i in marks if line.tree.tags[i] != "POS"]  # the Miners' Hall and the Nurses'
    for before, after in pairwise(marks):
        inner = line.words[before + 1 : after]
        spoken = before and line.tree.lemmas[before - 1].lower() in _SAYING
        if not spoken and _is_title_case(inner) and _is_work(line, before, len(inner)):
            yield before + 1, after


def _is_title_case(words: Sequence[str]) -> bool:
    """Whether all but small words have a capital, the first and the last among them."""
    if not 0 < len(words) <= _LONGEST_TITLE or not words[-1][-1].isalnum():
        return False
    small = (word for word in words[1:-1] if len(word) > _SMALL_WORD or not word.isalpha())
    ends = words[0][0].isupper() and (words[-1][0].isupper() or words[-1].isdigit())
    return ends and all(word[0].isupper() or not word[0].isalpha() for word in small)


def _is_work(line: Line, mark: int, length: int) -> bool:
    """Whether what is in quotation marks has words enough for a title, or is called a work."""
    called = mark and nouns.noun(line.tree.lemmas[mark - 1].lower()).type == "Document"
    return length > 1 or bool(called)


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
    place = _sure_tokens(line)
    out = []
    for i, word in enumerate(line.words):
        label = line.labels[i]
        if (word.lower() in CALENDAR and not _is_namesake(line, i)) or (
            label in VALUES and not place[i]
        ):
            out.append(False)
        elif place[i] or _is_uncased(word) or (i == 0 and _is_introduced(tree)):
            out.append(True)
        elif not word[0].isupper() or (i == 0 and _is_first_word(line)):
            out.append(False)
        elif line.loud:
            out.append(label in {"PERSON", "GPE", "LOC", "ORG"} and tree.tags[i] in _PROPER)
        else:
            out.append(tree.tags[i] in _PROPER or (label in LABELS and not _is_ethnic(tree, i)))
    _take_in_adjectives(line, out)
    _take_in_nouns(line, out)
    _take_in_no(line, out)
    _leave_out_demonyms(line, out, place)
    return out


def _is_first_word(line: Line) -> bool:
    """Whether a capital only begins the sentence: |Dock| workers, |Ministers| left."""
    tree, word = line.tree, line.words[0]
    if len(line.words) > 1 and line.words[1].islower() and not line.labels[0]:
        persons = word.endswith("s") and nouns.noun(word[:-1].lower()).type == "Person"
        if persons and not kinds.known(word):
            return True
    compound = tree.deps[0] in {"compound", "nmod", "amod"} and tree.heads[0] == 1
    small = compound and line.words[1].islower()
    return small and nouns.is_common(word) and not kinds.known(word)


def _is_introduced(tree: Tree) -> bool:
    """Whether the first word is said to be a place or a body: |Lund| is an old town."""
    subject = tree.tags[0] == "NN" and tree.deps[0] == "nsubj" and not tree.children(0)
    said = tree.child(tree.heads[0], "attr") if tree.lemmas[tree.heads[0]] == "be" else None
    if not subject or said is None or tree.child(said, "det", "poss") is None:
        return False
    return tree.lemmas[said].lower() in SETTLEMENTS


def _is_namesake(line: Line, i: int) -> bool:
    """Whether a word of the calendar is somebody's name: Theresa |May|, |April| Jones."""
    given = i > 0 and nouns.is_first_name(line.words[i - 1]) and line.words[i][0].isupper()
    return line.labels[i] == "PERSON" or (given and line.labels[i] not in VALUES)


def _take_in_adjectives(line: Line, inside: list[bool]) -> None:
    """Takes in capitalised adjectives before a name: Islamic State, Red Cross."""
    for i in range(len(inside) - 2, 0, -1):
        if inside[i + 1] and not inside[i] and not line.loud and _is_name_adjective(line, i):
            inside[i] = True


def _take_in_nouns(line: Line, inside: list[bool]) -> None:
    """Takes in days and nouns that are part of a name: Good |Friday| Agreement, |Storm| Mira."""
    tree = line.tree
    for i in range(len(inside) - 2, -1, -1):
        word = line.words[i]
        if not inside[i + 1] or not word[0].isupper() or line.loud:
            continue
        day = tree.deps[i] == "compound" and tree.tags[i] == "NNP" and word.lower() in CALENDAR
        if (day and not line.labels[i]) or (tree.tags[i] == "NN" and kinds.of_first(word)):
            inside[i] = True


def _take_in_no(line: Line, inside: list[bool]) -> None:
    """Takes in a capital No before a name, where a sentence is under way: ate at |No| Bones."""
    for i in range(1, len(inside) - 1):
        if line.words[i] == "No" and line.words[i - 1].islower() and not line.loud:
            inside[i] = inside[i] or inside[i + 1]


def _leave_out_demonyms(line: Line, inside: list[bool], place: list[bool]) -> None:
    """Leaves out demonyms, mentions of their own, unless NER has them in a longer name."""
    for i, word in enumerate(line.words):
        if _is_people(line, i):
            inside[i] = True
        elif inside[i] and not place[i] and gazetteer.adjective(word):
            if i > 1 and line.words[i - 1] == "-" and inside[i - 2]:
                continue  # the Trans-Siberian Railway
            named = i + 1 < len(inside) and inside[i + 1] and not nouns.is_title(line.words[i + 1])
            one = named and not line.loud and line.labels[i] == line.labels[i + 1] != ""
            inside[i] = one


def _is_people(line: Line, i: int) -> bool:
    """Whether an adjective with an article stands for a people: the |Dutch| voted."""
    tree, word = line.tree, line.words[i]
    if not i or line.loud or not word.endswith(_NO_NOUN) or gazetteer.adjective(word) is None:
        return False
    alone = tree.deps[i] in _ARGUMENTS and tree.deps[i + 1 : i + 2] not in {
        ("compound",),
        ("amod",),
    }
    return alone and tree.lower[i - 1] == "the"


def _is_ethnic(tree: Tree, i: int) -> bool:
    """Whether a capitalised word is no name: an article, or (Sinhala and) |Tamil| writers."""
    first = tree.heads[i] if tree.deps[i] == "conj" else i
    head = tree.heads[first]
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


def _sure_tokens(line: Line) -> list[bool]:
    """Which tokens belong to a sure name of the gazetteer or a famous one.

    A country is sure; a city, where NER takes it for something of the kind.
    """
    out = [False] * len(line.words)
    for first, last, place in gazetteer_spans(line.tree, 0, len(line.words)):
        sure = place.kind != "city" or last - first > 1 or line.words[first].isupper()
        if sure or line.labels[first] in {"GPE", "LOC", "NORP", "FAC"}:
            out[first:last] = [True] * (last - first)
    for i, word in enumerate(line.words):
        length = kinds.known_length(line.words, i)
        if length or (line.tree.tags[i].startswith("NN") and kinds.known(word)):
            out[i : i + max(length, 1)] = [True] * max(length, 1)
    return out


# --- consistency within the document


def _mark_known(lines: list[Line], types: dict[str, str]) -> None:
    """Adds occurrences of names found elsewhere in the document."""
    known: dict[str, set[tuple[str, ...]]] = {}
    whole_names: set[tuple[str, ...]] = set()
    small = {word for line in lines for word in line.words if word.islower()}
    for line in lines:
        for name in line.found:
            words = line.words[name.first : name.last]
            if types.get(names.key(name.text)) and not line.loud:
                whole_names.add(words)
                for form in _called(words, types[names.key(name.text)], small):
                    known.setdefault(form[0], set()).add(form)
                short = trades.first_name(name.text)
                if types.get(names.key(short)) == "Organization" and short.lower() not in small:
                    known.setdefault(short, set()).add((short,))
    for line in lines:
        taken = [False] * len(line.words)
        for name in line.found:
            taken[name.first : name.last] = [True] * (name.last - name.first)
        headline = line.loud or line.tree.sent.kind == "headline"
        words = _lowered(line.words) if headline else line.words
        for first, last in list(_known_spans(words, taken, known)):
            whole = words[first:last] in whole_names
            if whole or headline or _stands_alone(line.tree, first):
                line.add(first, last)


def _lowered(words: Sequence[str]) -> tuple[str, ...]:
    """Words in capitals as names in sentences have them: WHITLOCK -> Whitlock."""
    return tuple(w.title() if w.isupper() and len(w) > _ACRONYM else w for w in words)


def _stands_alone(tree: Tree, i: int) -> bool:
    """Whether a word can be a name by itself: no part of a compound and without article."""
    return tree.deps[i] not in {"compound", "amod", "nmod"} and tree.child(i, "det") is None


def _called(
    words: tuple[str, ...], kind: str, small: AbstractSet[str]
) -> Iterator[tuple[str, ...]]:
    """A name and the last word of a person's or a club's, where it is no other word as well."""
    yield words
    last = words[-1]
    short = kind == "Person" or (kind == "Organization" and trades.is_club(last))
    surname = len(words) > 1 and len(last) > 2 and last[1:].islower()
    if short and surname and last.lower() not in small:
        yield (last,)


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

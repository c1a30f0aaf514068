"""Persons of one full name in several documents: one, unless the documents contradict each other.

What a document tells of a person is kept as `Traits`: pronouns and titles tell the gender, "Ada
Okafor, 34," the year of birth, titles and descriptions the field of work ("the surgeon") and the
nation ("Ghanaian striker Ada Okafor").

- Two genders or two years of birth are two persons.
- Two fields that nobody leaves for the other (sport, medicine), two nations, or two genders by a
  single pronoun, are two persons where the documents have no other name in common: a striker may
  become minister, and the text that says so names his club.

The first document with something to tell founds a person, each further one joins the person whom
it does not contradict. Where there are several, it must have another name in common with exactly
one; else it stays alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kg.lexicon import gazetteer, nouns
from kg.model import DocumentRecord, Mention

_FIELDS = {
    "public life": "president minister senator governor mayor lawmaker congressman congresswoman "
    "ambassador envoy diplomat premier chancellor councillor councilor politician legislator "
    "lawyer judge prosecutor attorney solicitor barrister businessman businesswoman banker ceo "
    "entrepreneur executive economist journalist reporter correspondent columnist general colonel "
    "admiral spokesman spokeswoman activist campaigner",
    "sport": "footballer striker goalkeeper midfielder defender winger cyclist swimmer sprinter "
    "runner boxer wrestler gymnast skier skater rower golfer batsman bowler pitcher quarterback "
    "jockey athlete referee umpire",
    "medicine": "surgeon physician nurse paramedic dentist midwife pharmacist psychiatrist",
    "art": "singer actor actress painter sculptor novelist poet composer musician dancer rapper "
    "drummer guitarist pianist violinist filmmaker playwright",
    "science": "physicist chemist biologist astronomer geologist mathematician astronaut botanist "
    "zoologist archaeologist anthropologist",
    "faith": "bishop archbishop priest imam rabbi pastor cardinal nun monk",
    "trade": "farmer fisherman baker carpenter plumber electrician mechanic miner butcher barber "
    "shepherd bricklayer",
}
_FIELD = {word: name for name, words in _FIELDS.items() for word in words.split()}
_GENDERS = frozenset({"male", "female"})
_OFTEN = 2  # pronouns of one document that tell a gender; one in six is read wrongly
_BEFORE = 60  # characters before a name in which its titles stand
_TITLES = re.compile(r"((?:[\w-]+ ){1,4})$")
_AGE_BEFORE = re.compile(r"\b(\d{1,2})-year-old (?:[\w-]+ ){0,3}$")
_AGE_AFTER = re.compile(r"^,? (?:aged |who is )?\(?(\d{1,2})(?:[,.)]| years old| ?-year-old)")
_BORN = re.compile(
    r"^(?: \(|,? (?:who )?(?:was )?)(?:born|b\.) (?:(?:in|on) )?[\w ,]{0,14}?(\d{4})\b"
)
_NO_TITLES = frozenset("the a an his her its their of and said by when as former ex".split())
_FORMS = ("Mr. ", "Mrs. ", "Ms. ", "Mr ", "Mrs ", "Ms ")
_MEMORY = 20  # documents of a person that are compared with one more
_SLACK = 1  # years by which ages in dated documents may differ
_UNDATED_SLACK = 10  # years that may lie between two documents without dates


@dataclass(slots=True)
class Traits:
    """What is told of a person.

    `births` are years, `ages` those that a text without date has; `hints` are genders by a pronoun.
    `roles` are titles and descriptions ("foreign minister"), of which a person has several.
    """

    genders: set[str] = field(default_factory=set)
    hints: set[str] = field(default_factory=set)
    births: set[int] = field(default_factory=set)
    ages: set[int] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    nations: set[str] = field(default_factory=set)
    roles: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return any((self.hints, self.genders, self.births, self.ages, self.fields, self.nations))

    def add(self, other: Traits) -> None:
        """Takes in what another document tells of the same person."""
        self.genders |= other.genders
        self.hints |= other.hints
        self.births |= other.births
        self.ages |= other.ages
        self.fields |= other.fields
        self.nations |= other.nations
        self.roles |= other.roles

    def excludes(self, other: Traits) -> bool:
        """Whether two texts cannot speak of one person."""
        one, two = (t.genders if len(t.genders) == 1 else set() for t in (self, other))
        return (
            _disjoint(one, two)
            or _apart(self.births, other.births, _SLACK)
            or _apart(self.ages, other.ages, _UNDATED_SLACK)
        )

    def doubts(self, other: Traits) -> bool:
        """Whether two texts speak of one person only if they have something else in common."""
        return (
            _disjoint(self.hints, other.hints)
            or _disjoint(self.fields, other.fields)
            or _disjoint(self.nations, other.nations)
        )


def bearers(traits: Traits, told: Sequence[tuple[str, Traits]]) -> list[int]:
    """Which of several persons, by full name and traits, a surname alone may be, as positions.

    Whose title it has goes before whom it only does not contradict.
    """
    genders = traits.genders or traits.hints

    def differs(name: str, other: Traits) -> bool:
        known = (
            other.genders
            or other.hints
            or {nouns.first_name_gender(name.split(maxsplit=1)[0])} - {""}
        )
        return _disjoint(genders, known) or traits.excludes(other)

    fitting = [at for at, (name, other) in enumerate(told) if not differs(name, other)]
    shared = {at: _shared_office(traits.roles, told[at][1].roles) for at in fitting}
    most = max(shared.values(), default=0)
    return [at for at in fitting if shared[at] == most]


def _shared_office(one: set[str], two: set[str]) -> int:
    """How many words of a title two persons share, where one title says no more than the other."""
    told = [({*a.split()}, {*b.split()}) for a in one for b in two]
    return max((len(a & b) for a, b in told if a <= b or b <= a), default=0)


def _disjoint(one: set[str], two: set[str]) -> bool:
    return bool(one and two) and not one & two


def _apart(one: set[int], two: set[int], slack: int) -> bool:
    """Whether no year of one is within reach of one of the other."""
    return bool(one and two) and all(abs(a - b) > slack for a in one for b in two)


def traits_of(record: DocumentRecord, chain: Sequence[int]) -> Traits:
    """What a document tells of the person whose mentions `chain` are."""
    found = Traits()
    spoken = Counter[str]()
    for mention in (record.mentions[index] for index in chain):
        if mention.kind == "pronoun" and mention.gender in _GENDERS:
            spoken[mention.gender] += 1
        elif mention.gender in _GENDERS and _has_title(record, mention):
            found.genders.add(mention.gender)
        if mention.kind == "name":
            _read_around(found, record, mention)
        elif mention.kind == "nominal":
            _read_words(found, mention.text)
            head = record.document.text[mention.head : mention.end].partition(" ")[0]
            phrase = record.document.text[mention.start : mention.head] + head
            found.roles |= _office(phrase.split())
    found.hints = set(spoken)
    found.genders |= {gender for gender, times in spoken.items() if times >= _OFTEN}
    return found


def _has_title(record: DocumentRecord, mention: Mention) -> bool:
    return record.document.text[: mention.start].endswith(_FORMS)


def _read_around(found: Traits, record: DocumentRecord, name: Mention) -> None:
    """Reads what stands right before and right after a name."""
    text, sentence = record.document.text, record.sentences[name.sentence]
    before = text[max(sentence.start, name.start - _BEFORE) : name.start]
    after = text[name.end : min(sentence.end, name.end + _BEFORE)]
    if titles := _TITLES.search(before):
        _read_titles(found, titles.group(1))
    age = _AGE_BEFORE.search(before) or _AGE_AFTER.search(after)
    if age is not None and record.document.date:
        found.births.add(int(record.document.date[:4]) - int(age.group(1)))
    elif age is not None:
        found.ages.add(int(age.group(1)))
    if born := _BORN.search(after):
        found.births.add(int(born.group(1)))


def _read_titles(found: Traits, titles: str) -> None:
    """Reads the words before a name as long as the last of them is a title: |Thai striker| Ada."""
    words = titles.split()
    if words[-1].lower() in _FIELD:
        _read_words(found, titles)
    found.roles |= _office(words)


def _office(words: Sequence[str]) -> set[str]:
    """The title that words end in, without those for a country: |Thai| foreign minister."""
    if not words or nouns.noun(words[-1].lower()).type != "Person":
        return set()
    begin = len(words) - 1
    while begin:
        word = words[begin - 1]
        if word.lower() in _NO_TITLES or gazetteer.place(word) or gazetteer.adjective(word):
            break
        begin -= 1
    return {" ".join(words[begin:]).lower()}


def _read_words(found: Traits, phrase: str) -> None:
    words = phrase.split()
    found.fields |= {_FIELD[word] for word in map(str.lower, words) if word in _FIELD}
    found.nations |= {p.name for word in words if (p := gazetteer.adjective(word)) is not None}


def persons(told: Sequence[Traits], meet: Callable[[int, int], bool]) -> list[list[int]]:
    """Parts the documents on one name into persons, as positions in `told`.

    `meet` says whether two documents have another name in common.
    """
    groups: list[list[int]] = []
    known: list[Traits] = []
    alone: list[list[int]] = []
    for at in sorted(range(len(told)), key=lambda at: not told[at]):

        def met(group: int, at: int = at) -> bool:
            return any(meet(at, other) for other in groups[group][-_MEMORY:])

        fits = [g for g, one in enumerate(known) if not one.excludes(told[at])]
        fits = [g for g in fits if not known[g].doubts(told[at]) or met(g)]
        if len(fits) > 1:
            fits = [g for g in fits if met(g)]
        if len(fits) == 1:
            groups[fits[0]].append(at)
            known[fits[0]].add(told[at])
        elif told[at] or not groups:
            groups.append([at])
            known.append(Traits())
            known[-1].add(told[at])
        else:
            alone.append([at])
    return sorted(sorted(group) for group in [*groups, *alone])

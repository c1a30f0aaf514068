"""One type for each name of a document: the sum of what its occurrences speak for.

The evidence (kg.mentions.evidence) is summed over all occurrences of a name in the document and the
heaviest type wins for all of them, so that one wrong label does no harm. A bare surname follows the
full name, the short name of a firm or a club the long one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from kg.lexicon import gazetteer, names, nouns, trades
from kg.mentions.evidence import TITLE_WEIGHT, by_label, is_storm, weigh
from kg.mentions.lines import Line
from kg.model import ENTITY_TYPES

_CLEAR = 1500  # by which what speaks for a person and for a firm of one name must differ
_CALLED = 2500  # what a noun for a body before a name speaks for one
_BODIES = ("Organization", "Facility")
_UNSURE = frozenset({"", "Event", "Artifact", "Concept"})


def vote(lines: Sequence[Line]) -> dict[str, str]:
    """Key of each name -> the type with the heaviest evidence in the document."""
    votes, labels = _summed(lines)
    types = {key: _heaviest(vote) for key, vote in votes.items()}
    for key in list(types):
        if " " in key and _is_named_after(key, votes, labels):
            types[key] = "Person"
    for key, kind in list(types.items()):
        if kind == "Person" and " " in key:
            for part in (names.surname(key), names.bare_surname(key), key.split()[0]):
                place = part in types and gazetteer.place(part.title())
                city = part == key.split()[0]  # Washington, not Mr. Washington Okello
                if not place or (place.kind != "country" and not city):
                    types[part] = _bearer(votes.get(part), labels.get(part, Counter()))
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


def _summed(lines: Sequence[Line]) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """Key of each name -> the evidence of all its occurrences, and what of it are NER's labels.

    Who has a title once is a person each time, whatever place the tables know of that name.
    """
    votes: dict[str, Counter[str]] = {}
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    times: Counter[str] = Counter()
    titled: set[str] = set()
    for line in lines:
        for name in line.found:
            key = names.key(name.text)
            tally = votes.get(key)
            if tally is None:
                tally = votes[key] = Counter()
            weigh(tally, line, name)
            for kind, weight in by_label(line, name):
                labels[key][kind] += weight
            times[key] += 1
            if name.titled and gazetteer.place(name.text) is not None:
                titled.add(key)
    for key in titled:
        votes[key]["Person"] += TITLE_WEIGHT * (times[key] - 1)
    return votes, labels


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
        first = trades.first_name(text)
        if first and names.key(first) not in persons and _goes_by(first, votes):
            types[names.key(first)] = "Organization"  # Norvik Fish Traders, Norvik


def _is_named_after(
    key: str, votes: dict[str, Counter[str]], labels: dict[str, Counter[str]]
) -> bool:
    """Whether a name that NER alone takes for a body's ends in what is a person's for sure.

    Awa Sarr sang ... |Sarr| was born in Dakar.
    """
    last = names.surname(key)
    own, short = votes[key], votes.get(last, Counter())
    told = any(own[kind] > labels[key][kind] for kind in _BODIES)
    sure = short["Person"] - labels[last]["Person"] >= _CALLED
    firm = any(short[kind] > labels[last][kind] for kind in _BODIES)
    return sure and not told and not firm and gazetteer.place(last.title()) is None


def _goes_by(first: str, votes: dict[str, Counter[str]]) -> bool:
    """Whether nothing around the first word of a body's name tells of a place or a person."""
    vote = votes.get(names.key(first), Counter())
    if gazetteer.place(first) or gazetteer.adjective(first) or nouns.is_common(first):
        return False
    elsewhere = max(vote["Place"], vote["GeopoliticalEntity"])
    return elsewhere <= 0 and vote["Person"] < vote["Organization"] + _CLEAR


def _bearer(vote: Counter[str] | None, labels: Counter[str]) -> str:
    """The type of a surname that stands alone: a person's, save in |the brewery Lindner|.

    However often NER mistakes it, its labels alone make no firm of a surname.
    """
    if vote is None or max(vote[kind] - labels[kind] for kind in _BODIES) < _CALLED:
        return "Person"
    return _either(
        Counter(Person=vote["Person"], Organization=vote["Organization"] + vote["Facility"])
    )


def _either(vote: Counter[str] | None) -> str:
    """Person or firm where the evidence around a name is clear, else nothing."""
    person, firm = (vote or Counter())["Person"], (vote or Counter())["Organization"]
    if abs(person - firm) < _CLEAR:
        return ""
    return "Person" if person > firm else "Organization"


def _heaviest(vote: Counter[str]) -> str:
    """The type that most speaks for, "" where nothing does."""
    kind = max(ENTITY_TYPES, key=lambda kind: vote[kind])
    return kind if vote[kind] > 0 else ""

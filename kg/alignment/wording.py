"""By which relation phrases a text may state a property of a user's ontology.

A name is read in every way that it can be meant. Readings that are no English match nothing:

| name                  | phrase                                    | turned |
|-----------------------|-------------------------------------------|--------|
| works for, work for   | works for                                 |        |
| graduated from        | graduates from                            |        |
| located in, member of | is located in, is member of               |        |
| acquired by           | acquires                                  | yes    |
| has acquired          | acquires                                  |        |
| birth place           | is birth place of                         | yes    |
| has birth place       | has birth place                           |        |

and the nouns of a relation family stand for it: what is done (criticism of), the object as the
subject sees it (employer), the subject as the object sees it (owner).

A name that is the family's own takes its other phrases along. So does any of its phrases where
they all mean one thing (kg:phrasesAreOne: who buys, acquires) and no other property has a part in
the family. Else a phrase stands for itself: who chairs a club does not coach it, though both lead
it, and who is king of a country is not its mayor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from kg.iris import FIXED_PREFIXES, expand
from kg.lexicon.inflection import third_person
from kg.ontology import Ontology, Term, phrase_key
from kg.ontology.schema import Schema, spoken

_REL = FIXED_PREFIXES["rel"]
_SYMMETRIC = FIXED_PREFIXES["owl"] + "SymmetricProperty"
PREPOSITIONS = frozenset("of on by with to for from in against about at over".split())
"""Those that end a relation phrase, or the name of a property that is one."""

_BE = frozenset("is was are were be been being".split())
_HAVE = frozenset({"has", "have", "had"})

_TITLES = {
    "ceo": "chief executive",
    "chief executive officer": "chief executive",
    "cfo": "chief financial officer",
    "chief finance officer": "chief financial officer",
    "coo": "chief operating officer",
}
"""Titles that are one in other words."""

_PARTICIPLES = dict(
    row.split("=")
    for row in (
        "written=write built=build made=make won=win led=lead bought=buy sold=sell held=hold "
        "taken=take given=give taught=teach beaten=beat found=find sent=send shot=shoot "
        "chosen=choose driven=drive known=know run=run sung=sing sued=sue fought=fight "
        "paid=pay met=meet lost=lose seen=see said=say told=tell left=leave put=put "
        "spoken=speak struck=strike slain=slay stolen=steal begun=begin broken=break "
        "grown=grow worn=wear spent=spend kept=keep wrote=write took=take gave=give "
        "drove=drive ran=run spoke=speak stole=steal began=begin broke=break knew=know"
    ).split()
)
"""Past forms that do not end in -ed, with the verb's base."""


@dataclass(frozen=True, slots=True)
class Found:
    """A property by IRI, and whether its subject is the object of the phrase."""

    iri: str
    turned: bool = False


class Wording:
    """The properties of a schema by the phrases and the families that stand for them.

    `by_family` has, by the family's IRI, the properties that take all its phrases.
    """

    def __init__(self, schema: Schema, ontology: Ontology) -> None:
        self._ontology = ontology
        self._nouns = _nouns(ontology)
        self._by_phrase: dict[str, list[Found]] = defaultdict(list)
        own: dict[str, list[Found]] = defaultdict(list)
        shared: dict[str, list[Found]] = defaultdict(list)
        for iri, property_ in schema.properties.items():
            both = property_.is_symmetric
            for word in property_.words:
                for phrase, turned in readings(word):
                    key = _with_one_title(phrase)
                    self._put(self._by_phrase, key, Found(iri, turned), both=both)
                for family, turned, is_own in self._families(word):
                    told = own if is_own else shared
                    both_ways = both or _SYMMETRIC in family.types
                    self._put(told, family.iri, Found(iri, turned), both=both_ways)
                    if family.inverse:
                        self._put(told, family.inverse, Found(iri, not turned), both=both_ways)
        self.by_family = own | {
            family: found
            for family, found in shared.items()
            if family not in own and len({one.iri for one in found}) == 1
        }

    @staticmethod
    def _put(index: dict[str, list[Found]], key: str, found: Found, *, both: bool) -> None:
        for one in (found, Found(found.iri, not found.turned))[: 1 + both]:
            if one not in index[key]:
                index[key].append(one)

    def _families(self, word: str) -> Iterator[tuple[Term, bool, bool]]:
        """The families that a name stands for, whether turned, and whether as their own name."""
        for phrase, turned in readings(word):
            for family in self._ontology.families(phrase):
                is_own = phrase == phrase_key(family.label)
                if is_own or (family.phrases_are_one and not _is_role(phrase)):
                    yield family, turned, is_own
        for iri, turned in self._nouns.get(_noun(word), ()):
            yield self._ontology.terms[iri], turned != word.endswith(" by"), True

    def candidates(self, phrase: str, name: str) -> Iterator[Found]:
        """The properties that a relation may be, the likeliest first, each once.

        `name` is the prefixed name of the relation's property; families above it come after it.
        """
        found = dict.fromkeys(self._by_phrase.get(_with_one_title(phrase_key(phrase)), ()))
        waiting, seen = [expand(name)], set[str]()
        while waiting:
            family = waiting.pop(0)
            if family in seen or family not in self._ontology.terms:
                continue
            seen.add(family)
            found.update(dict.fromkeys(self.by_family.get(family, ())))
            parents = self._ontology.terms[family].parents
            waiting += [parent for parent in parents if parent.startswith(_REL)]
        yield from _forward_first(found)


def _forward_first(found: Collection[Found]) -> Iterator[Found]:
    """Properties in their order, each that may run both ways first as the text has it."""
    for one in found:
        both_ways = Found(one.iri, not one.turned) in found
        if not (both_ways and one.turned):
            yield one
            if both_ways:
                yield Found(one.iri, turned=True)


def _nouns(ontology: Ontology) -> Mapping[str, tuple[tuple[str, bool], ...]]:
    """Families by their nouns; one that names the subject turns the relation."""
    found: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for iri, family in sorted(ontology.terms.items()):
        for noun in (*family.deed_nouns, *family.object_nouns):
            found[phrase_key(noun)].append((iri, False))
        for noun in family.subject_nouns:
            found[phrase_key(noun)].append((iri, True))
    return {noun: tuple(families) for noun, families in found.items()}


def _noun(word: str) -> str:
    """The noun that a name is, without the "has" before and the preposition behind it."""
    words = as_phrase(word).split()
    if len(words) > 1 and words[0] in _HAVE:
        words = words[1:]
    if len(words) > 1 and words[-1] in PREPOSITIONS:
        words = words[:-1]
    return " ".join(words)


def _is_role(phrase: str) -> bool:
    """Whether a phrase says what somebody is: is mayor of, but not is married to."""
    words = phrase.split()
    if len(words) < 3:
        return False
    ends = words[-1] in {"of", "to", "for", "at"} and not words[-2].endswith("ed")
    return words[0] == "is" and ends


def _with_one_title(phrase: str) -> str:
    """A phrase with the usual one of several names of a title: is CEO of."""
    head, _, preposition = phrase.removeprefix("is ").rpartition(" ")
    if phrase.startswith("is ") and head in _TITLES:
        return f"is {_TITLES[head]} {preposition}"
    return phrase


def as_phrase(word: str) -> str:
    """A name of a term as a phrase to look up, camelCase parted."""
    return phrase_key(word if " " in word else spoken(word))


def readings(word: str) -> Iterator[tuple[str, bool]]:
    """The phrases that a property's name may stand for, and whether each is turned.

    >>> dict(readings("acquired by"))["acquires"], dict(readings("employer"))["is employer of"]
    (True, True)
    """
    phrase = as_phrase(word)
    words = phrase.split()
    if not words:
        return
    yield phrase, False
    if words[0] in _BE and len(words) > 1:
        yield " ".join(["is", *words[1:]]), False
        words = words[1:]
    else:
        yield " ".join([third_person(words[0]), *words[1:]]), False
        yield f"is {phrase}", False
        noun = _noun(word)
        yield f"is {noun} of", True
        yield f"has {noun}", False
    yield from _past(words[1:] if words[0] in _HAVE and len(words) > 1 else words)


def _past(words: list[str]) -> Iterator[tuple[str, bool]]:
    """Active phrases for a name that begins with a past form: acquired by, moved to."""
    first, rest = words[0], words[1:]
    by = bool(rest) and rest[-1] == "by"
    for base in bases(first):
        yield " ".join([third_person(base), *(rest[:-1] if by else rest)]), by


def bases(past: str) -> Iterator[str]:
    """What a past form may be of; not all of them need be words."""
    if past in _PARTICIPLES:
        yield _PARTICIPLES[past]
    if past.endswith("ied"):
        yield past[:-3] + "y"
    if past.endswith("ed") and len(past) > 4:
        yield past[:-2]
        yield past[:-1]
        if past[-3] == past[-4]:
            yield past[:-3]

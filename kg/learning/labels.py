"""What a property's own words say of where its facts are: all there is without examples.

The words of a property's labels (camelCase parted), and nouns and verbs of the same root, are its
cues: `director` is met as *directed*, `birthPlace` as *born*. Domain and range say what kind of
thing the subject and the object are; an unknown kind is no evidence against.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.learning.candidates import Span
from kg.learning.features import head
from kg.learning.passages import Passage
from kg.learning.wanted import Wanted
from kg.lexicon.roots import root
from kg.lexicon.stating import label_words

_ROOTS: Mapping[str, str] = {
    noun: told.strip()
    for row in """
birth:bear born native | death:die dead pass | location:locate situate lie stand in
leader:lead head led | owner:own buy belong | author:write book | writer:write
spouse:marry wife husband | child:son daughter | parent:son daughter father mother
sibling:brother sister | founder:found establish create start | founded:found establish
established:found establish | foundation:found establish | founding:found establish
creator:create invent | manufacturer:make build produce manufacture | builder:build construct
maker:make | height:tall high | length:long | weight:weigh | width:wide | depth:deep | age:old
mass:weigh | speed:fast | cost:cost price budget spend | area:cover
population:people inhabitant resident | start:begin start open | end:finish complete close
completion:complete finish | opening:open | construction:build construct | designer:design
architect:design architect | director:direct | producer:produce | publisher:publish release
publication:publish release | release:release publish | composer:compose
performer:perform sing | starring:star play | cast:star play feature | actor:star play
screenwriter:write screenplay | employer:work employ | occupation:be work | profession:be work
member:belong member | team:play | club:play | coach:coach train manage | manager:manage
trainer:train coach | education:study graduate educate attend | mater:graduate study attend
school:attend study | award:win award receive | nominated:nominate | residence:live reside
nationality:national citizen | citizenship:citizen national | country:country from
origin:from come originate | ingredient:contain make include with | discoverer:discover
discovery:discover find | inventor:invent | name:call know name | alternative:also known call
former:formerly previously | successor:succeed follow | predecessor:precede replace succeed
language:speak language | currency:currency | capital:capital | part:part in | mouth:flow empty
tributary:tributary flow | river:flow | genre:genre style | subject:about subject
character:character role play | filming:film shoot shot | narrative:set take
based:base adapt adaptation | followed:follow | influenced:influence
affiliation:affiliate member | engine:engine power | assembly:assemble build
runtime:minute long last | launch:launch | landing:land | military:serve | branch:serve
rank:rank promote | designated:designate | commander:command | period:period take
""".strip().splitlines()
    for noun, _, told in (entry.strip().partition(":") for entry in row.split("|"))
}
"""Nouns of property labels and the words that tell of the same in a sentence."""

_EMPTY = frozenset(
    "of the a an in to for by on at is has was are with and or type number place date year".split()
)


class Cues:
    """The words that tell of one property."""

    __slots__ = ("all", "own", "target")

    def __init__(self, found: Wanted) -> None:
        said = [w for name in found.names for w in label_words(name)]
        self.own = frozenset(root(w) for w in said if w not in _EMPTY)
        more = {root(o) for w in said for o in _ROOTS.get(w, "").split()}
        self.all = self.own | frozenset(more)
        self.target = found.object


def roots(passage: Passage) -> tuple[str, ...]:
    """The root of each token's lemma."""
    return tuple(root(lemma.lower()) for lemma in passage.lemmas)


def evidence(
    passage: Passage, met: tuple[str, ...], span: Span, cues: Cues, kind: str
) -> list[float]:
    """How far the property's words and range speak for a candidate as its object."""
    first, end = span
    at = head(passage, span)
    own = [i for i, r in enumerate(met) if r in cues.own]
    every = [i for i, r in enumerate(met) if r in cues.all]
    outside = [i for i in every if not first <= i < end]
    near = min((_gap(i, span) for i in outside), default=20)
    chain = _above(passage, at)
    above = {j for c in chain for j in (c, *passage.children[c])}
    covered = {met[i] for i in own if not first <= i < end}
    return [
        len(covered) / max(1, len(cues.own)),
        float(bool(outside)),
        float(near <= 1),
        float(near <= 3),
        float(near <= 6),
        float(any(i in chain for i in outside)),
        float(any(i in above for i in outside)),
        float(any(first <= i < end for i in own)),
        float(any(i < first and first - i <= 4 for i in outside)),
        float(any(i >= end and i - end <= 2 for i in outside)),
        float(bool(cues.target) and kind == cues.target),
        float(bool(cues.target) and bool(kind) and kind != cues.target),
        float(not cues.target),
    ]


def _gap(i: int, span: Span) -> int:
    return span[0] - i if i < span[0] else i - span[1] + 1


def _above(passage: Passage, i: int) -> set[int]:
    found: set[int] = set()
    while passage.heads[i] != i and len(found) < 3:
        i = passage.heads[i]
        found.add(i)
    return found


_KINDS: Mapping[str, str] = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "NORP": "people",
    "LANGUAGE": "language",
    "DATE": "date",
    "EVENT": "event",
    "WORK_OF_ART": "work",
}


def kind(passage: Passage, span: Span, forms: Iterable[str]) -> str:
    """What kind of thing a candidate is: date, number, a kind of name, or "" where unknown."""
    found = set(forms)
    if "Y-M-D" in found or "D B Y" in found:
        return "date"
    if "integer" in found or "decimal" in found:
        return "number"
    return _KINDS.get(passage.labels[head(passage, span)], "")

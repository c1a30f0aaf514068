"""Which of several persons with one surname is meant where it stands alone.

Texts introduce a person in full and then use the surname. Where two bear it (Ada Okafor, Ben
Okafor), a use alone is of

1. the only one whom its title fits: |Ms| Okafor, |Senator| Okafor;
2. the only one introduced so far;
3. who was the subject a sentence or two before, where no other was named near it;
4. whom the surname alone has meant before: her brother Ben came, but the surname is hers.

Else it is nobody's: no other use of the surname is the same person for sure. Where no bearer has a
full name, uses with different titles are different persons.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.coref.chains import Chain, Chains, Ref, belongs_to_title, learn_titles
from kg.lexicon import gazetteer, names

_NEAR = 2  # sentences back
_GAP = 2  # sentences by which the other bearers must be farther back
_LIVING = frozenset({"male", "female"})
_EMPTY = frozenset({"of", "the", "-", "former", "ex"})


@dataclass(slots=True)
class _Bearer:
    """A person with a full name: its uses, and the surname's that are his."""

    refs: list[Ref] = field(default_factory=list)
    genders: set[str] = field(default_factory=set)
    titles: list[frozenset[str]] = field(default_factory=list)

    def add(self, ref: Ref) -> None:
        self.refs.append(ref)
        self.genders |= {ref.mention.gender} & _LIVING
        self.titles.append(_title(ref))

    def has(self, title: frozenset[str]) -> bool:
        """Whether a title is one of his."""
        return any(_agree(title, own) for own in self.titles if own)


def join_bearers(chains: Chains) -> frozenset[int]:
    """Joins surnames that stand alone with who is meant; gives those that are nobody's for sure.

    Only surnames that several bear, or that have several titles, are looked at.
    """
    by_surname: dict[str, list[Ref]] = defaultdict(list)
    for ref in chains.refs:
        if ref.is_name and ref.mention.type == "Person":
            by_surname[names.bare_surname(ref.mention.text)].append(ref)
    unsure: set[int] = set()
    for refs in by_surname.values():
        bearers = _bearers(refs)
        if len(bearers) > 1:
            unsure |= _assign(chains, refs, bearers)
        elif not bearers:
            unsure |= _by_title(chains, refs)
    return frozenset(unsure)


def _bearers(refs: Sequence[Ref]) -> Mapping[str, _Bearer]:
    """The persons with a full name, by the fullest name of each."""
    found: dict[str, _Bearer] = {}
    full = [ref for ref in refs if " " in ref.mention.text]
    for ref in sorted(full, key=lambda ref: -len(ref.mention.text)):
        text = ref.mention.text
        known = next((name for name in found if names.is_short_person(text, name)), text)
        found.setdefault(known, _Bearer())
    for ref in full:
        known = next(name for name in found if names.is_short_person(ref.mention.text, name))
        found[known].add(ref)
    return found


def _assign(chains: Chains, refs: Sequence[Ref], bearers: Mapping[str, _Bearer]) -> set[int]:
    """Joins each use of a surname alone with the bearer it means; those that mean no one."""
    unsure: set[int] = set()
    established: _Bearer | None = None
    owners = {ref.index: bearer for bearer in bearers.values() for ref in bearer.refs}
    for ref in refs:
        if ref.index in owners:
            continue
        found = _meant(ref, [*bearers.values()], established)
        if found is not None and chains.join(found.refs[0].index, ref.index):
            found.refs.append(ref)
            established = found
        else:
            unsure.add(ref.index)
    return unsure


def _meant(ref: Ref, bearers: list[_Bearer], established: _Bearer | None) -> _Bearer | None:
    title, gender = _title(ref), {ref.mention.gender} & _LIVING
    fitting = [b for b in bearers if not gender or not b.genders or gender & b.genders]
    fitting = [b for b in fitting if title and b.has(title)] or fitting
    if len(fitting) == 1:
        return fitting[0]
    before = [b for b in fitting if b.refs[0].mention.start < ref.mention.start]
    if len(before) < 2:
        return before[0] if before else None
    recent = _recent(ref, before)
    return recent or (established if established in before else None)


def _recent(ref: Ref, bearers: Sequence[_Bearer]) -> _Bearer | None:
    """Who was the subject just before, where the others were last named farther back."""
    at = ref.mention.sentence
    last = [
        max((r for r in b.refs if r.mention.start < ref.mention.start), key=lambda r: r.index)
        for b in bearers
    ]
    nearest = max(last, key=lambda r: r.index)
    here = nearest.mention.sentence
    clear = all(here - r.mention.sentence >= _GAP for r in last if r is not nearest)
    if not clear or at - here > _NEAR or not nearest.subject:
        return None
    return bearers[last.index(nearest)]


def _by_title(chains: Chains, refs: Sequence[Ref]) -> set[int]:
    """Joins uses by their titles, one without a title with the one before it."""
    titles = [_title(ref) for ref in refs]
    if all(_agree(one, two) for one in titles for two in titles):
        return set()
    held: list[tuple[frozenset[str], Ref]] = []
    last = refs[0]
    for ref, title in zip(refs, titles, strict=True):
        same = next((first for known, first in held if title and _agree(known, title)), None)
        if title and same is None:
            held.append((title, ref))
        else:
            chains.join((same or last).index, ref.index)
        last = ref
    return {ref.index for ref in refs}


def _agree(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether two titles may be one person's; one may say less than the other."""
    return one <= two or two <= one


def _title(ref: Ref) -> frozenset[str]:
    """The words of the title right before a name, without those for a country."""
    chain = Chain([ref.index])
    learn_titles(ref, chain)
    if not chain.roles:
        return frozenset()
    tree, i = ref.tree, ref.first - 1
    words = set[str]()
    while i >= 0 and belongs_to_title(tree, i):
        if not (gazetteer.place(tree.words[i]) or gazetteer.adjective(tree.words[i])):
            words.add(tree.lower[i])
        i -= 1
    return frozenset(words - _EMPTY)

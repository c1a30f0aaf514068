"""What a clause lacks and takes from the one it hangs on, where the sentence's wording is kept.

The graph leaves such clauses out or states them by their own verb; read aloud, they go on from
the words of their governor.

| rule      | example                                           | read as                            |
|-----------|---------------------------------------------------|------------------------------------|
| loose     | He bowed, quietly [closed] the door and left.     | He; quietly closed; the door       |
| aim       | The hall was built to [store] grain.              | The hall; was built to store; grain |
| adjective | Guards are available to [help] tourists.          | Guards; are available to help; ... |
| plan      | The town made plans to [move] the market.         | The town; made plans to move; ...  |
| noun      | They fought the decision to [move] the market.    | the decision; is to move; ...      |
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.clauses import Clause
from kg.clauses.phrases import whole
from kg.renderings.wording import verb_group
from kg.syntax import Tree

Clauses = Mapping[int, Clause]
"""The clauses of a sentence by their verb."""

_EMPTY_NOUNS = frozenset({"way", "time", "chance"})
"""Nouns whose infinitive does not say what they consist in (a way to open it)."""


@dataclass(frozen=True, slots=True)
class Worded:
    """A clause with the words before its own relation, as token positions.

    `restates` is the verb of another clause that it says in full.
    """

    clause: Clause
    prefix: tuple[int, ...] = ()
    restates: int | None = None


Rule = Callable[[Tree, Clause, Clauses], Worded | None]


def loose(tree: Tree, clause: Clause, clauses: Clauses) -> Worded | None:
    """A verb that the parser could not attach goes on with the subject before it."""
    governor = clauses.get(tree.heads[clause.top])
    if clause.subject is not None or tree.deps[clause.top] != "dep" or governor is None:
        return None
    return Worded(replace(clause, subject=governor.subject))


def aim(tree: Tree, clause: Clause, clauses: Clauses) -> Worded | None:
    """An aim reads on from a verb without object, also from a passive one."""
    governor = clauses.get(clause.anchor)
    if clause.attachment != "purpose" or len(clause.chain) > 1 or governor is None:
        return None
    if governor.verb > clause.verb:
        return None
    if clause.subject is None and governor.passive:
        clause = replace(clause, subject=governor.subject)
    if tree.child(governor.verb, "dobj") is not None:
        return Worded(clause)
    verb = governor.verb
    return Worded(clause, (verb, *tree.children(verb, "aux", "auxpass", "neg", "prt")))


def adjective(tree: Tree, clause: Clause, clauses: Clauses) -> Worded | None:
    """An infinitive behind an adjective is said of the adjective's subject."""
    governor = clauses.get(tree.heads[clause.anchor])
    if clause.subject is not None or clause.attachment != "control" or governor is None:
        return None
    if tree.pos[clause.anchor] != "ADJ" or len(clause.chain) > 1 or governor.verb > clause.verb:
        return None
    beyond = tree.children(clause.anchor, "xcomp", "prep", "conj", "cc", "ccomp", "advcl")
    words = (*verb_group(tree, governor), *tree.subtree(clause.anchor, beyond))
    return Worded(replace(clause, subject=governor.subject), words, governor.verb)


def plan(tree: Tree, clause: Clause, clauses: Clauses) -> Worded | None:
    """An infinitive behind an object or predicate noun reads on from the governing clause."""
    governor = clauses.get(tree.heads[clause.anchor])
    if clause.attachment != "infinitive" or len(clause.chain) > 1 or governor is None:
        return None
    if tree.deps[clause.anchor] not in ("dobj", "attr") or governor.subject is None:
        return None
    if governor.verb > clause.anchor:
        return None
    noun = whole(tree, clause.anchor, tree.children(clause.anchor, "acl", "relcl"))
    return Worded(replace(clause, subject=governor.subject), (*verb_group(tree, governor), *noun))


def noun(tree: Tree, clause: Clause, clauses: Clauses) -> Worded | None:  # noqa: ARG001 (a rule)
    """Any other noun consists in what its infinitive says."""
    if clause.attachment != "infinitive" or len(clause.chain) > 1:
        return None
    if tree.pos[clause.anchor] != "NOUN" or tree.lower[clause.anchor] in _EMPTY_NOUNS:
        return None
    return Worded(replace(clause, subject=clause.anchor))


RULES: tuple[Rule, ...] = (loose, aim, adjective, plan, noun)


def borrowed(
    tree: Tree, clauses: Sequence[Clause], rules: Sequence[Rule] = RULES
) -> Iterator[Worded]:
    """The clauses with what the first fitting rule of each finds for it, none said twice."""
    by_verb = {clause.verb: clause for clause in clauses}
    found = [_worded(tree, clause, by_verb, rules) for clause in clauses]
    restated = {worded.restates for worded in found}
    return (worded for worded in found if worded.clause.verb not in restated)


def _worded(tree: Tree, clause: Clause, by_verb: Clauses, rules: Sequence[Rule]) -> Worded:
    found = (rule(tree, clause, by_verb) for rule in rules)
    return next((worded for worded in found if worded is not None), Worded(clause))

"""What texts deny, in a form that OWL reasoners take in.

A negated statement is no plain triple, and most tools see nothing of it. `owl_negations` makes
the statement's node an owl:NegativePropertyAssertion besides, for what a text denies in its own
voice of the actual world: negated, actual, not over, on nobody's word.

A reasoner calls the whole graph inconsistent where something is both denied and true. So a denial
is left out where any statement, whoever makes it and whenever it holds, affirms the same; or
affirms it by way of a property below or a symmetric or inverse one, or of another entity that is
owl:sameAs this one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pyoxigraph as ox

from kg.iris import expand
from kg.model import Literal, Statement, Subgraph
from kg.terms import Names, node, typed

_Fact = tuple[str | Literal, str, str | Literal]
"""Subject, the IRI of the property, object."""


def owl_negations(subgraph: Subgraph, quads: Iterable[ox.Quad], base_iri: str) -> Iterator[ox.Quad]:
    """The quads to add to a graph, in the graphs of their documents.

    `subgraph` holds all of its statements, `quads` declare its properties.
    """
    names, same = Names.under(base_iri), _identities(subgraph)
    affirmed = _affirmed(subgraph, same, _Properties.declared_in(quads))
    for said in subgraph.statements:
        tells = is_denial(said) and not said.unit  # that it is not 90 feet leaves 90 metres open
        if tells and _fact(said, same) not in affirmed:
            yield from _assertion(said, names)


def is_denial(said: Statement) -> bool:
    """Whether the text itself says that something is not so."""
    return said.status == "negated" and not said.speakers and not said.ended


def _assertion(said: Statement, names: Names) -> Iterator[ox.Quad]:
    subject, graph = names.statement(said.id), names.document(said.document)
    value = said.object
    told: dict[str, ox.NamedNode | ox.Literal] = {
        "rdf:type": node("owl:NegativePropertyAssertion"),
        "owl:sourceIndividual": names.entity(said.subject),
        "owl:assertionProperty": ox.NamedNode(expand(said.property)),
    }
    if isinstance(value, Literal):
        told["owl:targetValue"] = typed(value.value, value.datatype)
    else:
        told["owl:targetIndividual"] = names.entity(value)
    for name, term in told.items():
        yield ox.Quad(subject, node(name), term, graph)


def _identities(subgraph: Subgraph) -> Mapping[str, str]:
    """For each entity that is owl:sameAs another, one of those that stand for the same thing."""
    import networkx as nx

    shared = nx.Graph()
    for entity in subgraph.entities.values():
        shared.add_edges_from((entity.id, f"<{iri}>") for iri in entity.same_as)
    return {
        name: min(component) for component in nx.connected_components(shared) for name in component
    }


def _fact(said: Statement, same: Mapping[str, str]) -> _Fact:
    value = said.object
    target = value if isinstance(value, Literal) else same.get(value, value)
    return same.get(said.subject, said.subject), expand(said.property), target


@dataclass(frozen=True, slots=True)
class _Properties:
    """Which properties follow from which."""

    above: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    backwards: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def declared_in(cls, quads: Iterable[ox.Quad]) -> _Properties:
        found = cls()
        above, inverse = node("rdfs:subPropertyOf"), node("owl:inverseOf")
        symmetric = node("owl:SymmetricProperty")
        for quad in quads:
            one, other = str(quad.subject)[1:-1], str(quad.object)[1:-1]
            if quad.predicate == above:
                found.above[one].add(other)
            elif quad.predicate == inverse:
                found.backwards[one].add(other)
                found.backwards[other].add(one)
            elif quad.object == symmetric:
                found.backwards[one].add(one)
        return found

    def follows(self, fact: _Fact) -> Iterator[_Fact]:
        """The facts that follow from one in a single step."""
        subject, name, value = fact
        for other in self.above.get(name, ()):
            yield subject, other, value
        for other in self.backwards.get(name, ()):
            yield value, other, subject


def _affirmed(
    subgraph: Subgraph, same: Mapping[str, str], properties: _Properties
) -> frozenset[_Fact]:
    """All that statements affirm, with what follows from it."""
    waiting = [_fact(said, same) for said in subgraph.statements if said.polarity == "asserted"]
    known: set[_Fact] = set()
    while waiting:
        fact = waiting.pop()
        if fact not in known:
            known.add(fact)
            waiting += properties.follows(fact)
    return frozenset(known)

"""Declarations of the terms that a graph uses, so that the graph explains itself.

Every term outside rdf:, rdfs:, owl: and xsd: is declared, with the terms above it. Those of kg:
and rel: have label and comment, those of a user's own ontology what it says of them; borrowed
ones their kind only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import pyoxigraph as ox

from kg.iris import FIXED_PREFIXES, expand
from kg.ontology import Ontology, Term
from kg.terms import node, text

VALUE_SUFFIX = "_value"
"""Ends the local name of a relation whose objects are literals."""

_OWN = (FIXED_PREFIXES["kg"], FIXED_PREFIXES["rel"])
_WITHOUT = tuple(FIXED_PREFIXES[prefix] for prefix in ("rdf", "rdfs", "owl", "xsd"))


@dataclass(frozen=True, slots=True)
class _Relation:
    """What a graph shows of a relation: its phrases, and whether its objects are literals."""

    is_literal: bool
    phrases: set[str]


class Declarations:
    """Collects the terms used while a graph is written, then declares them.

    `used` are the terms to declare, by IRI.
    """

    def __init__(self, ontology: Ontology, used: Iterable[str] = ()) -> None:
        self._ontology = ontology
        self.used = set(used)
        self._relations: dict[str, _Relation] = {}

    def note_relation(self, name: str, phrase: str, is_literal: bool) -> None:
        """Take in one use of a relation, by its prefixed name."""
        iri = expand(name)
        self.used.add(iri)
        relation = self._relations.setdefault(iri, _Relation(is_literal, set()))
        relation.phrases.add(phrase)

    def quads(self) -> Iterator[ox.Quad]:
        """The declarations of all terms noted, of those they use, and so on."""
        waiting, declared = sorted(self.used), set()
        while waiting:
            iri = waiting.pop()
            if iri in declared or iri.startswith(_WITHOUT):
                continue
            declared.add(iri)
            for quad in self._declaration(iri):
                yield quad
                waiting.append(quad.predicate.value)
                if isinstance(quad.object, ox.NamedNode):
                    waiting.append(quad.object.value)

    def _declaration(self, iri: str) -> Iterator[ox.Quad]:
        subject, term = ox.NamedNode(iri), self._term(iri)
        yield ox.Quad(subject, node("rdf:type"), node(f"owl:{term.kind}"))
        if not self._is_told(iri):
            return
        for kind in term.types:
            yield ox.Quad(subject, node("rdf:type"), ox.NamedNode(kind))
        yield ox.Quad(subject, node("rdfs:label"), text(term.label))
        if term.comment:
            yield ox.Quad(subject, node("rdfs:comment"), text(term.comment))
        if term.happens_once:
            yield ox.Quad(subject, node("kg:happensOnce"), ox.Literal(True))
        above = "rdfs:subClassOf" if term.kind == "Class" else "rdfs:subPropertyOf"
        for parent in term.parents:
            if self._is_told(parent):
                yield ox.Quad(subject, node(above), ox.NamedNode(parent))
        phrases = self._relations[iri].phrases if iri in self._relations else set()
        for phrase in sorted(phrases.union(term.synonyms if term.is_given else ()) - {term.label}):
            yield ox.Quad(subject, node("skos:altLabel"), text(phrase))

    def _is_told(self, iri: str) -> bool:
        """Whether a term is of kg or of a user's own ontology."""
        known = self._ontology.terms.get(iri)
        return iri.startswith(_OWN) or (known is not None and known.is_given)

    def _term(self, iri: str) -> Term:
        """The term as the ontology has it, or one made for a relation it does not know."""
        return self._ontology.terms.get(iri) or self._unknown_relation(iri)

    def _unknown_relation(self, iri: str) -> Term:
        family = self._ontology.terms.get(iri.removesuffix(VALUE_SUFFIX))
        if iri.endswith(VALUE_SUFFIX) and family:
            return self._of_values(iri, family)
        relation = self._relations[iri]
        label = min(relation.phrases)
        if not relation.is_literal:
            comment = f'The relation "{label}" as texts put it; no relation family has it.'
            return Term(iri, "ObjectProperty", label, comment, parents=(expand("kg:relatedTo"),))
        return self._of_values(iri, Term(iri, "DatatypeProperty", label))

    def _of_values(self, iri: str, relation: Term) -> Term:
        """A relation to values, below those of the families that its own lies below."""
        comment = f'What texts say with "{relation.label}" without naming another entity.'
        rel = FIXED_PREFIXES["rel"]
        above = tuple(
            f"{family}{VALUE_SUFFIX}" for family in relation.parents if family.startswith(rel)
        )
        return replace(
            relation,
            iri=iri,
            kind="DatatypeProperty",
            comment=comment,
            types=(),
            parents=above or (expand("kg:relatedValue"),),
        )

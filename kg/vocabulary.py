"""Remarks on the words of a query: terms of kg: and rel: that the graph does not have.

Such a query is right SPARQL and simply finds nothing, so a slip of the pen looks like an answer.
A graph declares every term of these two namespaces that it uses, which is what is compared.
"""

from __future__ import annotations

from collections.abc import Iterable

from kg.iris import FIXED_PREFIXES, compact, prefixes
from kg.lookup import near_names
from kg.ontology import load_ontology
from kg.sparql import iris_in
from kg.stores import Solutions, Store

_OWN = {FIXED_PREFIXES[prefix]: prefix for prefix in ("kg", "rel")}
_DECLARED = """
SELECT DISTINCT ?term WHERE {
  VALUES ?kind { owl:Class owl:ObjectProperty owl:DatatypeProperty owl:NamedIndividual }
  ?term a ?kind
}
"""


def remarks(store: Store, sparql: str, base_iri: str) -> tuple[str, ...]:
    """A sentence on each term of kg: or rel: in the query that the graph does not have."""
    declared = prefixes(base_iri)
    named = {iri: compact(iri, _OWN) for iri in iris_in(sparql, declared)}
    used = {iri: name for iri, name in named.items() if name}
    if not used:
        return ()
    answer = store.query(_DECLARED, declared)
    rows = answer.rows if isinstance(answer, Solutions) else iter(())
    known = {row[0].value for row in rows if row[0]}
    return tuple(_remark(iri, name, known) for iri, name in used.items() if iri not in known)


def _remark(iri: str, name: str, known: set[str]) -> str:
    terms = load_ontology().terms
    if iri in terms:
        return f"{name} occurs nowhere in this graph."
    near = _nearest(name, known)
    if near:
        return f"{name} is no term of this graph. Did you mean {near}?"
    near = _nearest(name, terms)
    hint = f" Did you mean {near}, which occurs nowhere in it either?" if near else ""
    return f"{name} is no term of this graph.{hint}"


def _nearest(name: str, iris: Iterable[str]) -> str:
    """The term of the same namespace whose local name is nearest, if one is near."""
    prefix, _, local = name.partition(":")
    space = FIXED_PREFIXES[prefix]
    same = [iri.removeprefix(space) for iri in iris if iri.startswith(space)]
    near = near_names(local, same, 1)
    return f"{prefix}:{near[0]}" if near else ""

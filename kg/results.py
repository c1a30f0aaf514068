"""The answer to a query: rows for Python, and text for people and programs."""

from __future__ import annotations

import csv
import io
import json
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.errors import QueryError
from kg.iris import FIXED_PREFIXES, compact, prefixes
from kg.lines import counted
from kg.rdf.turtle import write_turtle
from kg.stores import Answer, Solutions, Term

if TYPE_CHECKING:
    import pandas as pd

Value = str | int | float | bool | None
_XSD = FIXED_PREFIXES["xsd"]
_SHORT_CELL = 20
"""Columns no wider than this are never wrapped: names and statuses stay readable."""
_NARROWEST = 24
"""Columns of a table to which long cells are wrapped at the least."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
RDF_FORMATS: Mapping[str, ox.RdfFormat] = {
    "turtle": ox.RdfFormat.TURTLE,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "nquads": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
}
"""The formats of what CONSTRUCT and DESCRIBE answer."""
_TRIPLE = ("subject", "predicate", "object")


class Row(tuple[Value, ...]):
    """A row's values, by position, by variable (`row["name"]`) or as an attribute.

    IRIs are strings; numbers and truth values are Python's.
    """

    __slots__ = ()
    _variables: tuple[str, ...] = ()

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            try:
                return super().__getitem__(self._variables.index(key))
            except ValueError:
                raise KeyError(key) from None
        return super().__getitem__(key)

    def __getattr__(self, name: str) -> Value:
        try:
            return self[name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(name) from None

    def as_dict(self) -> dict[str, Value]:
        return dict(zip(self._variables, self, strict=True))


@dataclass(frozen=True)
class QueryResult:
    """An answer, read to its end.

    Iterating gives `Row`s. `rows` holds the terms themselves, None where a variable is unbound.
    ASK has `boolean` set and one row. `triples` says that CONSTRUCT or DESCRIBE answered, `cut`
    that there would be more than was asked for. `notes` are remarks on the query for people.
    """

    variables: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]
    base_iri: str
    boolean: bool | None = None
    triples: bool = False
    cut: bool = False
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        """What ASK answered; elsewhere whether there is a row."""
        return bool(self.rows) if self.boolean is None else self.boolean

    def __iter__(self) -> Iterator[Row]:
        made = type("Row", (Row,), {"__slots__": (), "_variables": self.variables})
        for row in self.rows:
            yield made(map(python_value, row))

    def to_dataframe(self) -> pd.DataFrame:
        """A pandas DataFrame; QueryError says what to install where pandas is not there."""
        try:
            import pandas as pd
        except ImportError as error:
            raise QueryError("to_dataframe() needs pandas: pip install pandas.") from error
        return pd.DataFrame([tuple(row) for row in self], columns=list(self.variables))

    def to_text(self, width: int | None = None) -> str:
        """A table for people, its long cells wrapped so that it is `width` columns wide.

        Where that leaves long cells too little room, each row is a block with a line a column.
        """
        columns = list(self._columns())
        widths = [max(map(len, column)) for column in columns]
        long = [needed for needed in widths if needed > _SHORT_CELL]
        room = (width or sys.maxsize) - sum(widths) + sum(long) - 2 * len(widths)
        fits = room >= sum(min(needed, _NARROWEST) for needed in long)
        lines = self._table(columns, width) if fits else self._blocks(columns, width or 0)
        count = counted(len(self.rows), "row")
        told = f"(the first {count}; there are more)" if self.cut else f"({count})"
        return "\n".join([*lines, told]) + "\n"

    def _table(self, columns: Sequence[Sequence[str]], width: int | None) -> Iterator[str]:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="")
        for column in columns:
            short = max(map(len, column)) <= _SHORT_CELL
            least = None if short else min(_NARROWEST, max(map(len, column)))
            table.add_column(Text(column[0]), overflow="fold", no_wrap=short, min_width=least)
        for row in zip(*(column[1:] for column in columns), strict=True):
            table.add_row(*map(Text, row))
        out = io.StringIO()
        widest = 2 + sum(2 * max(map(len, column)) + 2 for column in columns)
        console = Console(file=out, width=width or widest, color_system=None, legacy_windows=False)
        console.print(table)
        return (line.rstrip() for line in out.getvalue().splitlines())

    def _blocks(self, columns: Sequence[Sequence[str]], width: int) -> Iterator[str]:
        """A block a row: each column's name and value on a line, wrapped further in."""
        margin = 2 + max(len(name) for name in self.variables)
        for row in zip(*(column[1:] for column in columns), strict=True):
            for name, value in zip(self.variables, row, strict=True):
                yield from textwrap.wrap(
                    value or "-",
                    max(width, margin + 20),
                    initial_indent=f"{name:<{margin}}",
                    subsequent_indent=" " * margin,
                )
            yield ""

    def to_csv(self, *, bom: bool = False) -> str:
        """SPARQL 1.1 results as CSV: IRIs in full, literals by their text.

        A text that a spreadsheet would run as a formula, since it begins with one of = + - @, a
        tab or a carriage return, gets an apostrophe before it; numbers do not. `bom` begins with
        the mark by which Excel knows UTF-8. Other formats have every text as it is.
        """
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(self.variables)
        writer.writerows([_guarded(term) for term in row] for row in self.rows)
        return ("\ufeff" if bom else "") + out.getvalue()

    def to_tsv(self) -> str:
        """SPARQL 1.1 results as TSV: each term as in Turtle."""
        return self._rewritten(ox.QueryResultsFormat.TSV)

    def to_xml(self) -> str:
        """SPARQL 1.1 results as XML."""
        return self._rewritten(ox.QueryResultsFormat.XML) + "\n"

    def _rewritten(self, format_: ox.QueryResultsFormat) -> str:
        held = ox.parse_query_results(self.to_json(), ox.QueryResultsFormat.JSON)
        return (held.serialize(format=format_) or b"").decode()

    def to_json(self) -> str:
        """SPARQL 1.1 results as JSON."""
        if self.boolean is not None:
            return json.dumps({"head": {}, "boolean": self.boolean}) + "\n"
        bindings = [
            {name: _json(term) for name, term in zip(self.variables, row, strict=True) if term}
            for row in self.rows
        ]
        answer = {"head": {"vars": list(self.variables)}, "results": {"bindings": bindings}}
        return json.dumps(answer, ensure_ascii=False, indent=1) + "\n"

    def to_turtle(self) -> str:
        """The triples of CONSTRUCT or DESCRIBE; QueryError for other answers."""
        out = io.StringIO()
        write_turtle(self._triples("Turtle"), out, self.base_iri)
        return out.getvalue()

    def to_rdf(self, format_: str) -> str:
        """The triples of CONSTRUCT or DESCRIBE in one of RDF_FORMATS; QueryError for others."""
        if format_ in ("turtle", "trig"):  # triples without a graph are the same in both
            return self.to_turtle()
        found = self._triples(format_)
        text = (ox.serialize(found, format=RDF_FORMATS[format_]) or b"").decode()
        return text if text.endswith("\n") or not text else text + "\n"

    def _triples(self, format_: str) -> Iterator[ox.Triple]:
        if not self.triples:
            raise QueryError(
                f"{format_} holds triples: ask with CONSTRUCT or DESCRIBE, or take another format."
            )
        found: Any = self.rows
        return (ox.Triple(*row) for row in found)

    def without(self, hidden: Sequence[str]) -> QueryResult:
        """The result without some columns."""
        kept = [i for i, name in enumerate(self.variables) if name not in hidden]
        rows = tuple(tuple(row[i] for i in kept) for row in self.rows)
        return replace(self, variables=tuple(self.variables[i] for i in kept), rows=rows)

    def _shown(self) -> Iterator[list[str]]:
        by_namespace = {iri: prefix for prefix, iri in prefixes(self.base_iri).items()}
        for row in self.rows:
            yield [_short(term, by_namespace) for term in row]

    def _columns(self) -> Iterator[list[str]]:
        shown = list(self._shown())
        for i, variable in enumerate(self.variables):
            yield [variable, *(_printable(row[i]) for row in shown)]


def collect(answer: Answer, base_iri: str, rows: int | None = None) -> QueryResult:
    """A store's answer, read to its end or to the number of `rows` wanted."""
    if isinstance(answer, bool):
        row = (ox.Literal(answer),)
        return QueryResult(("answer",), (row,), base_iri, boolean=answer)
    found: Iterator[Any] = answer.rows if isinstance(answer, Solutions) else answer
    held = tuple(islice(found, rows))
    cut = rows is not None and next(found, None) is not None
    if isinstance(answer, Solutions):
        return QueryResult(answer.variables, held, base_iri, cut=cut)
    triples = sorted({(t.subject, t.predicate, t.object) for t in held}, key=str)
    return QueryResult(_TRIPLE, tuple(triples), base_iri, triples=True, cut=cut)


def python_value(term: Term | None) -> Value:
    """A term as a Python value."""
    if not isinstance(term, ox.Literal):
        return None if term is None else term.value
    kind = term.datatype.value.removeprefix(_XSD)
    try:
        if kind == "integer":
            return int(term.value)
        if kind in ("decimal", "double", "float"):
            return float(term.value)
    except ValueError:  # an ill-typed literal keeps its text
        return term.value
    return term.value in ("true", "1") if kind == "boolean" else term.value


def _plain(term: Term | None) -> str:
    return "" if term is None else str(term) if isinstance(term, ox.BlankNode) else term.value


def _guarded(term: Term | None) -> str:
    """The text of a term for a cell; what a spreadsheet takes for a formula is made a text."""
    cell = _plain(term)
    is_number = isinstance(python_value(term), int | float)
    return f"'{cell}" if cell.startswith(_FORMULA) and not is_number else cell


def _short(term: Term | None, by_namespace: Mapping[str, str]) -> str:
    short = compact(term.value, by_namespace) if isinstance(term, ox.NamedNode) else None
    return short or _plain(term)


def _printable(text: str) -> str:
    """Text on one line, without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text)


def _json(term: Term) -> dict[str, str]:
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    found = {"type": "literal", "value": term.value}
    if term.language:
        return found | {"xml:lang": term.language}
    if term.datatype.value != _XSD + "string":
        return found | {"datatype": term.datatype.value}
    return found

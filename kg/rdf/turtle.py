"""Turtle and TriG, sorted and laid out for a reader.

The same quads give the same bytes, in whatever order they come. Triples are grouped by subject,
and the subjects by what they are: the graph itself and its vocabulary, the run, entities with
their facts, times; then each document, its sentences in order, and under each sentence the
statements drawn from it.

    triples --sort--> one block of text a subject --sort--> sections of blocks

Both sorts spill to temporary files, so that memory stays bounded however large the graph. The
writer works on N-Triples lines: pyoxigraph has escaped their strings already, and Turtle reads
the same escapes.

A build has a graph a document at a time, and knows what it says of each subject. It lays each
graph out once (`Layout.text`), keeps the text, and puts both files together from such texts
(`compose_turtle`, `compose_trig`): the same bytes at a fraction of the cost, since a store of a
million quads takes longer to read than to write.
"""

from __future__ import annotations

import heapq
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import IO

import pyoxigraph as ox

from kg.iris import compact, prefixes

Description = tuple[str, Mapping[str, Sequence[str]]]
"""A subject and its objects by predicate, all as Turtle writes them; no object stands twice."""

_CHUNK = 1_500_000
"""Lines held in memory at once; a line of a text graph has about 200 bytes. Past it, spilling to
files and merging them takes a third more time."""

_BARE = {
    "integer": re.compile(r"[+-]?\d+"),
    "decimal": re.compile(r"[+-]?\d*\.\d+"),
    "boolean": re.compile(r"true|false"),
}
"""Literals that Turtle reads without quotes, by datatype."""

_SECTIONS = {
    "graph": "The graph",
    "kg": "Vocabulary",
    "rel": "Relations",
    "": "Borrowed terms",
    "run": "The run that made the graph",
    "ent": "Entities and facts",
    "time": "Times",
    "doc": "Documents, their sentences, and what each says",
}
_SECTION_NAMES = tuple(_SECTIONS)
_ORDER = {name: number for number, name in enumerate(_SECTION_NAMES)}
_INSIDE_DOCUMENTS = {"doc": 0, "sent": 1, "st": 2}

_PREDICATES = """
rdf:type rdfs:label rdfs:comment skos:altLabel dct:title
rdf:subject rdf:predicate rdf:object kg:unit kg:polarity kg:factuality kg:ended kg:confidence kg:cue
prov:wasAttributedTo kg:reportedBy kg:reportedFurtherBy sem:hasTime kg:duration sem:hasPlace
kg:placeText kg:relationPhrase kg:surfaceRelation kg:subjectSpan kg:relationSpan kg:objectSpan
kg:rule prov:wasDerivedFrom prov:wasGeneratedBy
"""
"""The properties that stand first in a block, in this order; the others follow by name."""

_RANK = {name: rank for rank, name in enumerate(_PREDICATES.split())}


def write_turtle(quads: Iterable[ox.Quad | ox.Triple], out: IO[str], base_iri: str) -> None:
    """Write the merge of all graphs as Turtle, each triple once."""
    layout = Layout(base_iri)
    out.writelines(layout.heading())
    lines = (str(quad.triple if isinstance(quad, ox.Quad) else quad) for quad in quads)
    out.writelines(_sectioned(layout.blocks(sorted_lines(lines))))


def write_trig(quads: Iterable[ox.Quad], out: IO[str], base_iri: str) -> None:
    """Write a dataset as TriG: the default graph, then the named graphs by their names."""
    layout = Layout(base_iri)
    out.writelines(layout.heading())
    lines = sorted_lines(f"{_graph_name(quad)}\t{quad.triple}" for quad in quads)
    for graph, group in groupby(lines, key=lambda line: line.partition("\t")[0]):
        triples = (line.partition("\t")[2] for line in group)
        if graph:
            out.write(f"\nGRAPH {layout.term(graph)} {{\n")
            out.writelines(_plain(layout.blocks(triples), indent="  "))
            out.write("}\n")
        else:
            out.writelines(_sectioned(layout.blocks(triples)))


def compose_turtle(
    layout: Layout, default: str, documents: Iterable[tuple[str, str]]
) -> Iterator[str]:
    """The pieces of what `write_turtle` would write.

    `default` is the text of the default graph, `documents` have the name and text of each other,
    in the order of `turtle_order`.
    """
    yield from layout.heading()
    yield default
    for number, (_, text) in enumerate(documents):
        yield _section_heading("doc") * (number == 0)
        yield text


def compose_trig(
    layout: Layout, default: str, documents: Iterable[tuple[str, str]]
) -> Iterator[str]:
    """The pieces of what `write_trig` would write; documents in the order of `trig_order`."""
    yield from layout.heading()
    yield default
    for graph, text in documents:
        yield f"\nGRAPH {layout.term(graph)} {{\n"
        yield text.replace("\n", "\n  ").replace("\n  \n", "\n\n").removesuffix("  ")
        yield "}\n"


def turtle_order(graph: str) -> str:
    """What sorts documents, by the N-Triples terms of their names, as Turtle has them."""
    return graph[:-1] + " "


def trig_order(graph: str) -> str:
    """What sorts documents as TriG has them."""
    return graph


def _graph_name(quad: ox.Quad) -> str:
    return "" if isinstance(quad.graph_name, ox.DefaultGraph) else str(quad.graph_name)


class Layout:
    """Lays out triples under one set of prefixes."""

    def __init__(self, base_iri: str) -> None:
        self._prefixes = prefixes(base_iri)
        self._by_namespace = {iri: prefix for prefix, iri in self._prefixes.items()}
        self._graph = f"<{base_iri}>"
        self.term = lru_cache(maxsize=100_000)(self._term)

    def heading(self) -> Iterator[str]:
        """The prefix declarations."""
        width = max(map(len, self._prefixes)) + 1
        for prefix, iri in self._prefixes.items():
            yield f"@prefix {prefix + ':':<{width}} <{iri}> .\n"

    def text(self, described: Iterable[Description], *, sections: bool) -> str:
        """One graph laid out, with headings before its sections or without."""
        keyed = sorted(self._keyed(subject, told) for subject, told in described)
        blocks = ((_SECTION_NAMES[order], text) for order, _, text in keyed)
        return "".join(_sectioned(blocks) if sections else _plain(blocks, indent=""))

    def quads(self, text: str, graph: ox.NamedNode | None = None) -> Iterator[ox.Quad]:
        """The quads of a graph that `text` laid out without headings, in any order."""
        given = f"{''.join(self.heading())}{_of_graph(text, graph)}".encode()
        return ox.parse(given, ox.RdfFormat.TRIG, lenient=True)

    def files(self, graphs: Iterable[tuple[str, ox.NamedNode | None]], most: int) -> Iterator[str]:
        """Graphs that were laid out without headings, each with its name, as files of TriG.

        A file has at most so many characters, beside those of the headings, or a single graph.
        """
        held: list[str] = []
        size = 0
        for text, name in graphs:
            if held and size + len(text) > most:
                yield "".join([*self.heading(), *held])
                held, size = [], 0
            held.append(_of_graph(text, name))
            size += len(text)
        yield "".join([*self.heading(), *held])

    def blocks(self, triples: Iterable[str]) -> Iterator[tuple[str, str]]:
        """(section, text) of each subject, in the order of the file, from sorted N-Triples."""
        keyed = (self._keyed(subject, told) for subject, told in self.described(triples))
        return (_unpack(line) for line in sorted_lines(_pack(*block) for block in keyed))

    def described(self, triples: Iterable[str]) -> Iterator[Description]:
        """What sorted N-Triples say of each subject; both syntaxes write plain strings alike."""
        subject, last = "", ""
        by_predicate: dict[str, list[str]] = {}
        for line in triples:
            if line == last:
                continue
            last = line
            about, predicate, value = line.split(" ", 2)
            if about != subject:
                if by_predicate:
                    yield self.term(subject), by_predicate
                subject, by_predicate = about, {}
            spelt = value if value[0] == value[-1] == '"' else self.term(value)
            by_predicate.setdefault(self.term(predicate), []).append(spelt)
        if by_predicate:
            yield self.term(subject), by_predicate

    def _keyed(
        self, subject: str, by_predicate: Mapping[str, Sequence[str]]
    ) -> tuple[int, str, str]:
        """The block of a subject behind what sorts it: its section, and its place there."""
        section, place = self._place(subject, by_predicate)
        return _ORDER[section], place, _block(subject, by_predicate)

    def _place(self, subject: str, by_predicate: Mapping[str, Sequence[str]]) -> tuple[str, str]:
        """The section of a subject and its place there, as a string that sorts rightly.

        Sentences and statements stand after the document's name by offset; a statement knows
        its sentence, whose local name ends in the offset.
        """
        prefix, _, local = subject.partition(":")
        if subject == self._graph:
            return "graph", ""
        if prefix not in _INSIDE_DOCUMENTS:
            return (prefix if prefix in _ORDER else ""), subject
        if prefix == "doc":
            return "doc", f"{local} {0:010} 0"
        if prefix == "st":
            sentence = by_predicate.get("prov:wasDerivedFrom", [":_0"])[0]
            span = by_predicate.get("kg:subjectSpan", ['"0:'])[0]
            rank = f"{_INSIDE_DOCUMENTS[prefix]} {_number(span[1:].partition(':')[0]):010} {local}"
            document, _, offset = sentence.partition(":")[2].rpartition("_")
        else:
            rank = str(_INSIDE_DOCUMENTS[prefix])
            document, _, offset = local.rpartition("_")
        return "doc", f"{document} {_number(offset):010} {rank}"

    def _term(self, term: str) -> str:
        """An N-Triples term as Turtle writes it."""
        if term.startswith("<"):
            return self._iri(term)
        if term.endswith(">"):
            lexical, _, datatype = term.rpartition("^^")
            short = self._iri(datatype)
            bare = _BARE.get(short.removeprefix("xsd:"))
            if bare and bare.fullmatch(lexical[1:-1]):
                return lexical[1:-1]
            return f"{lexical}^^{short}"
        return term

    def _iri(self, iri: str) -> str:
        return compact(iri[1:-1], self._by_namespace) or iri


def _of_graph(text: str, graph: ox.NamedNode | None) -> str:
    """A graph laid out, in TriG; the default graph has no name."""
    return f"GRAPH {graph} {{{text}}}\n" if graph else text


@lru_cache(maxsize=10_000)
def _rank(predicate: str) -> tuple[int, str]:
    """What sorts the predicates of a block."""
    return _RANK.get(predicate, len(_RANK)), predicate


def _block(subject: str, by_predicate: Mapping[str, Sequence[str]]) -> str:
    parts = []
    for predicate in sorted(by_predicate, key=_rank):
        values = by_predicate[predicate]
        told = values[0] if len(values) == 1 else ", ".join(sorted(values))
        parts.append(f"{'a' if predicate == 'rdf:type' else predicate} {told}")
    return f"{subject} {_NEXT.join(parts)} ."


_NEXT = " ;\n    "
"""Stands between the predicates of a block."""


def _number(digits: str) -> int:
    return int(digits) if digits.isdigit() else 0


def _pack(order: int, place: str, text: str) -> str:
    """A block on one line, so that it can be sorted in a file."""
    packed = text.replace("\n", "\r")
    return f"{order}\t{place}\t{packed}"


def _unpack(line: str) -> tuple[str, str]:
    order, _, text = line.split("\t", 2)
    return _SECTION_NAMES[int(order)], text.replace("\r", "\n")


def _sectioned(blocks: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Blocks with a heading before each section."""
    for section, group in groupby(blocks, key=lambda block: block[0]):
        yield _section_heading(section)
        yield from _plain(group, indent="")


def _section_heading(section: str) -> str:
    return f"\n\n# ---- {_SECTIONS[section]}\n"


def _plain(blocks: Iterable[tuple[str, str]], indent: str) -> Iterator[str]:
    for _, text in blocks:
        indented = text.replace("\n", f"\n{indent}") if indent else text
        yield f"\n{indent}{indented}\n"


def sorted_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines in code point order; past a chunk they are sorted in temporary files."""
    lines = iter(lines)
    files: list[IO[str]] = []
    chunk = sorted(islice(lines, _CHUNK))
    while len(chunk) == _CHUNK:
        files.append(_spill(chunk))
        chunk = sorted(islice(lines, _CHUNK))
    if not files:
        yield from chunk
        return
    runs = [(line[:-1] for line in file) for file in files]
    try:
        yield from heapq.merge(*runs, chunk)
    finally:
        for file in files:
            file.close()


def _spill(chunk: Iterable[str]) -> IO[str]:
    file = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115 (merged later)
    file.writelines(f"{line}\n" for line in chunk)
    file.seek(0)
    return file

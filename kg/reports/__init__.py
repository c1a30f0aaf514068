"""What the command line says: results of the API for people and programs, and exit statuses."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kg import api, collecting, query, triples
from kg.errors import InputError
from kg.lines import counted
from kg.readers import Intake

# re-exported: callers read reports.entity_lines
from kg.reports.checks import violation_lines, violations_json
from kg.reports.entities import entity_lines, explanation_lines
from kg.reports.listings import document_lines, merge_lines
from kg.reports.records import (
    documents_json,
    entity_json,
    explanation_json,
    merges_json,
    path_json,
    stats_json,
)
from kg.results import RDF_FORMATS
from kg.stores.publication import Memory

if TYPE_CHECKING:
    from kg.building import BuildReport
    from kg.documents import Problem
    from kg.linking.curation import Decision
    from kg.results import QueryResult

__all__ = [
    "document_lines",
    "documents_json",
    "entity_json",
    "entity_lines",
    "explanation_json",
    "explanation_lines",
    "merge_lines",
    "merges_json",
    "path_json",
    "stats_json",
    "violation_lines",
    "violations_json",
]

DONE, FAILED, PARTLY = 0, 1, 3
"""Exit statuses; 2 is wrong use, which the argument parser tells."""


# ---- build
def build_summary(folder: Path, report: BuildReport) -> str:
    """The table that ends a build, after what went wrong or was taken out."""
    said = [problem_line(problem) for problem in report.problems]
    said += [f"taken out of the graph: {key}" for key in report.removed]
    said += [f"a decision met nothing: {line}" for line in report.unmatched]
    if report.changed:
        anew = f"{counted(report.parsed, 'document')} parsed"
        said.append(f"{folder}: built in {report.seconds:.1f} s, {anew}")
    else:
        said.append(f"{folder}: nothing has changed; nothing was parsed")
    rows = [
        ("documents", f"{report.documents:,}"),
        ("sentences", f"{report.sentences:,}"),
        *_reasons("not read", report.unread),
        ("triples", f"{report.triples:,}"),
        *_reasons("not in the graph", report.dropped),
        ("statements", f"{report.statements:,}"),
        *_of_ontology(report),
        ("entities", f"{report.entities:,}"),
        *_reasons("clauses without a triple", report.unsaid, indent=""),
        *((label, str(folder / name)) for label, name in _FILES),
        *_sent_to(folder),
    ]
    return "\n".join([*said, *_aligned(rows)])


def _of_ontology(report: BuildReport) -> Iterator[tuple[str, str]]:
    """How many statements are of the user's own ontology, and why the others are not."""
    if report.mapped or report.kept_out:
        yield "  of your ontology", f"{report.mapped:,}"
        yield from _reasons("outside your ontology", report.kept_out)


_FILES = (
    ("view", "graph.html"),
    ("turtle", "graph.ttl"),
    ("trig", "graph.trig"),
    ("store", "store"),
)


def _sent_to(folder: Path) -> Iterator[tuple[str, str]]:
    """A row on the remote store that has the graph too."""
    memory = Memory.of(folder)
    if memory:
        yield "sent to", memory.address


def _reasons(
    label: str, counts: Mapping[str, int], indent: str = "  "
) -> Iterator[tuple[str, str]]:
    """How many of what stands above were left aside, then why, the commonest reason first."""
    if counts:
        yield f"{indent}{label}", f"{sum(counts.values()):,}"
    for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{indent}  {reason}", f"{count:,}"


def _aligned(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max(len(label) for label, _ in rows)
    for label, value in rows:
        yield f"  {label:<{width}}  {value}"


# ---- curation
def decided(path: Path, decision: Decision, report: BuildReport) -> str:
    """What was decided, where it stands, and what in the file met nothing."""
    said = [f"{decision}: in {path}"]
    said += [f"a decision met nothing: {line}" for line in report.unmatched]
    return "\n".join(said)


def decision_status(decision: Decision, report: BuildReport) -> int:
    """The exit status of a decision: it failed where it met nothing in the graph."""
    met = not any(line.startswith(f"{decision}: ") for line in report.unmatched)
    return DONE if met else FAILED


def problem_line(problem: Problem) -> str:
    """One line on an input that could not be used, or only in part."""
    return f"{problem.severity}: {problem.path}: {problem.reason}"


def build_status(report: BuildReport) -> int:
    """The exit status of a build."""
    return status(report.problems, any_done=report.given > 0 or bool(report.removed))


def status(problems: Iterable[Problem], *, any_done: bool) -> int:
    """The exit status where `problems` befell the inputs; a warning is none."""
    if not any(problem.severity == "error" for problem in problems):
        return DONE
    return PARTLY if any_done else FAILED


# ---- query
_SCREENS = 1000
"""Rows of a table on a terminal where nothing else is asked for."""
_PAGE = 120
"""Columns of a table that goes to no terminal, or to one that does not tell its width."""


def question_list() -> str:
    """The named questions with their arguments."""
    lines: list[str] = []
    for question in query.questions().values():
        lines.append(f"{question.name}\n    {question.description}")
        for argument in question.arguments:
            needed = "" if argument.required else ", optional"
            lines.append(
                f"    --arg {argument.name}=…  {argument.description} ({argument.kind}{needed})"
            )
    return "\n".join(lines) + "\n"


def read_query(path: Path | None) -> str:
    """The query in a file."""
    try:
        return path.read_text(encoding="utf-8") if path else ""
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text ({error.reason}).") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error


def answer(result: QueryResult, format_: str | None, *, bom: bool = False) -> str:
    """A query's answer in one of the formats of `kg query`.

    Where none is chosen, triples are Turtle and anything else is a table. `bom` is for CSV.
    """
    chosen = format_ or ("turtle" if result.triples else "table")
    if chosen in RDF_FORMATS:
        return result.to_rdf(chosen)
    writers = {
        "csv": lambda: result.to_csv(bom=bom),
        "tsv": result.to_tsv,
        "json": result.to_json,
        "xml": result.to_xml,
    }
    if chosen in writers:
        return writers[chosen]()
    return result.to_text(shutil.get_terminal_size((_PAGE, 24)).columns)


def answer_limit(given: int | None, format_: str | None, output: Path | None) -> int | None:
    """How many rows to ask for: as given, 0 being all; a table on a terminal has a limit anyway."""
    if given is not None:
        return given or None
    on_terminal = output is None and sys.stdout.isatty()
    return _SCREENS if on_terminal and format_ in (None, "table") else None


def answer_notes(result: QueryResult) -> str:
    """What to say beside an answer, a line each."""
    told = [f"note: {remark}" for remark in result.notes]
    if result.cut:
        told.append(f"note: there is more than these {len(result)}; --limit 0 gives all.")
    return "\n".join(told)


# ---- the shape of a graph
def no_path(ends: tuple[str, str], most: int, *, asserted: bool) -> str:
    """That nothing joins two entities."""
    steps = counted(most, "asserted statement" if asserted else "statement")
    return f"No path of at most {steps} leads from {ends[0]} to {ends[1]}."


# ---- extract
@dataclass(slots=True)
class Extraction:
    """A run of `kg extract`, from options to lines."""

    binary: bool
    pretokenized: bool
    format: str
    model: str
    intake: Intake | None = None
    problems: list[Problem] = field(default_factory=list)
    texts: int = 0

    @collecting.seldom()
    def write(self, inputs: Sequence[Path], out: BinaryIO) -> None:
        """Write the triples of the inputs as they are found."""
        found = api.extract(
            inputs,
            binary=self.binary,
            pretokenized=self.pretokenized,
            model=self.model,
            problems=self.problems,
            intake=self.intake,
        )
        for document, sentences, extracted in found:
            self.texts += 1
            if self.format == "oie":
                lines = triples.oie_lines(sentences, extracted)
            else:
                lines = triples.json_lines(document.id, sentences, extracted)
            out.writelines(line.encode("utf-8", "backslashreplace") + b"\n" for line in lines)
            out.flush()

    def problem_lines(self) -> str:
        return "\n".join(map(problem_line, self.problems))

    @property
    def status(self) -> int:
        return status(self.problems, any_done=self.texts > 0)

"""What the command line says: results of the API as text for people, and exit statuses."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kg import api, query, triples
from kg.errors import InputError
from kg.model import Literal, Statement, Subgraph

if TYPE_CHECKING:
    from kg.building import BuildReport
    from kg.documents import Problem
    from kg.results import QueryResult

DONE, FAILED, PARTLY = 0, 1, 3
"""Exit statuses; 2 is wrong use, which the argument parser tells."""


# ---- build
def build_summary(folder: Path, report: BuildReport) -> str:
    """The table that ends a build, after what went wrong or was taken out."""
    said = [problem_line(problem) for problem in report.problems]
    said += [f"removed: {key} is no longer there" for key in report.removed]
    if report.changed:
        said.append(f"{folder}: built in {report.seconds:.1f} s, {report.parsed} parsed anew")
    else:
        said.append(f"{folder}: nothing has changed; nothing was parsed")
    rows = [(name, f"{getattr(report, name):,}") for name in _COUNTS]
    if report.dropped:
        rows.append(("left out", f"{report.dropped.total():,}"))
        rows += [(f"  {reason}", f"{n:,}") for reason, n in _by_count(report)]
    rows += [(label, str(folder / name)) for label, name in _FILES]
    return "\n".join([*said, *_aligned(rows)])


_COUNTS = ("documents", "sentences", "triples", "statements", "entities")
_FILES = (
    ("view", "graph.html"),
    ("turtle", "graph.ttl"),
    ("trig", "graph.trig"),
    ("store", "store"),
)


def _by_count(report: BuildReport) -> list[tuple[str, int]]:
    return sorted(report.dropped.items(), key=lambda item: (-item[1], item[0]))


def _aligned(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max(len(label) for label, _ in rows)
    for label, value in rows:
        yield f"  {label:<{width}}  {value}"


def problem_line(problem: Problem) -> str:
    """One line on an input that could not be used, or only in part."""
    return f"{problem.severity}: {problem.path}: {problem.reason}"


def status(problems: Iterable[Problem], *, any_done: bool) -> int:
    """The exit status where `problems` befell the inputs; a warning is none."""
    if not any(problem.severity == "error" for problem in problems):
        return DONE
    return PARTLY if any_done else FAILED


# ---- query
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
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text: {error}.") from error


def answer(result: QueryResult, format_: str) -> str:
    """A query's answer in one of the formats of `kg query`."""
    if format_ == "turtle":
        return result.to_turtle()
    if format_ == "csv":
        return result.to_csv()
    if format_ == "json":
        return result.to_json()
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return result.to_text(width)


# ---- show
def entity_page(about: Subgraph, entity_id: str) -> str:
    """An entity: its names, then its facts in both directions, each with its evidence."""
    entity = about.entities[entity_id]
    lines = [f"{entity.name}  ({entity.type}, {entity.id})"]
    if entity.aliases:
        lines.append("also: " + "; ".join(entity.aliases))
    lines += [f"same as: {iri}" for iri in entity.same_as]
    for statement in about.statements:
        lines += ["", *_statement_lines(about, statement)]
    return "\n".join(lines) + "\n"


def _statement_lines(about: Subgraph, statement: Statement) -> Iterator[str]:
    names = about.entities
    target = statement.object
    if isinstance(target, Literal):
        object_ = "" if target.datatype == "boolean" else f" – {target.value}"
    else:
        object_ = f" – {names[target].name}"
    yield f"{names[statement.subject].name} – {statement.relation}{object_}"
    yield "    " + "; ".join(_qualifiers(about, statement))
    sentence = about.sentences[statement.document, statement.sentence]
    yield f"    “{' '.join(sentence.split())}”"
    yield f"    {statement.document}, statement {statement.id}"


def _qualifiers(about: Subgraph, statement: Statement) -> Iterator[str]:
    yield statement.status
    if statement.speakers:
        yield "said by " + ", as told by ".join(about.entities[s].name for s in statement.speakers)
    if statement.ended:
        yield "ended" if statement.ended is True else f"ended {statement.ended}"
    if statement.time:
        yield f"time: {statement.time}"
    if statement.place:
        place = about.entities.get(statement.place)
        yield f"place: {place.name if place else statement.place}"
    yield f"confidence {statement.confidence:.2f}"


# ---- extract
@dataclass(slots=True)
class Extraction:
    """A run of `kg extract`, from options to lines."""

    binary: bool
    pretokenized: bool
    format: str
    model: str
    problems: list[Problem] = field(default_factory=list)
    texts: int = 0

    def write(self, inputs: Sequence[Path], out: BinaryIO) -> None:
        """Write the triples of the inputs as they are found."""
        lines = self._from_lines(inputs) if self.pretokenized else self._from_documents(inputs)
        out.writelines(line.encode("utf-8", "backslashreplace") + b"\n" for line in lines)

    def _from_documents(self, inputs: Sequence[Path]) -> Iterator[str]:
        found = api.extract(inputs, binary=self.binary, model=self.model, problems=self.problems)
        for document, sentences, extracted in found:
            self.texts += 1
            if self.format == "oie":
                yield from triples.oie_lines(sentences, extracted)
            else:
                yield from triples.json_lines(document.id, sentences, extracted)

    def _from_lines(self, inputs: Sequence[Path]) -> Iterator[str]:
        lines = chain.from_iterable(map(_lines, inputs))
        found = api.extract_pretokenized(lines, binary=self.binary, model=self.model)
        for sentence, extracted in found:
            self.texts += 1
            if self.format == "oie":
                yield from triples.oie_lines([sentence], extracted)
            else:
                yield from triples.json_lines(str(self.texts), [sentence], extracted)

    def problem_lines(self) -> str:
        return "\n".join(map(problem_line, self.problems))

    @property
    def status(self) -> int:
        return status(self.problems, any_done=self.texts > 0)


def _lines(path: Path) -> Iterator[str]:
    """The lines of a UTF-8 file, or of standard input for "-"."""
    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as stream:
            for line in io.TextIOWrapper(stream, encoding="utf-8"):
                if line.strip():
                    yield line
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text: {error}") from error

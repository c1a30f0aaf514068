"""What `kg learn` and `kg extract --ontology` say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from kg import api
from kg.errors import ArgumentError
from kg.learning.dataset import WANTED
from kg.reports import Extraction

if TYPE_CHECKING:
    from kg.learning.finding import Facts


def learnt_lines(path: Path, made_from: Mapping[str, Any], left_out: Mapping[str, int]) -> str:
    """What a model was made from, and what of the examples could not be used, a line each."""
    said = [f"note: {count} left out: {reason}" for reason, count in sorted(left_out.items())]
    if made_from["without_object"]:
        said.append(f"note: {made_from['without_object']} left out: the object is not in the text")
    if made_from["without_subject"]:
        said.append(
            f"note: {made_from['without_subject']} used for their objects alone: the subject is "
            "not in the text"
        )
    for name, count in made_from["too_few"].items():
        said.append(f"warning: {name}: {count} usable examples; it wants {WANTED} or more")
    if made_from["no_examples"]:
        names = ", ".join(made_from["no_examples"])
        said.append(f"note: found by their names alone, having no examples: {names}")
    counted = f"{made_from['facts']:,} facts in {made_from['examples']:,} texts"
    return "\n".join([*said, f"Wrote {path}, learnt from {counted}"])


def extraction_of(plain: Extraction, ontology: Path | None, relations: Path | None) -> Extraction:
    """The run that the options ask for: of clauses, or of facts under an ontology.

    Raises ArgumentError where options contradict each other.
    """
    if (plain.format == "triples") != (ontology is not None):
        raise ArgumentError("--format triples and --ontology FILE go together: give both.")
    if relations and not ontology:
        raise ArgumentError("--relations MODEL needs the --ontology FILE it was learnt for.")
    if not ontology:
        return plain
    if plain.binary or plain.pretokenized:
        raise ArgumentError(
            "--binary and --pretokenized are of clauses, not of an ontology's facts."
        )
    made = OntologyExtraction(False, False, "triples", plain.model, plain.intake)
    made.ontology, made.relations = ontology, relations
    return made


@dataclass(slots=True)
class OntologyExtraction(Extraction):
    """A run of `kg extract --ontology`, from options to lines."""

    ontology: Path = Path()
    relations: Path | None = None

    def write(self, inputs: Sequence[Path], out: BinaryIO) -> None:
        """Write the facts of each text as they are found, a line a text."""
        found = api.extract_facts(
            inputs,
            self.ontology,
            self.relations,
            model=self.model,
            problems=self.problems,
            intake=self.intake,
        )
        for facts in found:
            self.texts += 1
            out.write(fact_line(facts).encode("utf-8", "backslashreplace") + b"\n")
            out.flush()


def fact_line(facts: Facts) -> str:
    """A text's id and its facts, as one line of JSON."""
    row = {"id": facts.document.id, "triples": list(_triples(facts))}
    return json.dumps(row, ensure_ascii=False)


def _triples(facts: Facts) -> Iterator[dict[str, object]]:
    for fact in facts.found:
        yield {
            "sub": fact.subject,
            "rel": fact.relation,
            "obj": fact.object,
            "confidence": round(fact.confidence, 3),
        }

"""The command that learns relations from examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.program import app
from kg.config import DEFAULT_MODEL
from kg.terminal import say


@app.command()
def learn(
    examples: Annotated[
        Path, typer.Argument(metavar="EXAMPLES.jsonl", help="Sentences with their facts.")
    ],
    ontology: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Your ontology: Turtle, RDF/XML or JSON-LD."),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")
    ],
    model: Annotated[
        str, typer.Option(metavar="NAME", help="The spaCy pipeline, by package name or folder.")
    ] = DEFAULT_MODEL,
) -> None:
    """Learn from examples how texts state an ontology's relations.

    A line is {"text": ..., "triples": [{"sub": ..., "rel": ..., "obj": ...}]} with all facts of
    the sentence, or {"text", "sub_label", "rel_label", "obj_label"} with one of them; rel is a
    property's label or IRI. A handful of examples a relation is a beginning, fifty are good.
    kg extract --ontology FILE --relations MODEL then finds such facts. Needs the extra `learn`.
    """
    from kg import api
    from kg.reports.learning import learnt_lines

    made_from, left_out = api.learn(ontology, examples, output, model=model)
    say(learnt_lines(output, made_from, left_out))

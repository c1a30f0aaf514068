"""Relations learnt from examples, and found in texts: `kg learn`.

    examples --reading--> sentences with facts --parsing--> passages
    passages --candidates, forms of writing--> scenes --three stages--> Recogniser
    text --the same scene, the same stages--> facts with a calibrated confidence

It finds what no verb states (*the 1999 film by X*, *X (born 1950, Y)*) as well as what one does,
and writes subjects and objects as the examples do. Learning needs SciPy; finding does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kg import parsing
from kg.learning.examples import Examples, read_examples
from kg.learning.passages import passage
from kg.learning.recogniser import Recogniser
from kg.learning.training import train
from kg.learning.wanted import Naming, wanted
from kg.model import Document
from kg.ontology.schema import read_schema


def learn(ontology: Path, examples: Path, nlp: Any) -> tuple[Recogniser, Examples]:
    """A model of an ontology's relations from a file of examples, and what was read of them.

    Raises InputError where the ontology or the examples cannot be used, or are too few.
    """
    schema = read_schema(ontology)
    relations = wanted(schema)
    read = read_examples(examples, Naming(relations, schema))
    texts = (Document(str(i), example.text) for i, example in enumerate(read.examples))
    passages = [passage(text.text, found) for text, found in parsing.parse(texts, nlp)]
    made_from = {
        "ontology": schema.name,
        "digest": schema.digest,
        "examples": len(read.examples),
    }
    return train(relations, read.examples, passages, made_from), read

"""A Recogniser as a file: safe to load, the same bytes for the same model.

The file is a zip archive of `about.json` and arrays in NumPy's own format, read without pickle:
nothing in it is ever run. `about.json` says first what the model was made from. Members are
stored in a fixed order with a fixed date.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import InputError
from kg.files import replacing
from kg.learning.boosting import Trees
from kg.learning.examples import Fact
from kg.learning.memory import Memory
from kg.learning.proposals import Known
from kg.learning.recogniser import Recogniser
from kg.learning.subjects import SubjectModel
from kg.learning.vocabulary import Vocabulary
from kg.learning.wanted import Wanted
from kg.learning.wording import Wording
from kg.ontology.schema import Schema

_FORMAT = "kg relations 4"
_ABOUT = "about.json"
_LARGEST = 500_000_000
"""Bytes that a member may have unpacked: an archive made to fill the memory is refused."""


def save(model: Recogniser, path: Path) -> None:
    """Write a model, whole or not at all."""
    about = {
        "format": _FORMAT,
        "made_from": model.made_from,
        "threshold": model.threshold,
        "familiar": model.familiar,
        "longest": model.longest,
        "relations": [asdict(relation) for relation in model.known.relations],
        "subjects": list(model.known.subjects),
        "examples": list(model.known.examples),
        "families": list(model.known.families),
        "sentences": model.known.sentences,
        "facts": model.known.memory.rows(),
        "wording": model.known.wording.counts(),
        "spans": model.spans[0].names,
        "texts": model.texts[0].names,
        "pairs": model.subjects.vocabulary.names,
    }
    text = json.dumps(about, ensure_ascii=False, sort_keys=True, default=int)
    members = {_ABOUT: text.encode()}
    members |= {f"{name}.npy": _packed(array) for name, array in _arrays(model).items()}
    with replacing(path) as stream, zipfile.ZipFile(stream, "w") as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)


def _arrays(model: Recogniser) -> dict[str, NDArray[Any]]:
    """The weights; those of features in half the size, which no confidence shows."""
    last = {f"told_{part}": array for part, array in model.told._asdict().items()}
    return {
        "spans": model.spans[1].astype(np.float32),
        "texts": model.texts[1].astype(np.float32),
        "pairs": model.subjects.weights,
        **last,
    }


def _packed(array: NDArray[Any]) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def load(path: Path, schema: Schema | None = None) -> Recogniser:
    """The model in a file.

    Raises InputError where it is no model or damaged, and where it was made for another ontology
    than `schema`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(_member(archive, _ABOUT))
            if not isinstance(about, dict) or about.get("format") != _FORMAT:
                raise InputError(_foreign(path))
            if schema:
                _check(path, about["made_from"], schema)
            return _model(about, lambda name: _array(archive, name))
    except FileNotFoundError as error:
        raise InputError(f"There is no model {path}; kg learn makes one.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError, IndexError) as error:
        raise InputError(_foreign(path)) from error


def _foreign(path: Path) -> str:
    return (
        f"{path} is no model of relations, or is damaged, or another version of kg made it. Make "
        "it again: kg learn --ontology FILE EXAMPLES -o MODEL."
    )


def _check(path: Path, made_from: Mapping[str, Any], schema: Schema) -> None:
    if made_from["digest"] != schema.digest:
        raise InputError(
            f"{path} was learnt for another ontology than {schema.name}: for "
            f"{made_from['ontology']}, whose content was different. Learn it again with this one: "
            f"kg learn --ontology {schema.name} EXAMPLES -o {path}."
        )


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise ValueError(name)
    return archive.read(name)


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    data = io.BytesIO(_member(archive, f"{name}.npy"))
    array: NDArray[Any] = np.load(data, allow_pickle=False)
    return array


def _model(about: Mapping[str, Any], array: Callable[[str], NDArray[Any]]) -> Recogniser:
    relations = [Wanted(**{**row, "names": tuple(row["names"])}) for row in about["relations"]]
    counts = {name: (hits, tries) for name, (hits, tries) in about["wording"].items()}
    memory = Memory(Fact(*row) for row in about["facts"])
    counted = about["subjects"], about["examples"], about["families"]
    known = Known(relations, memory, Wording(counts), *counted, float(about["sentences"]))

    return Recogniser(
        known,
        (Vocabulary(about["spans"]), array("spans")),
        (Vocabulary(about["texts"]), array("texts")),
        SubjectModel(Vocabulary(about["pairs"]), array("pairs")),
        Trees(*(array(f"told_{part}") for part in Trees._fields)),
        float(about["threshold"]),
        float(about["familiar"]),
        int(about["longest"]),
        about["made_from"],
    )

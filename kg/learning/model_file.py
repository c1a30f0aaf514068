"""A Recogniser as a file: safe to load, the same bytes for the same model.

The file is a zip archive of `about.json` and arrays in NumPy's own format, read without pickle:
nothing in it is ever run. `about.json` says first what the model was made from. Members are
stored in a fixed order with a fixed date.

What is read is checked whole before it is used: each array has to have the type and the shape that
follow from `about.json`, and its header is asked before there is memory for it. So a damaged file
is told when it is loaded, not by the texts that are read with it.
"""

from __future__ import annotations

import io
import json
import math
import tokenize
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import InputError
from kg.files import replacing
from kg.learning.boosting import Trees
from kg.learning.examples import Fact
from kg.learning.families import NONE
from kg.learning.memory import Memory
from kg.learning.proposals import WIDTH, Known
from kg.learning.recogniser import Recogniser
from kg.learning.subjects import NUMBERS, SubjectModel
from kg.learning.vocabulary import Vocabulary
from kg.learning.wanted import Wanted
from kg.learning.wording import Wording
from kg.ontology.schema import Schema

_FORMAT = "kg relations 4"
_ABOUT = "about.json"
_LARGEST = 500_000_000
"""Bytes that a member may have unpacked: an archive made to fill the memory is refused."""

_LEVELS = 16
"""Levels that a tree may have: there are twice as many leaves for each."""

_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, SyntaxError, tokenize.TokenError, MemoryError),
    *(ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError),
)
"""What the readers of archives, JSON, and arrays raise where bytes are not as they were written."""


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
            return _model(about, archive)
    except FileNotFoundError as error:
        raise InputError(f"There is no model {path}; kg learn makes one.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    except _DAMAGE as error:
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
    entry = archive.getinfo(name)
    _require(entry.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}, name)
    _require(entry.file_size <= _LARGEST, name)
    return archive.read(name)


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def _array(
    archive: zipfile.ZipFile, name: str, dtype: type[Any], shape: Sequence[int | None]
) -> NDArray[Any]:
    """An array of this type and shape, in which None may be any number, all of them finite."""
    data = _member(archive, f"{name}.npy")
    stream = io.BytesIO(data)
    _require(np.lib.format.read_magic(stream) == (1, 0), name)
    found, _, kind = np.lib.format.read_array_header_1_0(stream)
    _require(kind == np.dtype(dtype) and len(found) == len(shape), name)
    _require(all(w in (None, n) for n, w in zip(found, shape, strict=True)), name)
    _require(math.prod(found) * kind.itemsize == len(data) - stream.tell(), name)
    array: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    _require(bool(np.isfinite(array).all()), name)
    return array


def _model(about: Mapping[str, Any], archive: zipfile.ZipFile) -> Recogniser:
    known = _known(about)
    relations, families = len(known.relations), max(known.families) + 1
    spans, texts, pairs = (_vocabulary(about[name]) for name in ("spans", "texts", "pairs"))
    columns = relations + 1 + families
    _require(0 <= about["threshold"] <= 1 and 0 <= about["familiar"] <= 1, "shares")
    return Recogniser(
        known,
        (spans, _array(archive, "spans", np.float32, (len(spans), columns))),
        (texts, _array(archive, "texts", np.float32, (len(texts), relations))),
        SubjectModel(pairs, _array(archive, "pairs", np.float64, (len(pairs) + NUMBERS,))),
        _trees(archive),
        float(about["threshold"]),
        float(about["familiar"]),
        int(about["longest"]),
        about["made_from"],
    )


def _known(about: Mapping[str, Any]) -> Known:
    relations = [Wanted(**{**row, "names": tuple(row["names"])}) for row in about["relations"]]
    labels = {relation.label for relation in relations}
    facts = [Fact(*row) for row in about["facts"]]
    _require(all(_is_text(fact) and fact.relation in labels for fact in facts), "facts")
    counts = {name: (hits, tries) for name, (hits, tries) in about["wording"].items()}
    _require(all(0 <= hits <= tries for hits, tries in counts.values()), "wording")
    counted = about["subjects"], about["examples"], about["families"]
    for column, least in zip(counted, (0, 0, NONE), strict=True):
        _require(len(column) == len(relations) > 0, "columns")
        _require(all(type(n) is int and n >= least for n in column), "columns")
    _require(max(counted[-1]) < len(relations), "families")
    _require(0 <= about["sentences"] < math.inf and about["longest"] >= 0, "sentences")
    return Known(relations, Memory(facts), Wording(counts), *counted, float(about["sentences"]))


def _vocabulary(names: Sequence[str]) -> Vocabulary:
    found = Vocabulary(names)
    _require(_is_text(names) and "bias" in found and len(set(names)) == len(names), "names")
    return found


def _is_text(row: Sequence[object]) -> bool:
    return all(isinstance(one, str) for one in row)


def _trees(archive: zipfile.ZipFile) -> Trees:
    """The trees, which ask for numbers that rows of proposals have."""
    columns = _array(archive, "told_columns", np.int64, (None, None))
    count, levels = columns.shape
    _require(levels <= _LEVELS and bool(((columns >= 0) & (columns < WIDTH)).all()), "columns")
    cuts = _array(archive, "told_cuts", np.float64, (count, levels))
    leaves = _array(archive, "told_leaves", np.float64, (count, 1 << levels))
    return Trees(columns, cuts, leaves, _array(archive, "told_base", np.float64, (1,)))

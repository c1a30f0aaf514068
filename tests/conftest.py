"""Fixtures for every test: the language pipeline, loaded once, and readings of sentences.

Examples that hypothesis makes up are the same in each run, so that no run fails by chance, and
may take their time; `pytest --hypothesis-profile=new` tries others. What the tester's environment
says of colours, widths and stores is forgotten before anything reads it.
"""

from __future__ import annotations

import os

import hypothesis
import pytest

from kg import extractors, parsing
from kg.config import Config
from kg.model import Document

for name in (
    "COLUMNS FORCE_COLOR GITHUB_ACTIONS LINES NO_COLOR PY_COLORS TERMINAL_WIDTH TTY_COMPATIBLE "
    "TTY_INTERACTIVE KG_DEBUG KG_STORE_USER KG_STORE_PASSWORD KG_STORE_TOKEN"
).split():
    os.environ.pop(name, None)

hypothesis.settings.register_profile("new", deadline=None, database=None)
hypothesis.settings.register_profile("same", deadline=None, database=None, derandomize=True)
hypothesis.settings.load_profile("same")


@pytest.fixture(scope="session")
def nlp():
    return parsing.load_pipeline(Config().model)


@pytest.fixture(scope="session")
def parse(nlp):
    """Text -> its sentences, all of them taken for prose."""

    def parsed(text):
        [(_, sentences)] = parsing.parse([Document("d", text)], nlp)
        return sentences

    return parsed


@pytest.fixture(scope="module")
def same_code():
    """Records are those of processes started here, and of builds before, whatever is edited."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kg.config._digest", lambda _: "the same")
        yield


@pytest.fixture(scope="session")
def triples(parse):
    """Text -> its binary triples."""

    def extracted(text, *, binary=True):
        return extractors.load("clausal").extract(parse(text), binary=binary).triples

    return extracted


@pytest.fixture(scope="session")
def facts(triples):
    """Text -> its binary triples, each written `subject | relation | object | flags`."""

    def written(text):
        return {one_line(t) for t in triples(text)}

    return written


def one_line(triple):
    target = triple.objects[0].text if triple.objects else "-"
    parts = [triple.subject.text, triple.relation, target]
    flags = [triple.polarity] if triple.polarity == "negated" else []
    flags += [triple.factuality] if triple.factuality != "actual" else []
    flags += ["by " + ", ".join(s.text for s in triple.speakers)] if triple.speakers else []
    flags += [f"ended {triple.ended}"] if triple.ended else []
    return " | ".join([*parts, *([" ".join(flags)] if flags else [])])

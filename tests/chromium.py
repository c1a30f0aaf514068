"""A real headless Chromium for tests: fixtures, and what several files of tests look at."""

import os
import runpy
import shutil
import warnings
from pathlib import Path

import pytest

from kg import views

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
SALTMERE = runpy.run_path(str(Path(__file__).with_name("saltmere.py")))["subgraph"]()


def missing(reason):
    if os.environ.get("KG_REQUIRE_BROWSER") == "1":
        pytest.fail(f"KG_REQUIRE_BROWSER=1, but {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        missing("no Chromium is installed (Debian: apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed (pip install '.[test]')")
    with warnings.catch_warnings(), sync_playwright() as playwright:
        warnings.simplefilter("ignore", ResourceWarning)  # playwright's own pipes
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Writes a page once and gives its address."""
    folder = tmp_path_factory.mktemp("pages")

    def address(name, make):
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(make(), encoding="utf-8")
        return path.as_uri()

    return address


@pytest.fixture
def visit(browser, files):
    """Opens the page of a subgraph and, when the test is over, finds it had no complaint."""
    contexts, complaints = [], []

    def opened(graph=SALTMERE, *, name="saltmere", anchor="", width=1400, height=880, **options):
        address = files(name, lambda: views.render(graph, title="Saltmere"))
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda ask: complaints.append(ask.url) if ask.url != address else None)
        page.goto(address + anchor)
        page.wait_for_selector("html[data-ready]", timeout=60_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == [], complaints


def overlapping(boxes):
    return [
        (a["text"], b["text"])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a["x"] < b["x"] + b["w"]
        and b["x"] < a["x"] + a["w"]
        and a["y"] < b["y"] + b["h"]
        and b["y"] < a["y"] + a["h"]
    ]

"""The pictures that README shows: the real page in a headless Chromium, and one for print.

    python tests/benchmarks/make_pictures.py [GRAPH]

GRAPH is the folder of a built graph, `output/` by default. Fonts are the machine's own; with
Inter installed the pictures look as the page does on most machines.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import kg
from kg import pictures, views

FOLDER = Path(__file__).parent / "pictures"
TITLE = "Two articles on Aleppo, December 2016"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SHOTS = [("view", "light", ""), ("view-entity", "dark", "busiest")]


def busiest(graph):
    """The id of the entity in most statements, the first by id among equals."""
    counts = dict.fromkeys(sorted(graph.entities), 0)
    for said in graph.statements:
        for name in {said.subject, said.object} & set(counts):
            counts[name] += 1
    return max(counts, key=counts.__getitem__)


def main(folder):
    subgraph = kg.open_graph(folder).subgraph
    anchors = {"": "", "busiest": f"#{busiest(subgraph)}"}
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        page_file = Path(scratch) / "view.html"
        html = views.render(subgraph, title=TITLE)
        page_file.write_text(html, encoding="utf-8")
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, scheme, anchor in SHOTS:
            size = {"width": 1400, "height": 880}
            page = browser.new_page(viewport=size, color_scheme=scheme)
            page.goto(page_file.as_uri() + anchors[anchor])
            page.wait_for_selector("html[data-ready]")
            page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
        browser.close()
    printed = pictures.graph_picture(subgraph, "svg", title=TITLE)
    (FOLDER / "printed.svg").write_bytes(printed)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "output/")

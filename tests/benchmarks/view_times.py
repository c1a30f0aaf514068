"""What the view costs: size, seconds to make, milliseconds to be ready, to answer, to move.

    python tests/benchmarks/view_times.py [ENTITIES STATEMENTS DOCUMENTS]

A made-up graph, its entities' business as uneven as in news (by rank to the power -0.8). The
page opens five times in a headless Chromium, each time anew; medians are shown. Frames a second
are counted while the pointer drags the canvas to and fro, in this page and in pyvis' own page of
the same 150 entities, its physics off.
"""

import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from kg import views
from kg.model import ENTITY_TYPES, Document, Entity, Statement, Subgraph
from kg.views import drawing

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
VERBS = ["supports", "rejects", "meets with", "funds", "visits", "owns", "advises", "praises"]
TIMED = """act => {
    const before = performance.now();
    if (act === "search") {
        const box = document.getElementById("search");
        box.value = "keller";
        box.dispatchEvent(new Event("input"));
    } else document.querySelector("#legend input[type=checkbox]").click();
    return performance.now() - before;
}"""
COUNT_FRAMES = """() => {
    globalThis.frames = 0;
    const tick = () => { globalThis.frames += 1; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
}"""


def made_up(entities, statements, documents):
    """A subgraph whose sentences are all of one pattern."""
    chance = random.Random(3)
    names = [f"{chance.choice(['Anna', 'Carl', 'Iris'])} Keller {i}" for i in range(entities)]
    nodes = {
        f"e{i}": Entity(f"e{i}", name, chance.choice(ENTITY_TYPES)) for i, name in enumerate(names)
    }
    weights = [1 / (rank + 1) ** 0.8 for rank in range(entities)]
    ends = chance.choices(range(entities), weights, k=2 * statements)
    sources = {f"d{i}": Document(f"d{i}", "", f"Report {i}") for i in range(documents)}
    told, texts = [], {}
    for i in range(statements):
        a, b, verb = ends[2 * i], ends[2 * i + 1], chance.choice(VERBS)
        source, at = f"d{i % documents}", 200 * (i // documents)
        texts[source, at] = f"{names[a]} {verb} {names[b]}, officials said on Thursday."
        spans = [(at, at + 5), (at + 6, at + 9), (at + 10, at + 14)]
        relation = ("rel:" + verb.replace(" ", "_"), verb)
        told.append(
            Statement(f"s{i}", source, at, f"e{a}", *relation, f"e{b}", verb, *spans, "made", 0.9)
        )
    return Subgraph(nodes, tuple(told), sources, texts)


def pyvis_page(subgraph):
    net = drawing.network(subgraph, None)
    for node in net.nodes:
        node["shape"] = "dot"
    net.cdn_resources = "in_line"
    net.toggle_physics(False)
    return net.generate_html(notebook=False)


def opened(browser, path):
    page = browser.new_page(viewport={"width": 1400, "height": 880})
    page.route("http*://**", lambda route: route.abort())
    page.goto(path.as_uri(), wait_until="commit")
    page.wait_for_selector("canvas")
    return page


def frames_a_second(page):
    box = page.locator("canvas").first.bounding_box()
    x, y = box["x"] + 15, box["y"] + 15
    page.wait_for_timeout(500)
    page.evaluate(COUNT_FRAMES)
    page.mouse.move(x, y)
    page.mouse.down()
    began, before = time.perf_counter(), page.evaluate("globalThis.frames")
    for step in range(150):
        page.mouse.move(x + 3 * abs(step % 60 - 30), y + step % 20)
    frames = page.evaluate("globalThis.frames") - before
    return frames / (time.perf_counter() - began)


def main(entities=1000, statements=3000, documents=200):
    drawing.MOST_DRAWN = 150
    subgraph = made_up(entities, statements, documents)
    began = time.perf_counter()
    html = views.render(subgraph)
    print(f"made in {time.perf_counter() - began:.2f} s, {len(html.encode()) / 1e6:.2f} MB")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        ours, theirs = Path(scratch) / "view.html", Path(scratch) / "pyvis.html"
        ours.write_text(html, encoding="utf-8")
        theirs.write_text(pyvis_page(subgraph), encoding="utf-8")
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        ready, answers = [], {"search": [], "filter": []}
        for _ in range(5):
            page = opened(browser, ours)
            page.wait_for_selector("html[data-ready]")
            ready.append(int(page.evaluate("document.documentElement.dataset.ready")))
            for act, times in answers.items():
                times.append(page.evaluate(TIMED, act))
            page.close()
        print(f"ready in {statistics.median(ready)} ms")
        for act, times in answers.items():
            print(f"{act} in {statistics.median(times):.0f} ms")
        for name, path in (("this page", ours), ("pyvis' page", theirs)):
            print(f"{frames_a_second(opened(browser, path)):.0f} frames a second, {name}")
        browser.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

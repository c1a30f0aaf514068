"""What the view costs: size, milliseconds to be ready, to answer, to fetch, to move.

    python tests/benchmarks/view_times.py FOLDER [--documents 10000]

FOLDER is one that `kg build` left, of the seed articles say: its page is opened. Then a made-up
graph of so many documents, nine statements each (`tests/synthetic.py`), as the file that a build
would leave and as `kg serve` hands it out: opened, searched, an entity expanded. Each page opens
five times in a headless Chromium, each time anew; medians are shown.

Frames are counted while the pointer drags the canvas to and fro, and while it drags a node, in
this page and in pyvis' own page of the same 150 entities with its physics off, in the same
browser, its processor slowed down six times: else both reach the 60 frames a second that a
browser paints at most. A headless browser paints in software, so the frames tell of the two
pages' own work, not of a graphics card.
"""

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from kg import retrieval, views
from kg.model import ENTITY_TYPES, Document, Entity, Statement, Subgraph
from kg.stores.oxigraph import OxigraphStore
from kg.views import drawing

sys.path.insert(0, str(Path(__file__).parents[1]))

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
DRAWN = 150
SLOWER = 6
VERBS = ["supports", "rejects", "meets with", "funds", "visits", "owns", "advises", "praises"]
SEARCHED = """typed => {
    const before = performance.now();
    const box = document.getElementById("search");
    box.focus();
    box.value = typed;
    box.dispatchEvent(new Event("input"));
    return performance.now() - before;
}"""
MIDDLEMOST = """() => {
    const places = globalThis.kgView
        ? kgView.nodes()
        : Object.values(network.getPositions()).map((place) => network.canvasToDOM(place));
    const { clientWidth: width, clientHeight: height } = document.querySelector("canvas");
    const away = ({ x, y }) => Math.hypot(x - width / 2, y - height / 2);
    const best = places.reduce((a, b) => (away(b) < away(a) ? b : a));
    return [best.x, best.y];
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


def opened(browser, address):
    page = browser.new_page(viewport={"width": 1400, "height": 880})
    page.goto(address, wait_until="commit")
    page.wait_for_selector("canvas")
    return page


def frames_a_second(browser, path, *, node):
    """Frames painted a second while the pointer drags an empty place, or the middlemost node."""
    page = opened(browser, path.as_uri())
    more = page.locator("#status-line button")
    while more.count() and page.evaluate("kgView.nodes().length") < DRAWN:
        more.click()
    page.wait_for_timeout(1500)
    box = page.locator("canvas").first.bounding_box()
    x, y = box["x"] + 15, box["y"] + 15
    if node:
        x, y = page.evaluate(MIDDLEMOST)
        x, y = x + box["x"], y + box["y"]
    slower = page.context.new_cdp_session(page)
    slower.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(COUNT_FRAMES)
    page.mouse.move(x, y)
    page.mouse.down()
    began, before = time.perf_counter(), page.evaluate("globalThis.frames")
    for step in range(150):
        page.mouse.move(x + 3 * abs(step % 60 - 30), y + step % 20)
    frames = page.evaluate("globalThis.frames") - before
    took = time.perf_counter() - began
    page.mouse.up()
    page.close()
    return frames / took


def ready(browser, address):
    page = opened(browser, address)
    page.wait_for_selector("html[data-ready]")
    return page, int(page.evaluate("document.documentElement.dataset.ready"))


def until(page, script, *given):
    """Milliseconds until a script says so."""
    began = time.perf_counter()
    while not page.evaluate(script, *given):
        page.wait_for_timeout(5)
    return 1000 * (time.perf_counter() - began)


def five_times(browser, address, searched):
    """Medians of the milliseconds in which a page is ready and a search answered."""
    opening, answers = [], []
    for _ in range(5):
        page, took = ready(browser, address)
        page.wait_for_timeout(1000)
        opening.append(took)
        answers.append(page.evaluate(SEARCHED, searched))
        page.close()
    return statistics.median(opening), statistics.median(answers)


def expansions(browser, address, names):
    """Medians of the milliseconds in which an entity is fetched and its neighbours are drawn."""
    page, _ = ready(browser, address)
    fetching, times = [], []
    for name in names:
        page.evaluate("id => { location.hash = `#${id}` }", name)
        fetching.append(until(page, "() => document.querySelector('.entity-tools [title^=Draw]')"))
        page.wait_for_timeout(1000)
        drawn = page.evaluate("kgView.nodes().length")
        page.locator(".entity-tools [title^=Draw]").click()
        times.append(until(page, "n => kgView.nodes().length > n", drawn))
    page.close()
    return statistics.median(fetching), statistics.median(times)


@contextmanager
def serving(folder):
    command = [sys.executable, "-m", "kg.cli", "serve", "-g", str(folder), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        yield re.search(r"http://[^/ ]+/", process.stderr.readline())[0]
        process.terminate()


def large(folder, documents):
    """A folder such as a build of so many documents leaves."""
    import synthetic

    OxigraphStore.replace(folder / "store", synthetic.graph(documents * synthetic.PER_DOCUMENT))
    whole = retrieval.read_subgraph(OxigraphStore.open(folder / "store"))
    began = time.perf_counter()
    html = views.render(whole, title=f"{documents:,} documents")
    print(f"{documents:,} documents: page made in {time.perf_counter() - began:.1f} s")
    (folder / "graph.html").write_text(html, encoding="utf-8")


def report(browser, what, path, searched, address=None):
    opening, answer = five_times(browser, address or path.as_uri(), searched)
    size = path.stat().st_size / 1e6
    print(f"{what}: {size:.2f} MB, ready in {opening} ms, search in {answer:.0f} ms")


def compare_frames(browser, folder):
    drawing.MOST_DRAWN = DRAWN
    subgraph = made_up(1000, 3000, 200)
    ours, theirs = folder / "view.html", folder / "pyvis.html"
    ours.write_text(views.render(subgraph), encoding="utf-8")
    theirs.write_text(pyvis_page(subgraph), encoding="utf-8")
    for what, node in (("the canvas", False), ("a node", True)):
        for name, path in (("this page", ours), ("pyvis' page", theirs)):
            frames = frames_a_second(browser, path, node=node)
            print(f"{frames:.0f} frames a second, {name}, dragging {what}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--large", type=Path, help="the folder of a large graph made before")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        report(browser, str(given.folder), given.folder / "graph.html", "kerry")
        compare_frames(browser, Path(scratch))
        folder = given.large or Path(scratch)
        if not given.large:
            large(folder, given.documents)
        report(browser, "as a file", folder / "graph.html", "thing 77")
        with serving(folder) as address:
            report(browser, "served", folder / "graph.html", "thing 77", address)
            took = expansions(browser, address, [f"e{i}" for i in range(77, 577, 100)])
            print("fetched in {:.0f} ms, expanded in {:.0f} ms".format(*took))
        browser.close()


if __name__ == "__main__":
    main()

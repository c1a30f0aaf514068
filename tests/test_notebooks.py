"""The notebooks: short, without outputs, run from beginning to end, opened in JupyterLab."""

import ast
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from pathlib import Path

import nbformat
import ports
import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
MOST_LINES = 40


def read(path):
    return nbformat.read(path, as_version=4)


def code_of(book):
    return [cell.source for cell in book.cells if cell.cell_type == "code"]


def test_all_five_are_there():
    assert [name[:2] for name in NAMES] == ["01", "02", "03", "04", "05"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_nothing_of_a_run_is_kept(path):
    book = read(path)
    nbformat.validate(book)
    for cell in book.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
        assert set(cell.metadata) == set()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_is_short_and_defines_nothing(path):
    code = "\n".join(code_of(read(path)))
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= 100
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    assert not [node for node in ast.walk(ast.parse(code)) if isinstance(node, kinds)]
    assert re.search(r"^import kg$", code, re.MULTILINE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_says_what_it_is_about(path):
    first = read(path).cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs a notebook in its own folder, once; the cells with their outputs."""
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    done = {}
    setting = {
        "JUPYTER_RUNTIME_DIR": str(tmp_path_factory.mktemp("jupyter")),
        "TMPDIR": str(tmp_path_factory.mktemp("graphs")),
        "HTTP_PROXY": "http://127.0.0.1:9",  # whoever asks the network, fails
        "HTTPS_PROXY": "http://127.0.0.1:9",
    }

    def run(path):
        if path not in done:
            book = read(path)
            context = {"metadata": {"path": str(FOLDER)}}
            with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # sockets and loops of Jupyter's own
                for name, value in setting.items():
                    patch.setenv(name, value)
                nbclient.NotebookClient(book, timeout=300, resources=context).execute()
            done[path] = book
        return done[path]

    return run


def outputs(book):
    return [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]


def printed(book):
    return "".join(output.text for output in outputs(book) if output.output_type == "stream")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_runs_and_shows_a_graph(runs, path):
    book = runs(path)
    found = outputs(book)
    assert not [output for output in found if output.output_type == "error"]
    assert not [o for o in found if o.output_type == "stream" and o.name == "stderr"]
    pages = [o.data["text/html"] for o in found if "text/html" in o.get("data", {})]
    assert any("<iframe" in page and "vis-network" in page for page in pages)
    assert sorted(path.name for path in FOLDER.iterdir()) == [f"{name}.ipynb" for name in NAMES]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_every_cell_shows_something(runs, path):
    assert all(cell.outputs for cell in runs(path).cells if cell.cell_type == "code")


def test_what_the_notebooks_tell(runs):
    """The lines that a reader is led to by the text between the cells."""
    told = {path.stem[:2]: printed(runs(path)) for path in NOTEBOOKS}
    assert "2 documents, 66 sentences" in told["01"]
    assert "John Kerry … Russia" in told["01"]
    assert "rel:criticizes" in told["02"]
    assert "kgg:" in told["02"]
    assert "Quill Cranes" in told["03"]
    assert "8 statements are left" in told["03"]
    assert "1 document parsed" in told["03"]
    assert "('Otto_Brack', 'https://port.example/accuses', 'Quill_Crane_Company')" in told["03"]
    assert "Donald Trump … Aleppo" in told["04"]
    assert "negated, claimed  Lowen Water pollutes Tolm river  [Piet Oram]" in told["05"]
    assert "Ada Brandt – Tolm dam True\nLowen Water – Tolm river False" in told["05"]


# ---- in JupyterLab

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


def missing(reason):
    if os.environ.get("KG_REQUIRE_BROWSER") == "1":
        pytest.fail(f"KG_REQUIRE_BROWSER=1, but {reason}")
    pytest.skip(reason)


@pytest.fixture
def lab(tmp_path):
    """The address of a JupyterLab in a copy of the notebooks and the seeds."""
    pytest.importorskip("ipykernel")
    asked = [sys.executable, "-m", "jupyterlab", "--version"]
    if subprocess.run(asked, check=False, capture_output=True).returncode:
        missing("JupyterLab is not installed (pip install '.[notebook]')")
    clone = tmp_path / "clone"
    shutil.copytree(FOLDER, clone / "notebooks")
    shutil.copytree(FOLDER.parent / "seeds", clone / "seeds")
    port = ports.free()
    token = secrets.token_hex(8)
    command = [*asked[:-1], "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1"]
    command += [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={clone}"]
    homes = {name: str(tmp_path / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
    homes |= {"JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"), "HOME": str(tmp_path)}
    environment = {**os.environ, **homes, "TMPDIR": str(tmp_path)}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(f"{address}/api?token={token}", server, tmp_path / "log")
            yield f"{address}/lab/tree/notebooks/01_first_graph.ipynb?token={token}"
        finally:
            server.terminate()
            server.wait(timeout=120)


def wait_for(address, server, log):
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + 240
    while time.monotonic() < until and server.poll() is None:
        try:
            with direct.open(address, timeout=5) as answer:
                json.load(answer)
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    pytest.fail(f"JupyterLab did not start: {log.read_text('utf-8', 'replace')[-2000:]}")


@pytest.mark.browser
def test_jupyterlab_draws_the_graph_inline(lab):
    if CHROMIUM is None:
        missing("no Chromium is installed (Debian: apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed (pip install '.[test]')")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with warnings.catch_warnings(), sync_playwright() as playwright:
        warnings.simplefilter("ignore", ResourceWarning)  # playwright's own pipes
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.goto(lab)
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=180_000)
        page.get_by_text("| Idle").wait_for(timeout=180_000)  # the kernel waits
        page.locator("li.lm-MenuBar-item", has_text="Run").click()
        page.locator("li.lm-Menu-item", has_text="Run All Cells").first.click()
        frames = page.locator(".jp-OutputArea-output iframe")
        frames.first.wait_for(state="attached", timeout=300_000)
        frames.first.scroll_into_view_if_needed()
        inside = page.frame_locator(".jp-OutputArea-output iframe").first
        inside.locator("html[data-ready]").wait_for(state="attached", timeout=180_000)
        assert inside.locator("#graph canvas").count() >= 1
        box = frames.first.bounding_box()
        assert box["width"] > 600
        assert box["height"] > 400
        assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
        browser.close()

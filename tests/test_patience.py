"""A document that does not come to an end is given up, and the others go on."""

import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest
import railway
from typer.testing import CliRunner

import kg
from kg import cli, patience
from kg.errors import ArgumentError
from kg.extractors import clausal

alarmed = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")


@pytest.fixture
def hanging(monkeypatch):
    """An extractor that sleeps over sentences with a tunnel, and lets the time that is left fly.

    How much was left is in the list.
    """
    extract, left = clausal._extract, []

    def slow(sentences, *args, **options):
        if any("Tunnel" in sentence.text for sentence in sentences):
            left.append(signal.setitimer(signal.ITIMER_REAL, 0.01, 1)[0])
            time.sleep(600)
        return extract(sentences, *args, **options)

    monkeypatch.setattr(clausal, "_extract", slow)
    return left


@alarmed
def test_what_takes_too_long_is_ended_where_it_is():
    def work():
        try:
            with patience.within(0.05):
                time.sleep(30)
        except Exception as error:  # noqa: BLE001 (a rule that expects errors)
            return error

    began = time.monotonic()
    with pytest.raises(patience.OverdueError):
        work()
    assert time.monotonic() - began < 10


@alarmed
def test_the_alarm_is_as_before_afterwards():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    signal.setitimer(signal.ITIMER_REAL, 100)
    try:
        with patience.within(5):
            assert signal.getitimer(signal.ITIMER_REAL)[0] <= 5
        assert 90 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
        signal.raise_signal(signal.SIGALRM)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert rung == [True]


def test_in_another_thread_there_is_all_the_time():
    done = []

    def work():
        with patience.within(0.001):
            time.sleep(0.05)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_long_documents_have_longer():
    assert [patience.seconds_for(n, 2.0) for n in (0, 100_000, 150_000)] == [2.0, 2.0, 3.0]


def test_a_process_that_hangs_ends():
    script = "from kg import patience; import time\nwith patience.or_exit(0.1): time.sleep(60)"
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=50).returncode == 1


def test_a_process_that_is_done_goes_on():
    script = "from kg import patience; import time\nwith patience.or_exit(1): pass\ntime.sleep(1.2)"
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=90).returncode == 0


@alarmed
def test_a_document_that_hangs_is_left_out_and_said(tmp_path, hanging):
    texts = tmp_path / "texts"
    railway.write(texts, *railway.ARTICLES)
    command = ["build", str(texts), "-g", str(tmp_path / "g"), "--document-timeout", "40.5"]
    result = CliRunner().invoke(cli.app, command)
    assert result.exit_code == 3
    told = [line for line in result.stderr.splitlines() if "tunnel.txt" in line]
    assert told == [
        f"error: {texts}/tunnel.txt: it was not done after 40.5 seconds and was given up"
    ]
    found = kg.open_graph(tmp_path / "g").subgraph.documents.values()
    assert {document.id for document in found} == {"opening", "strike"}
    assert [0 < left <= 40.5 for left in hanging] == [True]


@alarmed
def test_extraction_goes_on_behind_a_document_that_hangs(tmp_path, hanging, monkeypatch):
    monkeypatch.setattr(patience, "USUAL", 30)
    paths = railway.write(tmp_path, *railway.ARTICLES)
    problems = []
    found = list(kg.api.extract(paths, problems=problems))
    assert [document.id for document, _, _ in found] == ["opening", "strike"]
    assert [problem.path for problem in problems] == [str(tmp_path / "tunnel.txt")]
    assert [0 < left <= 30 for left in hanging] == [True]


def test_no_time_at_all_is_wrong_use():
    with pytest.raises(ArgumentError, match="a document needs a finite number above 0"):
        kg.Workforce(seconds=0)


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), -1.0])
def test_no_timer_takes_what_is_not_finite(seconds):
    with pytest.raises(ArgumentError, match="a finite number above 0"):
        kg.Workforce(seconds=seconds)


@alarmed
def test_more_time_than_timers_take_is_a_year():
    with patience.or_exit(1e12), patience.within(1e12):
        assert signal.getitimer(signal.ITIMER_REAL)[0] == pytest.approx(365 * 86_400, abs=60)


@alarmed
def test_the_alarm_rings_again_where_its_error_is_swallowed():
    def work():
        with patience.within(0.05):
            with suppress(BaseException):
                time.sleep(30)
            time.sleep(30)

    began = time.monotonic()
    with pytest.raises(patience.OverdueError):
        work()
    assert time.monotonic() - began < 10
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

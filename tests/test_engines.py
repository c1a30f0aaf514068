"""Whoever parses, and whatever becomes of him, the graph is the same."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count, islice, repeat

import films
import pytest
import railway
from typer.testing import CliRunner

import kg
from kg import cli, engines, parsing, pipeline
from kg.config import Config
from kg.engines import cluster, processes
from kg.engines.dispatch import dispatch
from kg.engines.shards import Shards
from kg.engines.work import ChunkError, Derived, Failed, Orders, Setting, chunks, work
from kg.errors import ArgumentError, EngineError
from kg.model import Document

posix = pytest.mark.skipif(os.name != "posix", reason="kills by signal")
TWO = kg.Settings(workforce=kg.Workforce(jobs=2))
DOCUMENTS = tuple(Document(name, text) for name, text in railway.ARTICLES.items())


pytestmark = pytest.mark.usefixtures("same_code")


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """A folder of the articles and twenty reports that share their names."""
    folder = tmp_path_factory.mktemp("railway")
    railway.write(folder, *railway.ARTICLES)
    for number in range(20):
        text = f"Otto Brack sold {number + 3} engines to the Corvale Union. Brack praised Weir."
        (folder / f"report{number}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def expected(texts, tmp_path_factory):
    """What this process alone makes of them."""
    return railway.built(tmp_path_factory.mktemp("expected") / "g", texts)


@pytest.fixture(autouse=True, scope="module")
def processes_of_a_cluster_end():
    """Some tests are a cluster's worker themselves."""
    yield
    cluster._end_processes()


@pytest.fixture
def setting(tmp_path):
    config = Config()
    pipeline_name = parsing.pipeline_version(config.model)
    return Setting(config, config.fingerprint(pipeline_name), tmp_path / "g" / "shards")


# ---- dispatch, with workers that are functions


def outcome(chunk):
    return [Derived(document.id, b"") for document in chunk]


def dispatched(work, documents, most=4):
    with ThreadPoolExecutor(2) as threads:
        answers = dispatch(
            chunks(documents, repeat(most)), lambda chunk: threads.submit(work, chunk), lambda: 2
        )
        return sorted(one for answer in answers for one in answer)


def named(*names):
    return [Document(name, "Tide rose.") for name in names]


def test_a_document_that_is_at_fault_is_found_among_others_and_tried_twice_alone():
    seen = []

    def fail_on_c(chunk):
        seen.append("".join(document.id for document in chunk))
        if "c" in seen[-1]:
            raise ChunkError("it was c")
        return outcome(chunk)

    found = dispatched(fail_on_c, named(*"abcdefg"))
    failed = Failed(named("c")[0].digest, "it was c")
    assert found == sorted([*outcome(named(*"abdefg")), failed])
    assert sorted(seen) == ["ab", "abcd", "c", "c", "cd", "d", "efg"]


def test_a_chunk_lost_once_is_done_again():
    lost = []

    def lose_first(chunk):
        if not lost:
            lost.append(chunk)
            raise ChunkError("killed")
        return outcome(chunk)

    assert dispatched(lose_first, named(*"abcde"), most=5) == outcome(named(*"abcde"))


def test_errors_of_other_kinds_end_it():
    def refuse(_):
        raise EngineError("no such worker")

    with pytest.raises(EngineError, match="no such worker"):
        dispatched(refuse, named("a"))


def test_documents_are_taken_as_they_are_needed():
    taken = []

    def endless():
        for number in count():
            taken.append(number)
            yield Document(str(number), "Tide rose.")

    with ThreadPoolExecutor(1) as threads:
        answers = dispatch(
            chunks(endless(), repeat(1)), lambda chunk: threads.submit(outcome, chunk), lambda: 3
        )
        assert len(list(islice(answers, 10))) == 10
    assert len(taken) <= 10 + 3 + 1


def test_chunks_are_bounded_by_characters_too():
    long = Document("long", "x" * 200_000)
    short = Document("short", "x" * 60_000)
    found = list(chunks([long, short, short, long, long], [10]))
    assert [[document.id for document in chunk] for chunk in found] == [
        ["long"],
        ["short", "short"],
        ["long"],
        ["long"],
    ]


def test_an_error_that_nobody_foresaw_is_told_of_the_chunk(monkeypatch):
    def fail(*_):
        raise IndexError("no such token")

    monkeypatch.setattr(pipeline, "analyse", fail)
    with pytest.raises(ChunkError, match=r"IndexError: no such token; test_engines\.py"):
        work(DOCUMENTS, Orders(Config()))


# ---- processes of this machine


def test_two_processes_make_the_same_graph(texts, expected, tmp_path):
    seen = []
    graph = kg.build(texts, tmp_path / "g", settings=TWO, progress=lambda *told: seen.append(told))
    assert railway.written(tmp_path / "g") == expected
    assert graph.report.parsed == 23
    assert seen[0] == (0, 23)
    assert seen[-1] == (23, 23)
    assert seen == sorted(seen)


@posix
def test_a_killed_process_costs_nothing_but_time(texts, expected, tmp_path, monkeypatch):
    killed = []
    send = processes.Worker._send

    def kill_once(worker, message):
        send(worker, message)
        if isinstance(message, tuple) and not killed:
            killed.append(worker._process.pid)
            os.kill(worker._process.pid, signal.SIGKILL)

    monkeypatch.setattr(processes.Worker, "_send", kill_once)
    graph = kg.build(texts, tmp_path / "g", settings=TWO)
    assert len(killed) == 1
    assert graph.report.problems == ()
    assert railway.written(tmp_path / "g") == expected


@posix
def test_a_text_that_kills_processes_is_left_out_and_said(tmp_path, monkeypatch):
    paths = railway.write(tmp_path / "texts", *railway.ARTICLES)
    send = processes.Worker._send

    def kill_on_tunnel(worker, message):
        """Stopped first, it cannot be done before it is killed."""
        has_tunnel = isinstance(message, tuple) and any(d.id == "tunnel" for d in message)
        if has_tunnel:
            os.kill(worker._process.pid, signal.SIGSTOP)
        send(worker, message)
        if has_tunnel:
            os.kill(worker._process.pid, signal.SIGKILL)

    monkeypatch.setattr(processes.Worker, "_send", kill_on_tunnel)
    graph = kg.build(paths, tmp_path / "g", settings=TWO)
    [problem] = graph.report.problems
    assert problem.path == str(tmp_path / "texts" / "tunnel.txt")
    assert "ended (SIGKILL), twice" in problem.reason
    assert {d.id for d in graph.subgraph.documents.values()} == {"opening", "strike"}
    assert (graph.report.given, graph.report.parsed) == (2, 2)


def test_a_process_that_cannot_begin_is_told(texts, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(EngineError, match=r"before it could begin \(exit status 1\)"):
        kg.build(texts, tmp_path / "g", settings=TWO)


@posix
def test_an_interrupt_ends_all_processes_and_keeps_what_is_done(texts, expected, tmp_path):
    """That standard error ends shows that no worker is left, for they share it.

    A program that is started in the background would ignore the signal, but for the handler.
    """
    script = (
        f"{railway.SAME_CODE}\nimport sys, time, kg\n"
        "def wait_amid(done, _):\n    print(done, flush=True)\n    time.sleep(60 if done else 0)\n"
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "kg.build(sys.argv[1], sys.argv[2], settings=kg.Settings(workforce=kg.Workforce(jobs=2)), "
        "progress=wait_amid)"
    )
    command = [sys.executable, "-c", script, str(texts), str(tmp_path / "g")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as building:
        assert building.stdout.readline() == "0\n"
        done = int(building.stdout.readline())
        os.killpg(building.pid, signal.SIGINT)
        _, error = building.communicate(timeout=120)
    assert building.returncode == -signal.SIGINT
    assert error.rstrip().endswith("KeyboardInterrupt")
    assert error.count("Traceback") == 1
    assert 0 < done < 23
    graph = kg.build(texts, tmp_path / "g")
    assert graph.report.parsed == 23 - done
    assert railway.written(tmp_path / "g") == expected


def test_an_interrupt_ends_the_processes_though_it_is_kept(texts, tmp_path, monkeypatch):
    """Its traceback holds on to all that was at work."""
    ended = []
    close = processes.Worker.close
    monkeypatch.setattr(
        processes.Worker, "close", lambda worker: (ended.append(worker), close(worker))
    )

    def interrupt(done, _):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as kept:
        kg.build(texts, tmp_path / "g", settings=TWO, progress=interrupt)
    assert len(ended) == 2
    assert kept.tb is not None


@posix
def test_an_interrupt_of_the_terminal_is_kept_from_a_process_that_begins():
    """Python would tell of it in the midst of an import."""
    worker = processes.Worker(Orders(Config()))
    worker.start()
    first = worker._process.pid
    os.kill(first, signal.SIGINT)
    assert [type(found) for found in worker.work(DOCUMENTS[:1])] == [Derived]
    assert worker._process.pid == first
    worker.close()


# ---- documents that do not come to an end

SECONDS = 40

HANGING = f"""
import signal, time
from kg.extractors import clausal

extract = clausal._extract

def slow(sentences, *args, **options):
    if any("Tunnel" in sentence.text for sentence in sentences):
        left, again = signal.setitimer(signal.ITIMER_REAL, 0.01, 1)
        assert 0 < left <= {SECONDS}
        time.sleep(600)
    return extract(sentences, *args, **options)

clausal._extract = slow
"""
"""Code that each Python runs first where it is called sitecustomize: an extractor that sleeps.

So that nobody has to wait, it lets the time that is left fly; other documents have all of it.
"""


@pytest.fixture
def hanging(tmp_path, monkeypatch):
    """Every worker process that is started has an extractor that sleeps over a tunnel."""
    (tmp_path / "hanging").mkdir()
    (tmp_path / "hanging" / "sitecustomize.py").write_text(HANGING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "hanging")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


@posix
def test_a_document_that_hangs_in_a_process_is_left_out_and_said(tmp_path, hanging):
    paths = railway.write(tmp_path / "texts", *railway.ARTICLES)
    settings = kg.Settings(workforce=kg.Workforce(jobs=2, seconds=SECONDS))
    graph = kg.build(paths, tmp_path / "g", settings=settings)
    [problem] = graph.report.problems
    assert problem.path == str(tmp_path / "texts" / "tunnel.txt")
    assert problem.reason == f"it was not done after {SECONDS} seconds and was given up"
    assert {d.id for d in graph.subgraph.documents.values()} == {"opening", "strike"}


# ---- a Dask cluster


@pytest.fixture
def dask(tmp_path):
    """A scheduler and two workers, each a process and all there: the address, and the workers."""
    distributed = pytest.importorskip("distributed", reason="Dask is missing (the extra dask)")
    preload, told = tmp_path / "same_code.py", tmp_path / "scheduler.json"
    preload.write_text(railway.SAME_CODE, encoding="utf-8")
    alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--preload", str(preload))
    commands = [
        ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
        *[["worker", "--name", name, *alone] for name in ("one", "two")],
    ]
    with ExitStack() as running:
        started = [
            running.enter_context(program(["dask", *command, "--scheduler-file", str(told)]))
            for command in commands
        ]
        with distributed.Client(scheduler_file=str(told), timeout=120) as client:
            client.wait_for_workers(2, timeout=120)
        yield json.loads(told.read_text("utf-8"))["address"], started[1:]


@contextmanager
def program(arguments):
    """A Python module that runs meanwhile."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-m", *arguments], **quiet) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.cluster
@posix
def test_a_cluster_of_which_a_worker_is_killed_makes_the_same_graph(
    texts, expected, tmp_path, dask
):
    address, workers = dask
    settings = kg.Settings(workforce=kg.Workforce(scheduler=address))
    left = []

    def kill_amid(done, of):
        if 0 < done < of and workers[1].poll() is None:
            workers[1].kill()
            workers[1].wait()
            left.append(of - done)

    graph = kg.build(texts, tmp_path / "g", settings=settings, progress=kill_amid)
    assert len(left) == 1
    assert graph.report.problems == ()
    assert graph.report.parsed == 23
    assert railway.written(tmp_path / "g") == expected
    assert not (tmp_path / "g" / "shards").exists()


@pytest.mark.cluster
@posix
def test_a_cluster_uses_what_was_learnt_and_gives_up_what_hangs(tmp_path, hanging, dask):
    """The graph is that of this machine without the document that hangs."""
    texts = tmp_path / "texts"
    railway.write(texts, "opening", "strike")
    text = "Broken Compass is a 1985 film by Laura Stein."
    (texts / "film.txt").write_text(text, encoding="utf-8")
    learnt = films.learnt(tmp_path)
    alone = kg.build(texts, tmp_path / "alone", settings=kg.Settings(**learnt))
    assert "learned" in {statement.rule for statement in alone.statements}
    railway.write(texts, "tunnel")
    settings = kg.Settings(**learnt, workforce=kg.Workforce(scheduler=dask[0], seconds=SECONDS))
    graph = kg.build(texts, tmp_path / "g", settings=settings)
    [problem] = graph.report.problems
    assert problem.path == str(texts / "tunnel.txt")
    assert problem.reason == f"it was not done after {SECONDS} seconds and was given up"
    assert railway.written(tmp_path / "g") == railway.written(tmp_path / "alone")


def test_a_worker_that_does_not_see_the_model_of_relations_is_told(tmp_path, setting):
    config = replace(setting.config, relations=str(tmp_path / "my.model"), relations_digest="00")
    fingerprint = config.fingerprint(parsing.pipeline_version(config.model))
    there = setting._replace(config=config, fingerprint=fingerprint)
    with pytest.raises(EngineError, match=r"A worker on .* says: The model of relations .* cannot"):
        cluster._run(cluster._Errand(there, "seen-1"), cluster.packed(DOCUMENTS))


def errand(setting, chunk):
    """What a worker that sees the folder answers."""
    token = Shards(setting.folder, setting.fingerprint).open()
    return cluster._run(cluster._Errand(setting, token), cluster.packed(chunk))


def test_shards_that_a_build_left_are_taken_in_and_not_parsed_again(tmp_path, setting, monkeypatch):
    paths = railway.write(tmp_path / "texts", *railway.ARTICLES)
    alone = railway.built(tmp_path / "alone", *paths)
    for document in DOCUMENTS:
        read = next(iter(kg.documents.read(tmp_path / "texts" / f"{document.id}.txt")))
        assert errand(setting, [read]).endswith(".zip")
    (setting.folder / "0000-of-other-settings.zip").touch()

    def refuse(*_):
        raise AssertionError("parsed again")

    monkeypatch.setattr(pipeline, "analyse", refuse)
    assert kg.build(paths, tmp_path / "g").report.parsed == 0
    assert railway.written(tmp_path / "g") == alone
    assert not setting.folder.exists()


def test_a_damaged_shard_is_derived_again(tmp_path, setting):
    paths = railway.write(tmp_path / "texts", "strike")
    name = errand(setting, list(kg.documents.read(paths)))
    shard = setting.folder / name
    shard.write_bytes(shard.read_bytes()[:-30])
    assert kg.build(paths, tmp_path / "g").report.parsed == 1


def test_a_worker_that_does_not_see_the_folder_answers_with_the_content(tmp_path, setting):
    elsewhere = setting._replace(folder=tmp_path / "not" / "there")
    answer = cluster._run(cluster._Errand(elsewhere, "seen-1"), cluster.packed(DOCUMENTS[:1]))
    [derived] = answer
    assert derived.digest == DOCUMENTS[0].digest
    assert not (tmp_path / "not").exists()


def test_a_shard_keeps_what_was_derived_and_what_failed(setting):
    shards = Shards(setting.folder, setting.fingerprint)
    shards.open()
    outcomes = [Derived("d1", b"\0record"), Failed("d2", "it is too — long"), Derived("d3", b"")]
    name = shards.write(outcomes)
    assert sorted(shards.read(name)) == sorted(outcomes)
    assert list(shards.found()) == [name]


def test_a_shard_that_comes_again_is_taken_away_again_and_a_new_one_stays(setting):
    shards = Shards(setting.folder, setting.fingerprint)
    token = shards.open()
    taken = shards.write([Derived("d1", b"record")])
    shards.remove(taken)
    assert shards.write([Derived("d1", b"record")]) == taken
    new = shards.write([Derived("d2", b"record")])
    shards.close()
    assert not shards.is_shared(token)
    assert list(shards.found()) == [new]
    shards.remove(new)
    shards.close()
    assert not setting.folder.exists()


def test_a_worker_with_another_version_is_refused(setting):
    other = cluster._Errand(setting._replace(fingerprint="0000"), "")
    with pytest.raises(EngineError, match="has another version of kg or of the pipeline en_core"):
        cluster._run(other, cluster.packed(DOCUMENTS))


def test_a_scheduler_that_does_not_answer_is_told(texts, tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="Dask is not installed (the extra dask)")
    monkeypatch.setattr(cluster, "_WAIT", 1)
    with pytest.raises(EngineError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:1 "):
        list(engines.derive(DOCUMENTS, 3, None, kg.Workforce(scheduler="tcp://127.0.0.1:1")))


def test_without_dask_it_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EngineError, match=r"the extra `dask` installs: pip install '\.\[dask\]'"):
        list(engines.derive(DOCUMENTS, 3, None, kg.Workforce(scheduler="tcp://127.0.0.1:1")))


# ---- the choice


@pytest.mark.parametrize(
    ("engine", "jobs", "scheduler", "told"),
    [
        ("local", 0, None, "at least one process"),
        ("local", 1, "tcp://a:1", "--scheduler is for --engine dask"),
        ("dask", 1, None, "needs --scheduler ADDRESS"),
        ("dask", 2, "tcp://a:1", "a cluster has workers of its own"),
        ("spark", 1, None, "there are local, dask"),
    ],
)
def test_choices_that_have_no_sense(engine, jobs, scheduler, told):
    with pytest.raises(ArgumentError, match=told):
        kg.Workforce.chosen(engine, jobs, scheduler)


def test_a_wrong_choice_is_wrong_use(texts, tmp_path):
    command = ["build", str(texts), "-g", str(tmp_path / "g"), "--scheduler", "tcp://a:1"]
    assert CliRunner().invoke(cli.app, command).exit_code == 2
    assert not (tmp_path / "g").exists()

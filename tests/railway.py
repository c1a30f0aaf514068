"""Short made-up articles about a mountain railway, to build graphs of."""

import os
import subprocess
import sys

import kg
from kg.api import OUTPUT_FILES

ARTICLES = {
    "opening": "Mara Lind praised Jonas Weir in Corvale. Lind met Otto Brack. "
    "Brack did not criticize Weir.",
    "tunnel": "Jonas Weir criticized Otto Brack. Weir said the Tarn Tunnel harms Corvale.",
    "strike": "Mara Lind will meet Elsa Quill. Quill leads the Corvale Union.",
}


SAME_CODE = "from kg import config; config._digest = lambda parts: 'the same'"
"""Run in two processes, it lets one use the other's records though a module be edited between."""


LONG_SECONDS = "import itertools, time; time.monotonic = itertools.count(0, 2).__next__"
"""Run in a process, it lets two seconds go by from look to look, so that each record is kept."""


def write(folder, *names):
    """The articles of these names as files in a folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"{name}.txt").write_text(ARTICLES[name], encoding="utf-8")
    return [folder / f"{name}.txt" for name in names]


def written(folder):
    """The bytes of what a build writes for people to take away."""
    return {name: (folder / name).read_bytes() for name in OUTPUT_FILES}


def built(folder, *inputs, **options):
    """The bytes of a graph built in a folder from inputs given all at once."""
    kg.build(inputs, folder, **options)
    return written(folder)


def facts(graph):
    """What a graph says, one line a statement, without its evidence."""
    names = {entity.id: entity.name for entity in graph.entities}
    return sorted(
        f"{names[s.subject]} | {s.relation} | {names.get(s.object, '')} | {s.status}"
        for s in graph.statements
    )


def run(texts, folder, code="", **environment):
    """Build in a process of its own, after `code`; its exit status."""
    script = f"{SAME_CODE}\n{code}\nimport sys, kg\nkg.build(sys.argv[1], sys.argv[2])"
    command = [sys.executable, "-c", script, str(texts), str(folder)]
    return subprocess.run(command, check=False, env={**os.environ, **environment}).returncode


KILLER = """
import os, signal
from importlib import import_module

def kill_in(module, name, call, after):
    holder = import_module(module)
    *outer, name = name.split(".")
    for part in outer:
        holder = getattr(holder, part)
    original, calls = getattr(holder, name), []
    def killing(*args, **kwargs):
        calls.append(args)
        if len(calls) == call and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        result = original(*args, **kwargs)
        if len(calls) == call and after:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    setattr(holder, name, killing)

"""

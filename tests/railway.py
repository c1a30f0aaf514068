"""Short made-up articles about a mountain railway, to build graphs of."""

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

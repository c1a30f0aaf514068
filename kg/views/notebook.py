"""A subgraph in a notebook's output cell: caption, a few facts, and the page in a frame.

The frame holds the whole page in `srcdoc` and is sandboxed without an origin of its own: its
script runs, but cannot reach the notebook. Where frames are not shown (a notebook rendered as a
still page), caption and facts remain.
"""

from __future__ import annotations

import html

from kg.model import Statement, Subgraph
from kg.views.page import render

SHOWN = 8
"""Statements listed above the frame."""
HEIGHT = 640
"""Pixels of the frame that holds the view."""


def notebook_html(subgraph: Subgraph) -> str:
    """The HTML of a subgraph for `_repr_html_`."""
    statements = len(subgraph.statements)
    caption = (
        f"{len(subgraph.entities)} entities, {statements} statements, "
        f"{len(subgraph.documents)} documents"
    )
    best = sorted(subgraph.statements, key=lambda said: (-said.confidence, said.id))[:SHOWN]
    rows = "".join(_row(subgraph, said) for said in best)
    more = f"<p>and {statements - SHOWN} more</p>" if statements > SHOWN else ""
    page = html.escape(render(subgraph, title="Knowledge graph"))
    return (
        f"<div><table><caption>{caption}</caption><thead><tr><th>subject</th><th>relation</th>"
        f"<th>object</th><th>status</th></tr></thead><tbody>{rows}</tbody></table>{more}"
        f'<iframe title="Knowledge graph: {caption}" srcdoc="{page}" '
        'sandbox="allow-scripts allow-downloads" loading="lazy" '
        f'style="width:100%;height:{HEIGHT}px;border:1px solid #8888"></iframe></div>'
    )


def _row(subgraph: Subgraph, said: Statement) -> str:
    shown = subgraph.object_text(said) or ""
    cells = (subgraph.entities[said.subject].name, said.relation, shown, said.status)
    return "<tr>" + "".join(f"<td>{_escape(cell)}</td>" for cell in cells) + "</tr>"


def _escape(text: str) -> str:
    return html.escape(text.encode("utf-8", "replace").decode())

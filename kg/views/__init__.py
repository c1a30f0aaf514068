"""A subgraph as one offline HTML page: the graph to look at, the sentences to believe it by.

    Subgraph -> excerpt   what one page can hold of it
             -> drawing   which entities are drawn, where, as a pyvis Network
             -> payload   everything that the page knows, as JSON
             -> page      template, style, script, vis-network and payload in one string

The caller chooses the subgraph; nothing here reads a store. The page asks the network for
nothing: its content policy admits two scripts by their hashes and no connection at all. Names and
sentences come from documents, hence from strangers: they travel as JSON and enter the page as
text nodes only. The same subgraph gives the same bytes. A server may hand the page out with leave
to ask it, and nobody else, for what the page does not hold.
"""

from __future__ import annotations

from kg.views.notebook import notebook_html
from kg.views.page import render, served

__all__ = ["notebook_html", "render", "served"]

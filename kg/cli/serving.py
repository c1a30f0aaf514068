"""The command that serves a graph."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.program import app
from kg.config import OUTPUT, QUERY_TIMEOUT
from kg.options import Graph
from kg.terminal import say


@app.command()
def serve(
    graph: Graph = OUTPUT,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to serve at.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How long a query may take.")
    ] = QUERY_TIMEOUT,
    max_queries: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Queries answered at a time.")
    ] = 4,
) -> None:
    """Serve the graph to browsers and programs: the map, pages, JSON, a SPARQL endpoint.

    What is served is the folder's own store, also where the graph was sent to a remote one.
    It only reads, and only this machine can reach it unless --host says otherwise. Other web
    pages cannot read it. A graph that is built again is served anew by itself. Ctrl+C stops.

    Exit status: 0 stopped by SIGTERM, 130 by Ctrl+C, 1 there is no graph, 2 the address is taken.
    """
    from kg import server

    how = server.Serving(host, port, timeout, max_queries)
    raise typer.Exit(server.serve(graph, how, say, then_ends=True))

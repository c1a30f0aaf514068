"""A built graph over HTTP: pages to read, a JSON interface to draw from, SPARQL to ask.

    GET / POST  /sparql          SPARQL 1.1 Protocol; for browsers the page to write queries in
    GET  /                       the interactive view          /search  /documents
    GET  /entity/ID              an entity with its evidence   /document/ID
    GET  /api/...                JSON, described at /api/openapi.json

It only reads. A request goes one way:

    guards.py       may it be here at all? addresses, origins, headers of every response
    app.py          the routes, and what a refusal looks like
    protocol.py     SPARQL: request -> query        negotiation.py  which format is wanted
    queries.py      a query in a worker process, a place for it or none
    graph.py        the store as it is now, opened again when it was built again
    reading.py      plain values for pages and JSON
    pages.py        these as HTML                   openapi.json    what the interface gives
    running.py      the socket, signals, a graceful stop

Queries run in processes that can be ended (`kg.querying`); what pages need is a bounded number of
simple queries, which threads of the server answer themselves.
"""

"""What the shape of a graph tells: who is in the middle, who belongs together, what leads where.

    Subgraph -> ties       entities as nodes, all statements between two of them as one tie
             -> measures   centrality, components, communities
             -> paths      the shortest chain of statements between two entities, quoted
             -> surroundings  an entity with all that is within some steps of it
             -> speaking   who talks about whom
             -> summary    the graph in figures

Everything is computed from records; no store is read here. networkx does the graph theory. The
same graph gives the same answer: nodes are numbered in sorted order before anything that could
depend on the order of a set, and what samples or draws lots does so from a fixed seed.

A count of ties says how much the texts speak of something, not that what they say is so: a
denied statement ties its two entities as an asserted one does. `asserted=True` leaves out all
that is not stated as a fact.
"""

from __future__ import annotations

from kg.analysis.asking import Analysed
from kg.analysis.measures import Central, Community
from kg.analysis.paths import Path, Step
from kg.analysis.speaking import Talk
from kg.analysis.summary import Summary

__all__ = ["Analysed", "Central", "Community", "Path", "Step", "Summary", "Talk"]

"""The figures of a graph as a picture: bars for each kind of count, and documents by month."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kg.analysis.summary import MOST_LISTED, Summary
from kg.lines import visible
from kg.pictures import canvas, looks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LETTERS = 30
"""Letters at which a name beside a bar is cut."""
_STATUS = {"negated": looks.NEGATED, "planned": "#7b3fa8", "claimed": "#bd4b12"}


def stats_picture(told: Summary, format_: str = "png", *, title: str = "") -> bytes:
    """The bytes of a picture of a graph's figures.

    Raises ArgumentError for a format that is none, InputError where matplotlib is missing.
    """
    canvas.check(format_)
    with canvas.settings():
        return canvas.written(figure_of(told, title), format_)


def figure_of(told: Summary, title: str) -> Figure:
    """The figure, under the settings of `canvas`."""
    from matplotlib.figure import Figure

    parts = [
        ("Statements by status", told.statuses, _status_colour),
        ("Entities by type", told.types, lambda kind: looks.COLOURS.get(kind, looks.OTHER)),
        ("Most frequent relations", told.relations, lambda _: looks.MUTED),
        ("Most connected entities: neighbours", told.connected, lambda _: looks.COLOURS["Person"]),
        ("Speakers: statements on their word", told.speakers, lambda _: _STATUS["claimed"]),
    ]
    with_months = len(told.months) > 1
    there = [part for part in parts if part[1]]
    rows = (len(there) + with_months + 1) // 2
    figure = Figure(figsize=(7.5, 0.9 + 2.15 * max(rows, 1)), layout="constrained")
    heading = title or f"{told.documents:,} documents"
    counts = (
        f"{told.sentences:,} sentences, {told.statements:,} statements, {told.entities:,} entities"
    )
    figure.suptitle(f"{visible(heading)}: {counts}", fontsize=9, weight="bold", color=looks.INK)
    for number, (name, told_of, colour) in enumerate(there, 1):
        axes = figure.add_subplot(max(rows, 1), 2, number)
        _bars(axes, name, told_of, [colour(key) for key in told_of])
    if with_months:
        _months(figure.add_subplot(rows, 2, len(there) + 1), told.months)
    return figure


def _status_colour(status: str) -> str:
    return next((c for word, c in _STATUS.items() if word in status), looks.COLOURS["Person"])


def _bars(axes: Axes, name: str, counts: Mapping[str, int], colours: list[str]) -> None:
    _plain(axes, name)
    shown = [visible(looks.TYPE_NAMES.get(key, key)) for key in counts]
    cut = [text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…" for text in shown]
    places = range(len(cut))
    bars = axes.barh(places, list(counts.values()), color=colours, height=0.68)
    axes.bar_label(bars, [f"{count:,}" for count in counts.values()], padding=2, fontsize=6.5)
    axes.set_yticks(places, cut, fontsize=6.8)
    axes.set_ylim(max(len(cut), MOST_LISTED) - 0.5, -0.5)
    axes.set_xticks([])
    axes.margins(x=0.12)


def _months(axes: Axes, months: Mapping[str, int]) -> None:
    from matplotlib.ticker import MaxNLocator

    _plain(axes, "Documents by month")
    names = _every_month(*(sorted(months)[i] for i in (0, -1)))
    axes.bar(range(len(names)), [months.get(name, 0) for name in names], color=looks.MUTED)
    step = max(1, len(names) // 6)
    axes.set_xticks(range(0, len(names), step), names[::step], fontsize=6.5)
    axes.tick_params(axis="y", labelsize=6.5)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))


def _every_month(first: str, last: str) -> list[str]:
    """The months from one to another: those without documents count too.

    >>> _every_month("2020-11", "2021-02")
    ['2020-11', '2020-12', '2021-01', '2021-02']
    """
    begin, end = (int(month[:4]) * 12 + int(month[5:]) - 1 for month in (first, last))
    return [f"{month // 12:04}-{month % 12 + 1:02}" for month in range(begin, end + 1)]


def _plain(axes: Axes, name: str) -> None:
    """A subplot without a frame."""
    axes.set_title(name, loc="left", fontsize=7.8, color=looks.INK, weight="bold")
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.spines["left"].set_color(looks.RULE)
    axes.tick_params(length=0, colors=looks.INK)

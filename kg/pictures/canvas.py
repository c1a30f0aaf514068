"""Figures of matplotlib, and their bytes."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg")
DOTS = 300
"""Dots an inch, as printers ask for."""

_SETTINGS: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 7.5,
    "svg.fonttype": "path",
    "svg.hashsalt": "kg",
    "path.simplify": False,
    "text.usetex": False,
    "text.parse_math": False,
    "axes.unicode_minus": False,
}
"""What decides on the looks, whatever the user's matplotlibrc says. A name may hold dollars."""
_OTHER_SCRIPTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "Noto Sans Devanagari",
    "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "FreeSans", "Unifont",
)  # fmt: skip
"""Fonts that are asked, where the machine has them, for letters that DejaVu lacks."""


def check(format_: str) -> str:
    """The format itself; ArgumentError where it is none of FORMATS."""
    if format_ not in FORMATS:
        raise ArgumentError(f"{format_!r} is no format of pictures; there are png and svg.")
    return format_


def format_of(path: Path) -> str:
    """The format that a file's name asks for; ArgumentError where it is none of FORMATS."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise ArgumentError(f"{path} names no format of pictures; let it end in .png or .svg.")
    return ending


@contextmanager
def settings() -> Iterator[None]:
    """Matplotlib with our settings alone; InputError where it is not installed."""
    try:
        import matplotlib as mpl
        from matplotlib import font_manager
    except ImportError as error:
        raise InputError(
            "Pictures are drawn by matplotlib, which is not installed: "
            "pip install '.[pictures]' in the clone of kg."
        ) from error
    there = set(font_manager.get_font_names())
    fonts = ["DejaVu Sans", *(name for name in _OTHER_SCRIPTS if name in there)]
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS | {"font.family": fonts})
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def written(figure: Figure, format_: str) -> bytes:
    """The bytes of a figure, without the date and the version that would change them."""
    out = io.BytesIO()
    told = {"Date": None, "Creator": None} if format_ == "svg" else {"Software": None}
    figure.savefig(out, format=check(format_), dpi=DOTS, metadata=told, facecolor="white")
    return out.getvalue()

"""Time expressions as values; Wednesday 5 June 2024 is the anchor."""

from __future__ import annotations

import pytest

from kg.timex import normalise, value

ANCHOR = "2024-06-05"
DATES = [
    # absolute
    ("2023-11-30", "2023-11-30"),
    ("3 May 2024", "2024-05-03"),
    ("May 3rd, 2024", "2024-05-03"),
    ("on Friday, July 21, 2017", "2017-07-21"),
    ("the 14th of March 1998", "1998-03-14"),
    ("Sept. 9, 2001", "2001-09-09"),
    ("March 1998", "1998-03"),
    ("in 1995", "1995"),
    ("since 3 May 2024", "2024-05-03"),
    # weekdays: the nearest in the past, the anchor's own day included
    ("Wednesday", "2024-06-05"),
    ("on Tuesday", "2024-06-04"),
    ("Thursday", "2024-05-30"),
    ("early Monday morning", "2024-06-03"),
    ("last Wednesday", "2024-05-29"),
    ("next Friday", "2024-06-07"),
    ("Monday during a visit", "2024-06-03"),
    # relative
    ("today", "2024-06-05"),
    ("yesterday afternoon", "2024-06-04"),
    ("tomorrow", "2024-06-06"),
    ("this morning", "2024-06-05"),
    ("three days ago", "2024-06-02"),
    ("two months ago", "2024-04"),
    ("six years ago", "2018"),
    ("last year", "2023"),
    ("next month", "2024-07"),
    # without a year: the nearest
    ("3 June", "2024-06-03"),
    ("December 30", "2023-12-30"),
    ("in August", "2023-08"),
]


@pytest.mark.parametrize(("text", "expected"), DATES)
def test_dates(text, expected):
    assert normalise(text, ANCHOR) == expected


UNSURE = [
    "a few weeks ago",
    "two weeks ago",
    "recently",
    "the end of May",
    "the 1990s",
    "30 February 2023",
    "Friday prayers",
    "before Monday",
    "a three-day",
    "the past five years",
    "",
    "may",  # only with an anchor, see below
]


@pytest.mark.parametrize("text", UNSURE[:-1])
def test_what_is_vague_or_no_date_stays_text(text):
    assert normalise(text, ANCHOR) is None


@pytest.mark.parametrize(
    "text", ["Friday", "yesterday", "3 June", "two days ago", "May", "last year"]
)
def test_relative_expressions_need_an_anchor(text):
    assert normalise(text, None) is None


def test_absolute_expressions_need_none():
    assert normalise("3 May 2024", None) == "2024-05-03"


VALUES = [
    ("three-day", "P3D"),
    ("a five-year", "P5Y"),
    ("two hours", "PT2H"),
    ("a decade", "P10Y"),
    ("over the past five years", "2019-06-05..2024-06-05"),
    ("the last two weeks", "2024-05-22..2024-06-05"),
    ("earlier this year", "2024-01-01..2024-06-05"),
    ("from 1914 to 1918", "1914..1918"),
    ("1914-18", "1914..1918"),
    ("Wednesday", "2024-06-05"),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_durations_and_intervals(text, expected):
    assert value(text, ANCHOR) == expected


def test_a_month_back_from_a_long_month_ends_on_its_last_day():
    assert value("the past one month", "2024-03-31") == "2024-02-29..2024-03-31"


def test_an_anchor_must_be_a_date():
    with pytest.raises(ValueError, match="yesterday"):
        normalise("Friday", "yesterday")

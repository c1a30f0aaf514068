"""Time expressions as values; Wednesday 5 June 2024 is the anchor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.terms import duration_literal, interval_literals, iso_literal
from kg.timex import normalise, value

GOLD = Path(__file__).parents[2] / "shared" / "coref" / "time_gold.json"

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
    ("on 3 November", "2023-11-03"),
    ("11 June", "2024-06-11"),  # issued some days before
    ("Friday, May 24", "2024-05-24"),
    ("Monday, May 8", "2023-05-08"),  # on a Wednesday in 2024
    ("29 February", "2024-02-29"),
]


@pytest.mark.parametrize(("text", "expected"), DATES)
def test_dates(text, expected):
    assert normalise(text, ANCHOR) == expected


UNSURE = [
    "a few weeks ago",
    "weeks ago",
    "recently",
    "years",
    "several years",
    "the past few weeks",
    "30 February 2023",
    "Friday prayers",
    "before Monday",
    "after the war",
    "about six years ago",
    "a century ago",
    "three to five years",
    "65 million years ago",
    "3000 years ago",
    "five miles",
    "a man",
    "",
    # on a day that the text tells, not on that of writing
    "the following day",
    "the next day",
    "a day after",
    "three days earlier",
    "two years later",
    "the same week",
    "that evening",
    "the day before",
    # by custom: two orders, two halves of the earth, two ways to count
    "03/05/2024",
    "the fiscal year 2021",
    "FY2021",
    "the 2020-21 season",
    "winter 2019",
    "this summer",
    "last quarter",
    "midnight on Monday",
    "at noon",
    "the 60s",
    # a plan's or a story's: the words alone do not tell
    "the next two years",
    "by the end of the year",
    "until Friday",
    "by Monday",
    "in two years",
    "from 1987",  # when it began, or where it came from
    "within three days",
    # an ambiguous day
    "last Tuesday",  # not yesterday
    "next Thursday",  # not tomorrow
    "20 August",  # what is told as past does not lie so far ahead
    "Friday, May 25",  # no Friday, in no year near
    # two times in one
    "March 3, 4 and 5",
    "two years ago on Friday",
    "a year ago today",
    "Monday in March",
    "2011 and 2013",
    "last year by 2030",
    # no interval
    "from 1918 to 1914",
    "from Tuesday to Monday",
    "the fifth quarter of 2021",
    "the first of 2021",
    "third 2021",
    "0 BC",
    "17 p.m. on Monday",
]


@pytest.mark.parametrize("text", ["5 p.m. " * 200, "early " * 200 + "May", "May-" * 200 + "May"])
def test_long_texts_are_read_in_little_time(text):
    """Were every form to hold every other, the first would take two to the power of 200 steps."""
    assert value(text, ANCHOR) is None


@pytest.mark.parametrize("text", UNSURE)
def test_what_is_vague_or_no_date_stays_text(text):
    assert value(text, ANCHOR) is None


@pytest.mark.parametrize(
    "text",
    [
        *("Friday", "yesterday", "3 June", "two days ago", "May", "last year", "since Monday"),
        *("the past five years", "two weeks ago", "noon on Monday", "earlier this year"),
        *("from March to May", "the third quarter of last year", "last weekend", "next March"),
    ],
)
def test_relative_expressions_need_an_anchor(text):
    assert value(text, None) is None


def test_absolute_expressions_need_none():
    assert normalise("3 May 2024", None) == "2024-05-03"


VALUES = [
    # how long
    ("three-day", "P3D"),
    ("a five-year", "P5Y"),
    ("two hours", "PT2H"),
    ("a decade", "P10Y"),
    ("for three years", "P3Y"),
    ("for two weeks", "P14D"),
    ("for eighteen months", "P1Y6M"),
    ("for twenty-five years", "P25Y"),
    ("a 36-hour", "P1DT12H"),
    ("for two and a half years", "P2Y6M"),
    ("for half an hour", "PT30M"),
    ("over 90 minutes", "PT1H30M"),
    ("for a century", "P100Y"),
    # up to the day of writing, and from it
    ("over the past five years", "2019-06-05/2024-06-05"),
    ("the last two weeks", "2024-05-22/2024-06-05"),
    ("over the past year", "2023-06-05/2024-06-05"),
    ("in the last 48 days", "2024-04-18/2024-06-05"),
    ("earlier this year", "2024-01-01/2024-06-05"),
    ("earlier this week", "2024-06-03/2024-06-05"),
    ("later this year", "2024-06-05/2024-12-31"),
    ("later this month", "2024-06-05/2024-06-30"),
    # weeks
    ("two weeks ago", "2024-05-20/2024-05-26"),
    ("last week", "2024-05-27/2024-06-02"),
    ("next week", "2024-06-10/2024-06-16"),
    ("last weekend", "2024-06-01/2024-06-02"),
    # two ends
    ("from 1914 to 1918", "1914/1918"),
    ("between 1914 and 1918", "1914/1918"),
    ("1914-18", "1914/1918"),
    ("1939–1945", "1939/1945"),
    ("from March to May 2020", "2020-03/2020-05"),
    ("between 3 and 7 May 2020", "2020-05-03/2020-05-07"),
    ("3-7 May 2020", "2020-05-03/2020-05-07"),
    ("from May 3 to 7, 2020", "2020-05-03/2020-05-07"),
    ("from 28 December 2019 to 3 January 2020", "2019-12-28/2020-01-03"),
    ("2024-05-03 to 2024-05-09", "2024-05-03/2024-05-09"),
    ("from Saturday to Tuesday", "2024-06-01/2024-06-04"),
    ("from early 2003 until the end of May 2005", "2003/2005-05"),
    ("from May to the end of 2020", "2020-05/2020"),
    ("431–404 BC", "-0430/-0403"),
    # one end
    ("since 2011", "2011/.."),
    ("ever since May 2003", "2003-05/.."),
    ("since the 1990s", "1990/.."),
    ("since Monday", "2024-06-03/.."),
    ("from 1 January 2025 onwards", "2025-01-01/.."),
    ("from Monday on", "2024-06-03/.."),
    ("until 1989", "../1989"),
    ("through 3 May 2024", "../2024-05-03"),
    ("by the end of 2003", "../2003"),
    ("by the end of this year", "../2024"),
    ("until yesterday", "../2024-06-04"),
    # stretches with a name
    ("the 1990s", "1990/1999"),
    ("in the early 1990s", "1990/1999"),
    ("the mid-1960s", "1960/1969"),
    ("the 19th century", "1801/1900"),
    ("in the late twentieth century", "1901/2000"),
    ("the 5th century BC", "-0499/-0400"),
    ("the third quarter of 2021", "2021-07/2021-09"),
    ("Q1 2020", "2020-01/2020-03"),
    ("the fourth quarter of last year", "2023-10/2023-12"),
    ("the first half of 2020", "2020-01/2020-06"),
    # a part of a year or month that has no bounds is the whole
    ("early 2003", "2003"),
    ("late last year", "2023"),
    ("the end of May 2004", "2004-05"),
    ("the summer of 2021", "2021"),
    ("mid-March 1998", "1998-03"),
    ("the night of 3 May 2024", "2024-05-03"),
    # eras
    ("in 44 BC", "-0043"),
    ("1 BC", "0000"),
    ("AD 79", "0079"),
    ("1066 AD", "1066"),
    ("300 B.C.E.", "-0299"),
    # times of day
    ("noon on Monday", "2024-06-03T12:00:00"),
    ("at 5 p.m. on Friday", "2024-05-31T17:00:00"),
    ("Tuesday at 17:30", "2024-06-04T17:30:00"),
    ("8:15 a.m. on 3 May 2024", "2024-05-03T08:15:00"),
    ("12.05am yesterday", "2024-06-04T00:05:00"),
    ("08:30 GMT on 3 May 2024", "2024-05-03T08:30:00Z"),
    # days in other orders and words
    ("25/12/2023", "2023-12-25"),
    ("12/25/2023", "2023-12-25"),
    ("5.5.2024", "2024-05-05"),
    ("31.12.1999", "1999-12-31"),
    ("3 May last year", "2023-05-03"),
    ("in March of last year", "2023-03"),
    ("last December", "2023-12"),
    ("last March", "2024-03"),
    ("next June", "2025-06"),
    ("the day before yesterday", "2024-06-03"),
    ("last night", "2024-06-04"),
    ("last Monday", "2024-06-03"),
    ("this Friday", "2024-06-07"),
    ("this Monday", "2024-06-03"),
    ("the 1800s", "1800/1899"),  # a decade or a century
    ("the 2000s", "2000/2009"),
    ("Friday this week", "2024-06-07"),
    ("the year 2003", "2003"),
    ("Wednesday", "2024-06-05"),
    ("Friday at a rally in Lodz", "2024-05-31"),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_durations_and_intervals(text, expected):
    assert value(text, ANCHOR) == expected


AHEAD = [
    ("on Friday", "2024-06-07"),
    ("Wednesday", "2024-06-05"),
    ("until Monday", "../2024-06-10"),
    ("in March", "2025-03"),
    ("June", "2024-06"),
    ("over the next two years", "2024-06-05/2026-06-05"),
    ("by the end of the year", "../2024"),
    ("by the end of the week", "../2024-06-09"),
    ("yesterday", "2024-06-04"),
    ("since Monday", "2024-06-03/.."),
    ("from Monday", "2024-06-10/.."),
    ("on 3 September", "2024-09-03"),
    ("on 3 March", "2025-03-03"),
    ("on 3 May", None),  # a month ago, or in eleven
    ("from November 20 to December 11", "2024-11-20/2024-12-11"),
    ("from 30 December to 3 January", "2024-12-30/2025-01-03"),
]


@pytest.mark.parametrize(("text", "expected"), AHEAD)
def test_where_the_sentence_looks_ahead(text, expected):
    assert value(text, ANCHOR, "future") == expected


def test_where_the_sentence_does_not_tell_only_what_needs_no_side_has_a_value():
    words = ("Friday", "March", "3 November", "3 May", "today", "next Friday")
    found = [value(text, ANCHOR, None) for text in words]
    assert found == [None, None, None, "2024-05-03", "2024-06-05", "2024-06-07"]


def test_the_one_date_of_an_interval_with_one_end():
    found = [normalise(text, ANCHOR) for text in ("since 2011", "until 1989", "1914-18", "a year")]
    assert found == ["2011", "1989", None, None]


def test_a_month_back_from_a_long_month_ends_on_its_last_day():
    assert value("the past one month", "2024-03-31") == "2024-02-29/2024-03-31"


def test_every_value_has_a_literal_of_rdf():
    for text, _ in (*VALUES, *DATES):
        found = value(text, ANCHOR)
        assert found
        told = (iso_literal(found), duration_literal(found), interval_literals(found))
        assert any(told), found


@pytest.mark.skipif(not GOLD.exists(), reason="needs ../shared/coref/time_gold.json")
def test_expressions_of_news_each_with_its_own_day():
    """Of 20, 16 have a value; `a day after` is one of them, and is counted from another event."""
    rows = json.loads(GOLD.read_text(encoding="utf-8"))
    found = [(row["gold"].replace("..", "/"), value(row["expr"], row["anchor"])) for row in rows]
    assert sum(gold == ours for gold, ours in found) == 15
    assert sum(ours is None for _, ours in found) == 5


def test_an_anchor_must_be_a_date():
    with pytest.raises(ValueError, match="yesterday"):
        normalise("Friday", "yesterday")

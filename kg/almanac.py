"""The names of the calendar in English: months, days of the week, and words for days.

One table for all who must know a day when they see one: dates of metadata, time expressions,
names that are none, capitals that mean nothing.
"""

from __future__ import annotations

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
"""Number of each month, from 1, by its name and what it is shortened to, in lower case."""

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed",
            "thursday thu thur thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
"""Number of each day of the week, from 0 for Monday, by its names in lower case."""

NAMED_DAYS = {
    "today": 0,
    "tonight": 0,
    "yesterday": -1,
    "tomorrow": 1,
    "last night": -1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}
"""Days from the one on which the words are spoken."""

MONTH_NAMES = tuple({number: name for name, number in reversed(MONTHS.items())}.values())[::-1]
"""The whole names, January first."""

WEEKDAY_NAMES = tuple({day: name for name, day in reversed(WEEKDAYS.items())}.values())[::-1]
"""The whole names, Monday first."""

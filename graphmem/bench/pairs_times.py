"""Dates as pair files write them."""

import re
from datetime import UTC, datetime

_YEAR_FIRST = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?")
_MONTH_FIRST = re.compile(r"(\d{1,2})/(?:(\d{1,2})/)?(\d{4})")


def read_time(text: object) -> datetime | None:
    """Start of the day, month or year named by 2021-03-30, 2021-03, 2021, 3/30/2021 or 03/2021, in UTC; else None."""
    if not isinstance(text, str):
        return None
    found = _YEAR_FIRST.fullmatch(text.strip())
    if found:
        year, month, day = found[1], found[2], found[3]
    else:
        found = _MONTH_FIRST.fullmatch(text.strip())
        if found is None:
            return None
        month, day, year = found[1], found[2], found[3]
    try:
        return datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC)
    except ValueError:
        return None

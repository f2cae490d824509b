"""Time: aware instants and intervals with a precision; closed at the start, open at the end."""

import re
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from pydantic import AwareDatetime, BaseModel

from graphmem.errors import InputError

_PARTIAL = re.compile(r"^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$")
_QUARTER = re.compile(r"^(\d{4})-?Q([1-4])$")


class Precision(StrEnum):
    """How exactly an interval's ends are known."""

    INSTANT = "instant"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    SPAN = "span"  # two ends, given apart


class Interval(BaseModel, frozen=True):
    """A stretch of time, closed at the start and open at the end; None is unknown, and excludes nothing."""

    start: AwareDatetime | None = None
    end: AwareDatetime | None = None
    precision: Precision = Precision.SPAN

    def contains(self, instant: datetime) -> bool:
        """True unless a known end excludes the instant."""
        return (self.start is None or self.start <= instant) and (self.end is None or instant < self.end)

    def overlaps(self, other: "Interval") -> bool:
        """True unless known ends keep the two apart."""
        return not (
            (self.end is not None and other.start is not None and self.end <= other.start)
            or (other.end is not None and self.start is not None and other.end <= self.start)
        )

    def within(self, other: "Interval") -> bool:
        """True when other is known to enclose this one."""
        starts = other.start is None or (self.start is not None and other.start <= self.start)
        ends = other.end is None or (self.end is not None and self.end <= other.end)
        return starts and ends


def parse_instant(value: str | datetime | date) -> datetime:
    """Aware UTC instant of an ISO 8601 text; a date or part of one is its beginning; no zone is UTC.

    Raises InputError when it is no date of the years 1 to 9999.
    """
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    interval = parse_interval(value)
    if interval.start is None:
        raise InputError(f"{value!r} is no time")
    return interval.start


def parse_interval(text: str) -> Interval:
    """The interval that an ISO 8601 date, part of a date, quarter or instant names.

    Raises InputError when it is no date of the years 1 to 9999.
    """
    text = text.strip()
    try:
        if match := _QUARTER.match(text):
            year, quarter = int(match[1]), int(match[2])
            return span_of_months(year, 3 * quarter - 2, 3, Precision.QUARTER)
        if match := _PARTIAL.match(text):
            year, month, day = int(match[1]), match[2], match[3]
            if month is None:
                return span_of_months(year, 1, 12, Precision.YEAR)
            if day is None:
                return span_of_months(year, int(month), 1, Precision.MONTH)
            start = datetime(year, int(month), int(day), tzinfo=UTC)
            return Interval(start=start, end=next_day(start), precision=Precision.DAY)
        if not re.match(r"^\d{4}-\d{2}-\d{2}[T ]\d{2}", text):
            raise ValueError
        instant = datetime.fromisoformat(text)
        instant = (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).astimezone(UTC)
        return Interval(start=instant, end=None, precision=Precision.INSTANT)
    except (ValueError, OverflowError) as error:
        raise InputError(f"{text[:60]!r} is no ISO 8601 date or time of the years 1 to 9999") from error


def next_day(start: datetime) -> datetime | None:
    """The day after, or None at the end of the calendar."""
    try:
        return start + timedelta(days=1)
    except OverflowError:
        return None


def span_of_months(year: int, month: int, count: int, precision: Precision) -> Interval:
    """The interval of count months from the first of a month; raises ValueError for no such month."""
    start = datetime(year, month, 1, tzinfo=UTC)
    index = year * 12 + month - 1 + count
    end = datetime(index // 12, index % 12 + 1, 1, tzinfo=UTC) if index // 12 <= 9999 else None
    return Interval(start=start, end=end, precision=precision)


def format_instant(instant: datetime | None) -> str | None:
    """The one stored form: UTC with Z; microseconds only where there are some."""
    if instant is None:
        return None
    text = instant.astimezone(UTC).isoformat()
    return text.removesuffix("+00:00") + "Z"

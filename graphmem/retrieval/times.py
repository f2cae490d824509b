"""Times that a question names: "last week", "in March 2022", "before 2020", counted from the moment of asking.

Which time is meant follows the words: "what did we believe in May" asks what was recorded by then (`known`), everything
else asks what held in the world (`valid`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from graphmem.model.interval import Interval, Precision, next_day, span_of_months

Axis = Literal["valid", "known"]

_MONTH_NAMES = "january february march april may june july august september october november december"
_MONTHS = _MONTH_NAMES.split()
_MONTH = "(?P<month>" + "|".join(f"{name}|{name[:3]}\\.?" for name in _MONTHS) + ")"
_ANY_YEAR = r"(?:1[5-9]|20|21)\d\d"
_YEAR = f"(?P<year>{_ANY_YEAR})"
_KNOWN = re.compile(
    r"\b(?:(?:did|had|have) (?:we|i|you|they|anyone|the (?:team|agent|memory|system)) "
    r"(?:know|known|believe[d]?|think|thought|assume[d]?|record(?:ed)?)|was (?:known|believed|recorded|assumed)|"
    r"according to (?:our|the) records|as (?:was )?known|our (?:records|knowledge) as of)\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(?P<side>before|after|since|until|during)\s+(?P<event>(?:the|our|my|his|her|its|their)\s+[\w' -]{3,60})",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(r"\b(?:who|what|which|where|when|how|did|was|were|is|are|does|do)\b")
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "twelve": 12}  # fmt: skip


@dataclass(frozen=True)
class TimeReading:
    """What a question says of time: the words, the stretch they mean, on which axis; event when it hangs on one."""

    words: str = ""
    interval: Interval | None = None
    axis: Axis = "valid"
    event: str = ""
    side: str = ""

    @property
    def instant(self) -> datetime | None:
        """The moment as of which the question asks: the last one of a closed stretch; None for an open one."""
        if self.interval is None or self.interval.end is None:
            return None
        return self.interval.end - timedelta(microseconds=1)

    def describe(self) -> str:
        """One line for a note; empty when nothing was read."""
        if self.interval is None:
            return ""
        start = self.interval.start.date().isoformat() if self.interval.start else "…"
        end = self.interval.end.date().isoformat() if self.interval.end else "…"
        meaning = "what was recorded by then" if self.axis == "known" else "what held then"
        return f"time: {self.words!r} is read as {start} to {end}, asking {meaning}"


def read_times(question: str, now: datetime) -> TimeReading:
    """The first time that the question names, resolved against the moment of asking; empty when it names none."""
    axis: Axis = "known" if _KNOWN.search(question) else "valid"
    for pattern, resolve in _FORMS:
        match = pattern.search(question)
        if match is None:
            continue
        interval = resolve(match, now)
        # An impossible date is none: a later form must not make a month of "31 February 2021".
        return TimeReading(words=match[0].strip(), interval=interval, axis=axis) if interval else TimeReading(axis=axis)
    if match := _EVENT.search(question):
        event = re.split(r"\b(?:who|what|which|where|when|how|did|was|were|is|are|does|do)\b", match["event"])[
            0
        ].strip()
        return TimeReading(words=f"{match['side']} {event}", axis=axis, event=event, side=match["side"].lower())
    return TimeReading(axis=axis)


def bounded(side: str, stretch: Interval) -> Interval | None:
    """The stretch before, after or during another one, as a preposition puts it; None where its end is unknown."""
    if side in {"before", "until", "by"}:
        end = stretch.end if side == "by" else stretch.start
        return Interval(end=end) if end else None
    if side == "after":
        start = stretch.end or stretch.start
        return Interval(start=start) if start else None
    if side == "since":
        return Interval(start=stretch.start) if stretch.start else None
    return stretch


def _day(instant: datetime) -> datetime:
    return instant.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _unit_back(now: datetime, unit: str, count: int) -> Interval | None:
    """The calendar unit that lies so many units before the one that contains now."""
    today = _day(now)
    try:
        if unit == "day":
            start = today - timedelta(days=count)
            return Interval(start=start, end=next_day(start), precision=Precision.DAY)
        if unit == "week":
            start = today - timedelta(days=today.weekday() + 7 * count)
            return Interval(start=start, end=start + timedelta(days=7), precision=Precision.WEEK)
        if unit == "month":
            index = today.year * 12 + today.month - 1 - count
            return span_of_months(index // 12, index % 12 + 1, 1, Precision.MONTH)
        if unit == "quarter":
            index = today.year * 4 + (today.month - 1) // 3 - count
            return span_of_months(index // 4, index % 4 * 3 + 1, 3, Precision.QUARTER)
        return span_of_months(today.year - count, 1, 12, Precision.YEAR)
    except (ValueError, OverflowError):
        return None


def _relative(match: re.Match[str], now: datetime) -> Interval | None:
    return _unit_back(now, match["unit"].lower(), 1 if match["which"].lower() in {"last", "previous"} else 0)


def _past_units(match: re.Match[str], now: datetime) -> Interval | None:
    count, unit = _number(match["count"]), match["unit"].lower()
    earliest = _unit_back(now, unit, count)
    return Interval(start=earliest.start, end=now + timedelta(microseconds=1)) if earliest else None


def _ago(match: re.Match[str], now: datetime) -> Interval | None:
    return _unit_back(now, match["unit"].lower(), _number(match["count"]))


def _named_day(match: re.Match[str], now: datetime) -> Interval | None:
    return _unit_back(now, "day", 1 if match[0].lower() == "yesterday" else 0)


def _number(text: str) -> int:
    return _NUMBERS.get(text.lower()) or int(text)


def _calendar(match: re.Match[str], _now: datetime) -> Interval | None:
    """A year, month or day with the preposition before it."""
    found = match.groupdict()
    try:
        stretch = _stretch(found.get("year"), found.get("month"), found.get("day"))
    except (ValueError, OverflowError):
        return None
    return bounded((found.get("side") or "in").lower(), stretch)


def _stretch(year: str | None, month: str | None, day: str | None) -> Interval:
    number = _MONTHS.index(next(name for name in _MONTHS if name.startswith((month or "jan").lower().rstrip(".")))) + 1
    if month is None:
        return span_of_months(int(year or 0), 1, 12, Precision.YEAR)
    if day is None:
        return span_of_months(int(year or 0), number, 1, Precision.MONTH)
    start = datetime(int(year or 0), number, int(day), tzinfo=UTC)
    return Interval(start=start, end=next_day(start), precision=Precision.DAY)


def _iso(match: re.Match[str], _now: datetime) -> Interval | None:
    try:
        start = datetime(int(match["year"]), int(match["number"]), int(match["day"]), tzinfo=UTC)
    except ValueError:
        return None
    return bounded((match["side"] or "on").lower(), Interval(start=start, end=next_day(start), precision=Precision.DAY))


def _between(match: re.Match[str], _now: datetime) -> Interval | None:
    first, last = sorted((int(match["first"]), int(match["last"])))
    try:
        return Interval(
            start=span_of_months(first, 1, 12, Precision.YEAR).start,
            end=span_of_months(last, 1, 12, Precision.YEAR).end,
        )
    except ValueError:
        return None


_SIDE = r"(?P<side>in|on|during|before|after|since|until|by|as of)"
_DAY_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_COUNT = "|".join(_NUMBERS)
_UNIT = r"(?P<unit>day|week|month|quarter|year)"
_Resolve = Callable[[re.Match[str], datetime], Interval | None]
_FORMS: tuple[tuple[re.Pattern[str], _Resolve], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), resolve)
    for pattern, resolve in (
        (rf"\b(?P<which>last|previous|this|current)\s+(?:calendar\s+)?{_UNIT}\b", _relative),
        (
            rf"\b(?:in|over|during|within)\s+the\s+(?:last|past)\s+(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+{_UNIT}s\b",
            _past_units,
        ),
        (rf"\b(?P<count>\d{{1,3}}|{_COUNT})\s+{_UNIT}s?\s+ago\b", _ago),
        (r"\b(?:yesterday|today)\b", _named_day),
        (rf"\bbetween\s+(?P<first>{_ANY_YEAR})\s+and\s+(?P<last>{_ANY_YEAR})\b", _between),
        (rf"(?:\b{_SIDE}\s+)?\b{_YEAR}-(?P<number>\d\d)-(?P<day>\d\d)\b", _iso),
        (
            rf"(?:\b{_SIDE}\s+)?(?:the\s+)?\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}\b",
            _calendar,
        ),
        (rf"(?:\b{_SIDE}\s+)?\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}\b", _calendar),
        (rf"(?:\b{_SIDE}\s+)?\b{_MONTH},?\s+{_YEAR}\b", _calendar),
        (rf"\b{_SIDE}\s+(?:the\s+year\s+)?{_YEAR}\b", _calendar),
    )
)

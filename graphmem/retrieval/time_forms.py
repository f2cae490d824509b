"""How English names a stretch of time, form by form, each with what it means at the moment of asking."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from graphmem.model.interval import Interval, Precision, next_day, span_of_months

Resolve = Callable[[re.Match[str], datetime], Interval | None]

_MONTH_NAMES = "january february march april may june july august september october november december"
_MONTHS = _MONTH_NAMES.split()
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "twelve": 12}  # fmt: skip
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
# First month and number of months of what a year is parted into by name.
_PARTS = {"early": (1, 4), "mid": (5, 4), "middle": (5, 4), "late": (9, 4), "beginning": (1, 1), "start": (1, 1),
          "end": (12, 1)}  # fmt: skip
# First month and number of months, as texts are read.
_SEASONS = {"spring": (3, 3), "summer": (6, 3), "autumn": (9, 3), "fall": (9, 3), "winter": (12, 3)}
_SIDES = {"prior to": "before", "ahead of": "before", "till": "until", "up to": "until", "following": "after"}
SIDES = "|".join(("before", "after", "since", "until", "during", *(side.replace(" ", r"\s+") for side in _SIDES)))


def plain_side(words: str | None) -> str:
    """The preposition in one form: `prior to` is `before`; `in` where none is given."""
    side = " ".join((words or "in").lower().split())
    return _SIDES.get(side, side)


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


def _unit_back(now: datetime, unit: str, count: int) -> Interval:
    """The calendar unit that lies so many units before the one that contains now."""
    today = _day(now)
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


def _relative(match: re.Match[str], now: datetime) -> Interval | None:
    back = 1 if match["which"].lower() in {"last", "previous"} else 0
    return bounded(plain_side(match["side"]), _unit_back(now, match["unit"].lower(), back))


def _past_units(match: re.Match[str], now: datetime) -> Interval:
    earliest = _unit_back(now, match["unit"].lower(), _number(match["count"]))
    return Interval(start=earliest.start, end=now + timedelta(microseconds=1))


def _ago(match: re.Match[str], now: datetime) -> Interval:
    return _unit_back(now, match["unit"].lower(), _number(match["count"]))


def _named_day(match: re.Match[str], now: datetime) -> Interval:
    return _unit_back(now, "day", 1 if match[0].lower() == "yesterday" else 0)


def _number(text: str) -> int:
    return _NUMBERS.get(text.lower()) or int(text)


def _calendar(match: re.Match[str], now: datetime) -> Interval | None:
    """A year, month or day with the preposition before it; without a year, the latest that has begun."""
    found = match.groupdict()
    month, day = _month_number(found.get("month")), found.get("day")
    if found.get("year"):
        stretch = _stretch(int(found["year"]), month, day)
    else:
        year = now.astimezone(UTC).year
        stretch = _stretch(year, month, day)
        if stretch.start is not None and stretch.start > now:
            stretch = _stretch(year - 1, month, day)
    return bounded(plain_side(found.get("side")), stretch)


def _month_number(name: str | None) -> int | None:
    if name is None:
        return None
    return 1 + next(at for at, month in enumerate(_MONTHS) if month.startswith(name.lower().rstrip(".")))


def _stretch(year: int, month: int | None, day: str | None) -> Interval:
    if month is None:
        return span_of_months(year, 1, 12, Precision.YEAR)
    if day is None:
        return span_of_months(year, month, 1, Precision.MONTH)
    start = datetime(year, month, int(day), tzinfo=UTC)
    return Interval(start=start, end=next_day(start), precision=Precision.DAY)


def _iso(match: re.Match[str], _now: datetime) -> Interval | None:
    start = datetime(int(match["year"]), int(match["number"]), int(match["date"]), tzinfo=UTC)
    stretch = Interval(start=start, end=next_day(start), precision=Precision.DAY)
    return bounded(plain_side(match["side"]), stretch)


def _between(match: re.Match[str], _now: datetime) -> Interval:
    first, last = sorted((int(match["first"]), int(match["last"])))
    return Interval(
        start=span_of_months(first, 1, 12, Precision.YEAR).start, end=span_of_months(last, 1, 12, Precision.YEAR).end
    )


def _quarter(match: re.Match[str], _now: datetime) -> Interval | None:
    number = int(match["digit"]) if match["digit"] else _ORDINALS[match["ordinal"].lower()]
    stretch = span_of_months(int(match["year"]), 3 * number - 2, 3, Precision.QUARTER)
    return bounded(plain_side(match["side"]), stretch)


def _half(match: re.Match[str], _now: datetime) -> Interval | None:
    first_month = 1 if match["ordinal"].lower() in {"first", "1st"} else 7
    return bounded(plain_side(match["side"]), span_of_months(int(match["year"]), first_month, 6, Precision.MONTH))


def _season(match: re.Match[str], _now: datetime) -> Interval | None:
    month, months = _SEASONS[match["season"].lower()]
    return bounded(plain_side(match["side"]), span_of_months(int(match["year"]), month, months, Precision.MONTH))


def _part(match: re.Match[str], _now: datetime) -> Interval | None:
    month, months = _PARTS[match["part"].lower()]
    return bounded(plain_side(match["side"]), span_of_months(int(match["year"]), month, months, Precision.MONTH))


def _decade(match: re.Match[str], _now: datetime) -> Interval | None:
    first = int(match["decade"])
    start = span_of_months(first, 1, 12, Precision.YEAR).start
    end = span_of_months(first + 9, 1, 12, Precision.YEAR).end
    return bounded(plain_side(match["side"]), Interval(start=start, end=end))


_ANY_YEAR = r"(?:1[5-9]|20|21)\d\d"
_YEAR = f"(?P<year>{_ANY_YEAR})"
_MONTH = "(?P<month>" + "|".join(f"{name}|{name[:3]}\\.?" for name in _MONTHS) + ")"
_SIDE = rf"(?P<side>in|on|at|by|as\s+of|{SIDES})"
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_UNIT = r"(?P<unit>day|week|month|quarter|year)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_QUARTER = rf"(?:Q(?P<digit>[1-4])|(?P<ordinal>{'|'.join(_ORDINALS)})\s+quarter)"
_PATTERNS: tuple[tuple[str, Resolve], ...] = (
    (
        rf"(?:\b{_SIDE}\s+)?(?:the\s+)?\b(?P<which>last|previous|this|current)\s+(?:calendar\s+)?{_UNIT}\b(?!\s+of\b)",
        _relative,
    ),
    (rf"\b(?:in|over|during|within)\s+the\s+(?:last|past)\s+{_COUNT}\s+{_UNIT}s\b", _past_units),
    (rf"\b{_COUNT}\s+{_UNIT}s?\s+ago\b", _ago),
    (r"\b(?:yesterday|today)\b", _named_day),
    (rf"\b(?:between|from)\s+(?P<first>{_ANY_YEAR})\s+(?:and|to|until|till)\s+(?P<last>{_ANY_YEAR})\b", _between),
    (rf"(?:\b{_SIDE}\s+)?\b{_YEAR}-(?P<number>\d\d)-(?P<date>\d\d)\b", _iso),
    (rf"(?:\b{_SIDE}\s+)?(?:the\s+)?\b{_QUARTER}(?:\s+of)?\s+{_YEAR}\b", _quarter),
    (rf"(?:\b{_SIDE}\s+)?the\s+(?P<ordinal>first|1st|second|2nd)\s+half\s+of\s+{_YEAR}\b", _half),
    (
        rf"(?:\b{_SIDE}\s+)?(?:the\s+)?\b(?:(?P<part>{'|'.join(_PARTS)})(?:\s+of\s+|\s+|-)(?:the\s+year\s+)?){_YEAR}\b",
        _part,
    ),
    (rf"\b{_SIDE}\s+the\s+(?P<decade>(?:1[5-9]|20)\d0)s\b", _decade),
    (rf"(?:\b{_SIDE}\s+)?(?:the\s+)?\b{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}\b", _calendar),
    (rf"(?:\b{_SIDE}\s+)?\b{_MONTH}\s+{_DAY},?\s+{_YEAR}\b", _calendar),
    (rf"(?:\b{_SIDE}\s+)?\b{_MONTH},?\s+(?:of\s+)?{_YEAR}\b", _calendar),
    (rf"\b{_SIDE}\s+(?:the\s+)?(?P<season>{'|'.join(_SEASONS)})\s+(?:of\s+)?{_YEAR}\b", _season),
    (rf"\b{_SIDE}\s+(?:the\s+)?(?:year\s+(?:of\s+)?)?{_YEAR}\b", _calendar),
    # Without a year: a preposition must stand before a month, for `may` and `march` are words.
    (rf"\b{_SIDE}\s+(?:the\s+)?{_DAY}\s+(?:of\s+)?{_MONTH}(?![\w-])", _calendar),
    (rf"\b{_SIDE}\s+{_MONTH}\s+{_DAY}\b", _calendar),
    (rf"\b(?P<side>in|during|{SIDES})\s+(?:last\s+|this\s+)?{_MONTH}(?![\w-]|\s+\d)", _calendar),
    (rf"\blast\s+{_MONTH}(?![\w-]|\s+\d)", _calendar),
)
FORMS = tuple((re.compile(pattern, re.IGNORECASE), resolve) for pattern, resolve in _PATTERNS)

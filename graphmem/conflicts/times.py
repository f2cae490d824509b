"""When claims hold, and which of two is newer: by valid time, then by observed time, else unknown; never by arrival."""

import re
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple

from graphmem.model.claim import Change, ClaimDraft
from graphmem.model.interval import Interval, Precision
from graphmem.model.value import EntityValue, TimeValue
from graphmem.protocols import SidedClaim

Side = Literal["a", "b"]
_POINTS = frozenset({Precision.DAY, Precision.WEEK, Precision.MONTH, Precision.QUARTER, Precision.YEAR})
_LASTS = {
    Precision.DAY: timedelta(days=1),
    Precision.WEEK: timedelta(days=7),
    Precision.MONTH: timedelta(days=28),
    Precision.QUARTER: timedelta(days=90),
    Precision.YEAR: timedelta(days=365),
}
_ALWAYS = Interval()


class Order(NamedTuple):
    """Which side is newer, and what that rests on."""

    newer: Side | None
    basis: Literal["valid", "observed", "none"]


def holding(side: SidedClaim) -> Interval:
    """When the claim holds, as far as the text and its record give it.

    A claim whose value is a time says when something happens, not when the saying holds: only the record's dates count.
    """
    stated = side.claim.valid if not isinstance(side.claim.value, TimeValue) else None
    start, end = side.valid_from, side.valid_to
    if stated is None:
        return _between(start, end) if start or end else _ALWAYS
    if start is None and end is None:
        return stated
    later = [time for time in (stated.start, start) if time is not None]
    sooner = [time for time in (stated.end, end) if time is not None]
    return _between(max(later, default=None), min(sooner, default=None))


@lru_cache(maxsize=65536)
def _between(start: datetime | None, end: datetime | None) -> Interval:
    """One interval object for equal ends: detection asks for millions."""
    return Interval(start=start, end=end)


def are_apart(a: SidedClaim, b: SidedClaim) -> bool:
    """True when known ends keep the two from holding at one time: history, not conflict."""
    return not holding(a).overlaps(holding(b))


def order_of(a: SidedClaim, b: SidedClaim) -> Order:
    """Which of the two is newer (semantics §3).

    A year and a month within it leave the order open, as does one valid time against one observed time that disagrees.
    """
    left, right = holding(a), holding(b)
    if left.start is not None and right.start is not None:
        return _by_valid_time(left, right, a, b)
    observed = _by_instants(a.observed_at, b.observed_at)
    if observed is None and (told := _by_wording(a.claim, b.claim)) is not None:
        return Order(told, "valid")
    if left.start is None and right.start is None:
        return Order(observed, "observed") if observed else Order(None, "none")
    # One has a valid time, the other only its date of saying: both ways of counting must agree.
    world = _by_instants(left.start or a.observed_at, right.start or b.observed_at)
    if world is not None and observed in (None, world):
        return Order(world, "valid")
    return Order(None, "none")


def age_gap_days(a: SidedClaim, b: SidedClaim) -> float | None:
    """Days between the two sayings, None unless both have a date."""
    if a.observed_at is None or b.observed_at is None:
        return None
    return abs((a.observed_at - b.observed_at).total_seconds()) / 86400


def describe_interval(interval: Interval) -> str:
    """The interval in words, empty when nothing is known of it."""
    if interval.start is None and interval.end is None:
        return ""
    start, end = (end.date().isoformat() if end else "open" for end in (interval.start, interval.end))
    return f"{start} to {end}"


def _by_valid_time(left: Interval, right: Interval, a: SidedClaim, b: SidedClaim) -> Order:
    coarse = left.precision in _POINTS and right.precision in _POINTS
    if coarse and _beginning(left).overlaps(_beginning(right)):
        # Both "in 2019", or 2019 and March 2019: the text does not say which came first.
        return Order(None, "none")
    by_start = _by_instants(left.start, right.start)
    if by_start is not None:
        return Order(by_start, "valid")
    observed = _by_instants(a.observed_at, b.observed_at)
    return Order(observed, "observed") if observed else Order(None, "none")


def _by_wording(a: ClaimDraft, b: ClaimDraft) -> Side | None:
    """`moved from Porto to Braga` comes after `lives in Porto`: it names the value that it took over from."""
    sides: tuple[tuple[ClaimDraft, ClaimDraft, Side], ...] = ((a, b, "a"), (b, a, "b"))
    for newer, older, side in sides:
        was = older.value.name if isinstance(older.value, EntityValue) else ""
        if newer.change is Change.MOVED and was and re.search(rf"\bfrom (?:the )?{re.escape(was)}\b", newer.quote):
            return side
    return None


def _beginning(interval: Interval) -> Interval:
    """The year, month or day in which it began, where its end is not known: "since some time in 2019"."""
    if interval.end is not None or interval.start is None:
        return interval
    return _between(interval.start, interval.start + _LASTS[interval.precision])


def _by_instants(left: datetime | None, right: datetime | None) -> Side | None:
    if left is None or right is None or left == right:
        return None
    return "a" if left > right else "b"

"""Rule `date`."""

from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, show
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.interval import Interval
from graphmem.model.value import TimeValue
from graphmem.protocols import SidedClaim, SlotFacts

_MANY_BELOW = 0.3
_UNKNOWN = 0.7


def date(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Two dates, spans of dates or times of day on one slot have no moment in common.

    A date is an interval of its precision, so 2019 and March 2019 agree; times of day are compared as written, in 24
    hours. "Before", "by" and "after" open one end. None when either value is no time, or one a date, the other a clock.
    """
    left, right = a.claim.value, b.claim.value
    if not (isinstance(left, TimeValue) and isinstance(right, TimeValue)) or not same_register(a.claim, b.claim):
        return None
    if not (affirms(a.claim) and affirms(b.claim)) or _agree(left, right) is not False:
        return None
    strength = _UNKNOWN if slot.source == "default" else slot.single if slot.single > _MANY_BELOW else 0.0
    if strength == 0:
        return None
    detail = f"{slot.attribute}: {' against '.join(sorted((show(left), show(right))))}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.DATE, detail=detail, strength=strength)


def _agree(a: TimeValue, b: TimeValue) -> bool | None:
    """Whether the two times can be one, None when they answer different questions."""
    if a.clock is not None and b.clock is not None:
        meet = a.clock == b.clock or _bounded(a) or _bounded(b)
        if not meet:
            return False
        known = _known(a) and _known(b)
        return _window(a).overlaps(_window(b)) if known else True
    if _known(a) and _known(b):
        return _window(a).overlaps(_window(b))
    return None


def _known(time: TimeValue) -> bool:
    return time.interval.start is not None or time.interval.end is not None


def _bounded(time: TimeValue) -> bool:
    return time.bound not in {"exact", "about"}


def _window(time: TimeValue) -> Interval:
    """The dates that the value allows: open at the end for "after", at the start for "by" and "before"."""
    interval = time.interval
    if time.bound in {"at_least", "more_than"}:
        return Interval(start=interval.start)
    if time.bound in {"at_most", "less_than"}:
        return Interval(end=interval.end if time.bound == "at_most" else interval.start)
    if interval.start is not None and interval.end is None:
        return Interval(start=interval.start, end=interval.start)
    return interval

"""Rule `timing`."""

from datetime import datetime, timedelta

from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.interval import Interval
from graphmem.model.value import TimeValue
from graphmem.protocols import SidedClaim, SlotFacts

_ONCE = 0.85
_TERM = 0.75
_COARSE = timedelta(days=366)  # "since 2019" and "for five years" may mean one beginning


def timing(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Both tell the same and date it differently: a thing that happens once, or a term with two ends or beginnings.

    Only times in the texts count. "Until 2027" and "until 2029" are two ends; beginnings must lie more than a year
    apart.
    """
    left, right = a.claim.valid, b.claim.valid
    if left is None or right is None or isinstance(a.claim.value, TimeValue) or not same_matter(a.claim, b.claim):
        return None
    if not (affirms(a.claim) and affirms(b.claim)):
        return None
    if slot.event and _is_bounded(left) and _is_bounded(right) and not left.overlaps(right):
        return _finding(slot, left.start, right.start, "happens once, at", _ONCE)
    if left.start is None and right.start is None and left.end and right.end and left.end != right.end:
        return _finding(slot, left.end, right.end, "ends", _TERM)
    open_ended = left.end is None and right.end is None
    if open_ended and left.start and right.start and abs(left.start - right.start) > _COARSE:
        return _finding(slot, left.start, right.start, "begins", _TERM)
    return None


def _is_bounded(interval: Interval) -> bool:
    return interval.start is not None and interval.end is not None


def _finding(slot: SlotFacts, a: datetime | None, b: datetime | None, what: str, strength: float) -> Finding:
    days = sorted(time.date().isoformat() for time in (a, b) if time is not None)
    detail = f"{slot.attribute} {what} {' and '.join(days)}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.DATE, detail=detail, strength=strength)

"""Rule `growth`."""

from graphmem.conflicts.measures import base_amount, scale_of
from graphmem.model.conflict import Finding, Relation
from graphmem.model.value import Quantity
from graphmem.protocols import SidedClaim, SlotFacts

_YEAR = 365.2425 * 86400
_DAY = 86400.0
_TIME = "[time]"


def growth(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Two durations (an age, years of service) differ by just the time that passed between the two sayings (T3).

    Compared in seconds, with one unit of the coarser side as tolerance, since durations are counted in whole units.
    """
    left, right = a.claim.value, b.claim.value
    if not (isinstance(left, Quantity) and isinstance(right, Quantity)):
        return None
    if a.observed_at is None or b.observed_at is None:
        return None
    (first, years), (second, other) = _seconds(left, slot), _seconds(right, slot)
    if first is None or second is None:
        return None
    passed = (b.observed_at - a.observed_at).total_seconds()
    if abs(passed) < _DAY or abs((second - first) - passed) > max(years, other):
        return None
    if (second - first) * passed <= 0:
        return None
    detail = f"{slot.attribute}: it grew by the time that passed"
    return Finding(relation=Relation.COMPATIBLE, kind=None, detail=detail, strength=0.85)


def _seconds(value: Quantity, slot: SlotFacts) -> tuple[float | None, float]:
    """Seconds of a duration and of one of its units; a bare number on slot age counts years."""
    if not value.unit and slot.attribute == "age":
        return value.amount * _YEAR, _YEAR
    measure, amount = base_amount(value)
    if measure != _TIME:
        return None, 0.0
    return amount, abs(scale_of(value.unit).factor)

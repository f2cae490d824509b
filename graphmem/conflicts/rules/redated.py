"""Rule `redated`."""

from graphmem.conflicts.times import are_apart
from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.value import TimeValue
from graphmem.protocols import SidedClaim, SlotFacts

_DOUBT = 0.35  # of pairs about one entity that differ in a year, a third or so contradict each other


def redated(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Both tell the same, dated apart by the texts: two events, or one with a wrong date; a doubt, no contradiction."""
    left, right = a.claim, b.claim
    if left.valid is None or right.valid is None or isinstance(left.value, TimeValue) or not are_apart(a, b):
        return None
    if not (affirms(left) and affirms(right) and same_matter(left, right)):
        return None
    detail = f"{slot.attribute}: the same is told of two times"
    return Finding(relation=Relation.COMPATIBLE, kind=ConflictKind.DATE, detail=detail, strength=_DOUBT)

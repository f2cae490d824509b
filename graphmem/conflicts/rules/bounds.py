"""Rule `bounds`."""

from graphmem.conflicts.measures import describe, span_of, spans_meet
from graphmem.conflicts.rules.numeric import counts_alike
from graphmem.conflicts.values import affirms
from graphmem.model.conflict import Finding, Relation
from graphmem.model.value import Quantity
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.9


def bounds(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """An amount lies within the bound or range that the other gives: 52 m is more than 40 m, so both hold.

    None unless both are stated in one manner, affirm, count alike, and just one of them is a plain amount.
    """
    left, right = a.claim.value, b.claim.value
    if not (isinstance(left, Quantity) and isinstance(right, Quantity)) or a.claim.modality is not b.claim.modality:
        return None
    if not (affirms(a.claim) and affirms(b.claim)) or not counts_alike(left, right):
        return None
    plain = {"exact", "about"}
    first, second = span_of(left), span_of(right)
    if (left.bound in plain) == (right.bound in plain) or first.measure != second.measure:
        return None
    if not spans_meet(first, second):
        return None
    inner, outer = (left, right) if left.bound in plain else (right, left)
    detail = f"{slot.attribute}: {describe(inner)} lies within {describe(outer)}"
    return Finding(relation=Relation.COMPATIBLE, kind=None, detail=detail, strength=_STRENGTH)

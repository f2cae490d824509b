"""Rule `duplicate`."""

from math import isfinite

from graphmem.conflicts.conditions import fit_conditions, frequency_of
from graphmem.conflicts.manner import is_norm, stance_of
from graphmem.conflicts.measures import span_of
from graphmem.conflicts.times import are_apart
from graphmem.conflicts.values import same_matter
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Finding, Relation
from graphmem.model.value import Quantity
from graphmem.protocols import SidedClaim, SlotFacts


def duplicate(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Both say the same: value, unit, number, date, polarity, manner, quantifier and conditions agree (C4).

    Not so when they are dated apart: the treaty signed in 1994 and the one signed in 1997 may be two.
    """
    left, right = a.claim, b.claim
    if stance_of(left) is not stance_of(right) or left.quantifier != right.quantifier:
        return None
    if left.modality is not right.modality and not is_norm(left):
        return None
    if frequency_of(left) != frequency_of(right) or fit_conditions(left, right) != "same":
        return None
    if not (same_matter(left, right) or _same_amount(left, right)) or are_apart(a, b):
        return None
    detail = f"{slot.attribute}: both say the same"
    return Finding(relation=Relation.DUPLICATE, kind=None, detail=detail, strength=0.95)


def _same_amount(a: ClaimDraft, b: ClaimDraft) -> bool:
    """True for one amount written in two units, or with the counted noun left out on one side."""
    if not (isinstance(a.value, Quantity) and isinstance(b.value, Quantity)) or a.value.bound != b.value.bound:
        return False
    left, right = span_of(a.value), span_of(b.value)
    # One middle, however precise; of an open end (`over 700`) the other end is what is said.
    middles = [one.low + one.high if isfinite(one.low + one.high) else (one.low, one.high) for one in (left, right)]
    same_ends = left.measure == right.measure and middles[0] == middles[1]
    return same_ends and (not a.value.noun or not b.value.noun or a.value.noun == b.value.noun)

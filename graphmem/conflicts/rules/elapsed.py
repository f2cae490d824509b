"""Rule `elapsed`."""

from graphmem.conflicts.tenses import is_past, is_present
from graphmem.conflicts.times import holding
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Finding, Relation
from graphmem.model.interval import Precision
from graphmem.model.value import TimeValue
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.9


def elapsed(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """One tells of a time that is over ("lived there from 2004 to 2011"), the other of now or of no time: history.

    What is over says so by the past tense and a known end. Against an undated past, only a span with both ends counts.
    None for what happens once, for dated values, and where both are dated.
    """
    if slot.event or isinstance(a.claim.value, TimeValue) or isinstance(b.claim.value, TimeValue):
        return None
    for over, other in ((a, b), (b, a)):
        undated = holding(other).start is None and holding(other).end is None
        if undated and (_is_span(over.claim) or (_is_over(over.claim) and is_present(other.claim.predicate))):
            detail = f"{slot.attribute}: one tells of a time that is over"
            return Finding(relation=Relation.COMPATIBLE, kind=None, detail=detail, strength=_STRENGTH)
    return None


def _is_over(claim: ClaimDraft) -> bool:
    return claim.valid is not None and claim.valid.end is not None and is_past(claim.predicate)


def _is_span(claim: ClaimDraft) -> bool:
    valid = claim.valid
    return _is_over(claim) and valid is not None and valid.start is not None and valid.precision is Precision.SPAN

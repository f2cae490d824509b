"""Rule `version`."""

from graphmem.model.conflict import Finding, Relation
from graphmem.model.text import number_tokens
from graphmem.protocols import SidedClaim, SlotFacts


def version(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """The names of the two subjects differ in a number or version (pump-114, pump-115): two things, a veto (I1)."""
    left, right = number_tokens(a.claim.subject), number_tokens(b.claim.subject)
    if left == right or not (left and right):
        return None
    detail = f"{a.claim.subject!r} and {b.claim.subject!r} differ in a number"
    return Finding(relation=Relation.UNRELATED, kind=None, detail=detail, strength=0.98)

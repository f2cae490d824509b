"""Rule `shares`."""

from graphmem.conflicts.manner import same_register
from graphmem.conflicts.shares import exceed_the_whole, holder_of
from graphmem.conflicts.values import show
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.92


def shares(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Two holders have shares of one thing that come to more than the whole (60 % and 55 % of one firm).

    None for any two that fit into it, and for one holder named twice, whose shares rule numeric compares.
    """
    if not same_register(a.claim, b.claim) or not exceed_the_whole(a.claim, b.claim):
        return None
    told = " and ".join(sorted(f"{show(side.claim.value)} by {holder_of(side.claim)}" for side in (a, b)))
    detail = f"{slot.attribute}: {told} are more than the whole"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.NUMERIC, detail=detail, strength=_STRENGTH)

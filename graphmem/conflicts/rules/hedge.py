"""Rule `hedge`."""

from graphmem.conflicts.manner import is_hedged
from graphmem.model.claim import Modality
from graphmem.model.conflict import Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts


def hedge(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """What is only deemed possible denies nothing (C9), and a plan does not deny what is.

    Two plans for one thing are compared like two statements.
    """
    if is_hedged(a.claim) or is_hedged(b.claim):
        return Finding(
            relation=Relation.COMPATIBLE,
            kind=None,
            detail=f"{slot.attribute}: one is only deemed possible",
            strength=0.7,
        )
    planned = [side.claim.modality is Modality.PLANNED for side in (a, b)]
    if planned[0] == planned[1]:
        return None
    return Finding(relation=Relation.COMPATIBLE, kind=None, detail=f"{slot.attribute}: one is a plan", strength=0.6)

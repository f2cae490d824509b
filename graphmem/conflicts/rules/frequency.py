"""Rule `frequency`."""

from graphmem.conflicts.conditions import frequency_of
from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts


def frequency(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """The same thing is said to happen at two different rhythms ("daily", "weekly")."""
    left, right = frequency_of(a.claim), frequency_of(b.claim)
    if left is None or right is None or left == right:
        return None
    if not (
        affirms(a.claim) and affirms(b.claim) and same_matter(a.claim, b.claim) and same_register(a.claim, b.claim)
    ):
        return None
    detail = f"{slot.attribute}: {' against '.join(sorted((left, right)))}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.VALUE, detail=detail, strength=0.8)

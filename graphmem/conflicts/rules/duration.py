"""Rule `duration`."""

from graphmem.conflicts.conditions import duration_of
from graphmem.conflicts.manner import same_register
from graphmem.conflicts.measures import base_amount, describe
from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.8


def duration(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """The same thing is to be done, or is done, for two lengths of time or within two ("within 24 hours").

    Compared in seconds. A length of time in a condition is a value of its own: it restricts nothing.
    """
    left, right = duration_of(a.claim), duration_of(b.claim)
    if left is None or right is None or base_amount(left) == base_amount(right):
        return None
    if not (
        affirms(a.claim) and affirms(b.claim) and same_matter(a.claim, b.claim) and same_register(a.claim, b.claim)
    ):
        return None
    detail = f"{slot.attribute}: {' against '.join(sorted((describe(left), describe(right))))}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.NUMERIC, detail=detail, strength=_STRENGTH)

"""Rule `count`."""

from graphmem.conflicts.conditions import counts_of
from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.8


def count(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Both tell the same and count the things around it differently ("across 12 sites", "across 14 sites").

    None unless both affirm and the counted things have one name; a group that something is meant for is a condition.
    """
    counts = counts_of(a.claim, b.claim)
    if counts is None or not same_matter(a.claim, b.claim) or not same_register(a.claim, b.claim):
        return None
    if not (affirms(a.claim) and affirms(b.claim)):
        return None
    detail = f"{slot.attribute}: {' against '.join(sorted(counts))}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.NUMERIC, detail=detail, strength=_STRENGTH)

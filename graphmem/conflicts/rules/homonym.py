"""Rule `homonym`."""

from graphmem.model.conflict import Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_PERSON = frozenset({"PERSON", "PER"})
_PLACE = frozenset({"GPE", "LOC", "FAC"})


def homonym(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """One name is a person on one side and a place on the other: two things that share a name, a veto (I2).

    Organisations and places are often one ("Brussels decided"), and recognisers mistake firms for people, so only a
    person against a place is told apart by type; the rest is for linking.
    """
    types = {a.claim.subject_type, b.claim.subject_type}
    if not (types & _PERSON and types & _PLACE):
        return None
    detail = f"{a.claim.subject!r} is a person on one side and a place on the other"
    return Finding(relation=Relation.UNRELATED, kind=None, detail=detail, strength=0.7)

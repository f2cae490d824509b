"""Rule `homonym`."""

from graphmem.conflicts.gazetteer import is_place
from graphmem.model.conflict import Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_PERSON = frozenset({"PERSON", "PER"})
_PLACE = frozenset({"GPE", "LOC", "FAC"})


def homonym(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """A name of a known place is a person on one side and a place on the other: two things of one name, a veto (I2).

    Organisations and places are often one ("Brussels decided"), and recognisers mistake firms for people and people
    for places: only a name that the gazetteer has is told apart by type; the rest is for linking.
    """
    types = {a.claim.subject_type, b.claim.subject_type}
    if not (types & _PERSON and types & _PLACE and is_place(a.claim.subject)):
        return None
    detail = f"{a.claim.subject!r} is a person on one side and a place on the other"
    return Finding(relation=Relation.UNRELATED, kind=None, detail=detail, strength=0.7)

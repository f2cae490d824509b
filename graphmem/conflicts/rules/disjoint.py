"""Rule `disjoint`."""

from graphmem.conflicts.conditions import counts_of, fit_conditions
from graphmem.conflicts.shares import exceed_the_whole
from graphmem.conflicts.values import same_matter
from graphmem.model.conflict import Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts


def disjoint(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """The two are meant for different parts ("for adults", "for children"; the rule and its exception): both can hold.

    Restrictions that cannot be laid side by side ("in Norway", "at night") are taken as different parts too, with half
    the strength.
    """
    fit = fit_conditions(a.claim, b.claim)
    if counts_of(a.claim, b.claim) is not None and same_matter(a.claim, b.claim):
        return None  # two counts of one thing are no two parts
    if exceed_the_whole(a.claim, b.claim):
        return None  # two holders of one whole
    if fit not in {"apart", "crossed"}:
        return None
    left, right = ("; ".join(f"{c.name} {c.value}" for c in side.claim.conditions) for side in (a, b))
    detail = f"{slot.attribute}: meant for different parts: {left} / {right}"
    return Finding(relation=Relation.COMPATIBLE, kind=None, detail=detail, strength=0.9 if fit == "apart" else 0.45)

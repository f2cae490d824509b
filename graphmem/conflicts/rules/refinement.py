"""Rule `refinement`."""

from graphmem.conflicts.conditions import covers, fit_conditions
from graphmem.conflicts.manner import is_norm
from graphmem.conflicts.values import affirms
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts


def refinement(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """One claim is meant for a part only of what the other is meant for: it refines the general one.

    Whether the two also differ is for the other rules to say; where they agree nothing is refined. A denial without
    conditions denies every part, so a part that is affirmed contradicts it; but a rule may have its exceptions. What is
    said of all of a kind has none: one of them that differs contradicts it.
    """
    fit = fit_conditions(a.claim, b.claim)
    if fit not in {"a_narrower", "b_narrower"}:
        return None
    narrow = a.claim if fit == "a_narrower" else b.claim
    wide = b.claim if fit == "a_narrower" else a.claim
    if affirms(narrow) and not affirms(wide) and not is_norm(wide):
        return None
    if any(covers(x, y) for x in wide.conditions for y in narrow.conditions):
        return None
    shared = {(c.name, c.value) for c in wide.conditions}
    part = "; ".join(
        f"{'not ' * c.negated}{c.name} {c.value}" for c in narrow.conditions if (c.name, c.value) not in shared
    )
    detail = f"{slot.attribute}: one is meant only for: {part}"
    return Finding(relation=Relation.REFINEMENT, kind=ConflictKind.REFINEMENT, detail=detail, strength=0.85)

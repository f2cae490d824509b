"""Rule `modality`."""

from graphmem.conflicts.manner import Stance, stance_of
from graphmem.conflicts.values import same_matter, show
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_CLASHES = {
    frozenset({Stance.MUST, Stance.MUST_NOT}): 0.95,
    frozenset({Stance.MAY, Stance.MUST_NOT}): 0.93,
    frozenset({Stance.MUST, Stance.NEED_NOT}): 0.9,
}


def modality(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Two norms on one matter cannot both be obeyed: required or permitted against prohibited, required against not.

    What is required is also permitted, and what need not be done may be done: those pairs agree. What merely is the
    case contradicts no norm.
    """
    pair = frozenset({stance_of(a.claim), stance_of(b.claim)})
    strength = _CLASHES.get(pair, 0.0)
    if strength == 0 or not same_matter(a.claim, b.claim):
        return None
    matter = show(a.claim.value) if a.claim.value.kind != "truth" else a.claim.predicate or slot.attribute
    detail = f"{slot.attribute} {matter!r}: {' against '.join(sorted(pair))}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.MODALITY, detail=detail, strength=strength)

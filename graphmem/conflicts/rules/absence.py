"""Rule `absence`."""

from graphmem.conflicts.conditions import fit_conditions
from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, show
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.value import Quantity, TruthValue
from graphmem.protocols import SidedClaim, SlotFacts

_SURE = 0.92
_DEED = 0.8  # "does not smoke" against "smokes a pack a day": the verb is denied, whatever its object
_WITHIN = frozenset({"same", "b_narrower"})  # what there is none of, there is none of in any part
_ONCE = ("did ", "was ", "were ", "had ")  # who did not go may have gone home another time


def absence(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """One says that nothing fills the slot ("no allergies", "never married", "does not smoke"), the other fills it.

    A number of 0 and a denied yes say so, unless they are meant for a part only; what is free has no price. None where
    both fill it, where both are amounts or plain yes and no, and for what was denied of one occasion.
    """
    empty, filled = (a.claim, b.claim) if _is_empty(a.claim) else (b.claim, a.claim)
    if not _is_empty(empty) or _is_empty(filled) or not affirms(filled) or not same_register(empty, filled):
        return None
    free = isinstance(filled.value, Quantity) and isinstance(empty.value, Quantity) and not empty.value.unit
    priced = free and isinstance(filled.value, Quantity) and _is_money(filled.value.unit)
    if (filled.value.kind == empty.value.kind and not priced) or fit_conditions(empty, filled) not in _WITHIN:
        return None
    if (
        empty.predicate.casefold().startswith(_ONCE)
        and isinstance(empty.value, TruthValue)
        and slot.source == "default"
    ):
        return None
    detail = f"{slot.attribute}: one says that there is none, the other names {show(filled.value)!r}"
    kind = ConflictKind.NUMERIC if priced else ConflictKind.NEGATION
    strength = _SURE if slot.source != "default" or isinstance(empty.value, Quantity) else _DEED
    return Finding(relation=Relation.CONTRADICTION, kind=kind, detail=detail, strength=strength)


def _is_empty(claim: ClaimDraft) -> bool:
    if isinstance(claim.value, TruthValue):
        return not affirms(claim)
    return (
        isinstance(claim.value, Quantity)
        and claim.value.amount == 0
        and claim.value.bound == "exact"
        and affirms(claim)
    )


def _is_money(unit: str) -> bool:
    return len(unit) == 3 and unit.isupper()

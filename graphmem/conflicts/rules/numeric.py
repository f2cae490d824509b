"""Rule `numeric`."""

from graphmem.conflicts.manner import is_norm, same_register
from graphmem.conflicts.measures import describe, span_of, spans_meet
from graphmem.conflicts.values import affirms
from graphmem.conflicts.words import broader_or_same
from graphmem.lexicon import same_things
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.value import Quantity
from graphmem.protocols import SidedClaim, SlotFacts

_MANY_BELOW = 0.3  # slots at or under it hold several amounts
_DOUBT = 0.35
_LIMITS = frozenset({"at_least", "at_most", "more_than", "less_than"})
_AGES = frozenset({"age", "minimum age"})  # bare numbers count years
_UNKNOWN = 0.7  # an amount on a slot that nobody knows: most have one


def numeric(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Two amounts of one measure on one slot cannot both be right.

    Compared in base units (pint); a count is exact unless it is a round thousand; "about" is 5 %; the tolerance of a
    measure is half a unit in the last digit written, of both (JCGM 100:2008, F.2.2.1). Bounds and ranges contradict
    when no amount satisfies both, or, in rules, when they set different limits. None when the measures differ
    (%, percentage points and each currency are measures of their own) or different things are counted. Two different
    floors, or two ceilings, of a fact are a doubt.
    """
    left, right = a.claim.value, b.claim.value
    if not (isinstance(left, Quantity) and isinstance(right, Quantity)) or not same_register(a.claim, b.claim):
        return None
    if not (affirms(a.claim) and affirms(b.claim)) or not counts_alike(left, right):
        return None
    if slot.attribute in _AGES:
        left, right = (value.model_copy(update={"unit": value.unit or "years"}) for value in (left, right))
    first, second = span_of(left), span_of(right)
    if first.measure != second.measure:
        return None
    limits = is_norm(a.claim) and left.bound == right.bound and (first.low, first.high) != (second.low, second.high)
    bounds = left.bound == right.bound and left.bound in _LIMITS
    if spans_meet(first, second) and not (limits and bounds):
        return _doubt(left, right, slot) if bounds and (first.low, first.high) != (second.low, second.high) else None
    strength = _strength(slot, counted=bool(left.noun or right.noun))
    if strength == 0:
        return None
    low, high = sorted((left, right), key=lambda quantity: (quantity.amount, quantity.unit, quantity.bound))
    detail = f"{slot.attribute}: {describe(low)} against {describe(high)}"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.NUMERIC, detail=detail, strength=strength)


def _doubt(a: Quantity, b: Quantity, slot: SlotFacts) -> Finding:
    """Two floors ("over 700", "over 800") can both hold, but writers name the nearest."""
    detail = f"{slot.attribute}: {' and '.join(sorted((describe(a), describe(b))))} can both hold"
    return Finding(relation=Relation.COMPATIBLE, kind=ConflictKind.NUMERIC, detail=detail, strength=_DOUBT)


def counts_alike(a: Quantity, b: Quantity) -> bool:
    """True unless both name what they count and the nouns are strangers."""
    if not a.noun or not b.noun or a.noun == b.noun or a.unit or b.unit:
        return True
    left, right = a.noun.split(), b.noun.split()
    return same_things(left[-1], right[-1]) or broader_or_same(left[-1], right[-1]) is not None


def _strength(slot: SlotFacts, *, counted: bool) -> float:
    if slot.source == "default":
        return _UNKNOWN
    if slot.single > _MANY_BELOW:
        return max(slot.single, _UNKNOWN) if counted else slot.single
    # Rules ask for several things; of one thing they ask one number.
    return _UNKNOWN + 0.1 if counted else 0.0

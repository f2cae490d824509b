"""Rule `update`."""

from graphmem.conflicts.times import are_apart, order_of
from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.claim import Change
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_BY_PERIOD = frozenset({"revenue", "profit", "profitability", "budget", "mortality", "score", "winner"})


def update(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """The world changed between the two: their order is known, and the slot, or the wording, lets the value change.

    Wording such as "now" or "no longer" in the newer claim says so; a slot that tells of something that happens once
    (born, founded) does not change unless the wording says so. "Correction" says that the older claim was never right.
    Two dated sayings on an unknown slot are two events, not a change; so are the figures of two years. What is dated
    within the given time of the other (2012, against 2009 to 2014) did not follow it.
    """
    order = order_of(a, b)
    if order.newer is None:
        return None
    if slot.source == "default" and are_apart(a, b):
        return None  # of a slot that nobody knows, two dated sayings are two events
    if same_matter(a.claim, b.claim) and affirms(a.claim) == affirms(b.claim):
        return None  # one thing told twice has not changed; its dates may differ
    if slot.attribute in _BY_PERIOD and are_apart(a, b):
        return None  # each year has its own
    if _lies_within(a, b) or _lies_within(b, a):
        return None
    newer = a.claim if order.newer == "a" else b.claim
    if newer.change is Change.CORRECTION:
        return None
    said = newer.change in {Change.MOVED, Change.ENDED}
    if slot.event and not said:
        return None
    basis = "by valid time" if order.basis == "valid" else "by the time of saying"
    apart = ", and they hold at different times" if are_apart(a, b) else ""
    detail = f"{slot.attribute}: ordered {basis}{apart}" + (f"; the newer says {newer.change}" if said else "")
    return Finding(
        relation=Relation.UPDATE, kind=ConflictKind.UPDATE, detail=detail, strength=0.9 if said or apart else 0.7
    )


def _lies_within(inner: SidedClaim, outer: SidedClaim) -> bool:
    """True where the text gives both ends of one, and the other falls wholly between them."""
    short, long = inner.claim.valid, outer.claim.valid
    if short is None or long is None or not (short.start and short.end and long.start and long.end):
        return False
    return long.start < short.start and short.end <= long.end

"""Shares of one whole that several hold: together they are no more than the whole."""

from graphmem.conflicts.measures import span_of
from graphmem.conflicts.values import affirms, name_key, names_meet
from graphmem.model.claim import ClaimDraft
from graphmem.model.value import Quantity

STAKE = "stake"
_HOLDER = "by"
_WHOLE = 100.0


def exceed_the_whole(a: ClaimDraft, b: ClaimDraft) -> bool:
    """True when two holders' shares of one thing are more than all of it, at the least that either gives."""
    if a.attribute != STAKE or b.attribute != STAKE or not (affirms(a) and affirms(b)):
        return False
    if not (isinstance(a.value, Quantity) and isinstance(b.value, Quantity)):
        return False
    left, right = holder_of(a), holder_of(b)
    if not left or not right or names_meet(left, right):
        return False
    spans = span_of(a.value), span_of(b.value)
    return all(span.measure == "share" for span in spans) and sum(span.low for span in spans) > _WHOLE


def holder_of(claim: ClaimDraft) -> str:
    """Whose share it is, empty where nobody is named."""
    return next((name_key(c.value) for c in claim.conditions if c.name == _HOLDER and not c.negated), "")

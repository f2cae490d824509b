"""How claims are meant: what a norm demands, and how far a saying commits its speaker."""

from enum import StrEnum

from graphmem.conflicts.values import affirms, show
from graphmem.model.claim import ClaimDraft, Modality
from graphmem.model.value import TruthValue

_NORMS = {Modality.REQUIRED, Modality.PERMITTED, Modality.PROHIBITED}


class Stance(StrEnum):
    """What a claim asks or states once polarity is counted in: `may not` and `prohibited` are one."""

    MUST = "must"
    NEED_NOT = "need not"
    MAY = "may"
    MUST_NOT = "must not"
    IS = "is"
    IS_NOT = "is not"


def stance_of(claim: ClaimDraft) -> Stance:
    """Stance of a claim."""
    yes = affirms(claim)
    if claim.modality is Modality.REQUIRED:
        return Stance.MUST if yes else Stance.NEED_NOT
    if claim.modality is Modality.PERMITTED:
        return Stance.MAY if yes else Stance.MUST_NOT
    if claim.modality is Modality.PROHIBITED:
        return Stance.MUST_NOT if yes else Stance.MAY
    return Stance.IS if yes else Stance.IS_NOT


def tell(claim: ClaimDraft) -> str:
    """What a claim says of its slot, as a reviewer reads it: how it is meant, the value, and for which part alone."""
    stance = stance_of(claim)
    if isinstance(claim.value, TruthValue):
        said = {Stance.IS: "yes", Stance.IS_NOT: "no, nothing"}.get(stance, str(stance))
    else:
        said = show(claim.value) if stance is Stance.IS else f"{stance} {show(claim.value)}"
    part = "; ".join(f"{'not ' * c.negated}{c.name} {c.value}" for c in claim.conditions)
    return f"{said} ({part})" if part else said


def is_norm(claim: ClaimDraft) -> bool:
    """True for what is required, permitted or prohibited."""
    return claim.modality in _NORMS


def is_hedged(claim: ClaimDraft) -> bool:
    """True when the speaker only deems it possible."""
    return claim.modality is Modality.POSSIBLE


def is_hearsay(claim: ClaimDraft) -> bool:
    """True when the claim reports what somebody else says or thinks."""
    return claim.modality is Modality.REPORTED or claim.attributed_to is not None


def same_register(a: ClaimDraft, b: ClaimDraft) -> bool:
    """True when both are norms, or neither is: what must be does not deny what is."""
    return is_norm(a) == is_norm(b)

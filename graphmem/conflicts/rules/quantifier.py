"""Rule `quantifier`."""

from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, same_matter
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.9
_QUANTIFIERS = frozenset({"all", "most", "some", "no", "few", "many", "half"})
# Share of the things for which the claim says yes: lowest, highest, and whether those ends are excluded.
_Share = tuple[float, float, bool, bool]
_SHARES: dict[tuple[str, bool], _Share] = {
    ("all", True): (1, 1, False, False),
    ("all", False): (0, 1, False, True),  # "not all": English leaves "all do not" open, so the weaker reading counts
    ("no", True): (0, 0, False, False),
    ("no", False): (0, 0, False, False),  # "no member pays" is often read with its negation counted twice
    ("some", True): (0, 1, True, False),
    ("some", False): (0, 1, False, True),
    ("most", True): (0.5, 1, True, False),
    ("most", False): (0, 0.5, False, True),
    ("half", True): (0.4, 0.6, False, False),
    ("half", False): (0.4, 0.6, False, False),
    ("many", True): (0.1, 1, True, False),
    ("many", False): (0, 0.9, False, True),
    ("few", True): (0, 0.4, True, True),
    ("few", False): (0.6, 1, True, True),
    ("", True): (0.8, 1, False, False),  # a general statement allows for exceptions
    ("", False): (0, 0.2, False, False),
}


def quantifier(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """All, most, some, few or none of the same things: no share of them makes both claims true.

    "Some do" and "some do not" agree, "all" and "some do not" exclude each other. A claim without a quantifier is
    general and allows for exceptions. None when neither has one.
    """
    left, right = a.claim, b.claim
    if left.quantifier not in _QUANTIFIERS and right.quantifier not in _QUANTIFIERS:
        return None
    if not same_matter(left, right) or not same_register(left, right):
        return None
    if _meet(_share(left), _share(right)):
        return None
    words = " against ".join(sorted((_words(left), _words(right))))
    detail = f"{slot.attribute}: {words} of the same things"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.NEGATION, detail=detail, strength=_STRENGTH)


def _share(claim: ClaimDraft) -> _Share:
    name = claim.quantifier if claim.quantifier in _QUANTIFIERS else ""
    return _SHARES[name, affirms(claim)]


def _words(claim: ClaimDraft) -> str:
    name = claim.quantifier or "in general"
    return name if affirms(claim) or name == "no" else f"not {name}"


def _meet(a: _Share, b: _Share) -> bool:
    low, high = max(a[0], b[0]), min(a[1], b[1])
    if low != high:
        return low < high
    excluded = (a[2] and a[0] == low) or (b[2] and b[0] == low) or (a[3] and a[1] == low) or (b[3] and b[1] == low)
    return not excluded

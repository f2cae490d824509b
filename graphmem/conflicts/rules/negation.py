"""Rule `negation`."""

from graphmem.conflicts.gazetteer import is_part_of
from graphmem.conflicts.groups import tells_of_all
from graphmem.conflicts.manner import Stance, is_norm, stance_of
from graphmem.conflicts.values import affirms, name_key, same_matter, show, words_of
from graphmem.conflicts.words import broader_or_same
from graphmem.model.claim import ClaimDraft, Modality
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.value import TextValue, Value
from graphmem.protocols import SidedClaim, SlotFacts

_STRONG = 0.95
_ENCLOSED = 0.85
_KIND = 0.7
_OPEN_QUANTIFIERS = frozenset({"some", "most", "no", "few", "many", "half"})


def negation(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """One claim affirms what the other denies, of the same value, of a place within it, of a kind, or of one of all.

    The negator must govern the claim's own predicate, which is what polarity holds. Of norms, `may` against `may not`
    and `must` against `must not` speak here; other norms are for rule modality, quantified claims for rule quantifier.
    """
    if affirms(a.claim) == affirms(b.claim) and a.claim.modality is b.claim.modality:
        return None
    if a.claim.quantifier in _OPEN_QUANTIFIERS or b.claim.quantifier in _OPEN_QUANTIFIERS:
        return None
    strength = _strength(a.claim, b.claim)
    if strength == 0:
        return None
    matter = show(a.claim.value) if a.claim.value.kind != "truth" else a.claim.predicate or slot.attribute
    detail = f"{slot.attribute}: {matter!r} is affirmed by one and denied by the other"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.NEGATION, detail=detail, strength=strength)


def _strength(a: ClaimDraft, b: ClaimDraft) -> float:
    if is_norm(a) != is_norm(b):
        return 0.0
    if is_norm(a):
        return _STRONG if same_matter(a, b) and _plain_negation(a, b) else 0.0
    if affirms(a) == affirms(b):
        return 0.0
    if same_matter(a, b):
        return _STRONG
    yes, no = (a, b) if affirms(a) else (b, a)
    inner, outer = words_of(yes.value), words_of(no.value)
    if not inner or not outer:
        return 0.0
    if is_part_of(inner, outer) or _is_kind_of(yes.value, no.value):
        return _ENCLOSED
    if tells_of_all(yes, name_key(outer)) or tells_of_all(no, name_key(inner)):
        return _ENCLOSED
    return _KIND if _is_narrower(yes.value, no.value) else 0.0


def _is_narrower(inner: Value, outer: Value) -> bool:
    """Who drinks no alcohol drinks no beer; word nets have odd kinds, so a person decides."""
    if not (isinstance(inner, TextValue) and isinstance(outer, TextValue)):
        return False
    plain = name_key(outer.text).split() == [outer.head] and bool(inner.head) and inner.text[:1].islower()
    return plain and broader_or_same(outer.head, inner.head) == "broader"


def _is_kind_of(inner: Value, outer: Value) -> bool:
    """Who pays no dividend pays no dividend of 2 euros; both are words that name no particular thing."""
    if not (isinstance(inner, TextValue) and isinstance(outer, TextValue)):
        return False
    return (
        bool(inner.head)
        and inner.head == outer.head
        and set(name_key(outer.text).split()) < set(name_key(inner.text).split())
    )


def _plain_negation(a: ClaimDraft, b: ClaimDraft) -> bool:
    """True for `may` / `may not` and for `must` / `must not`, where one is the other with a negator."""
    stances = {stance_of(a), stance_of(b)}
    denying = a if stance_of(a) is Stance.MUST_NOT else b
    if stances == {Stance.MAY, Stance.MUST_NOT}:
        return denying.modality is Modality.PERMITTED
    return (
        stances == {Stance.MUST, Stance.MUST_NOT} and denying.modality is Modality.PROHIBITED and bool(denying.negator)
    )

"""Rule `antonym`."""

from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, name_key, same_matter, words_of
from graphmem.conflicts.words import are_antonyms
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.value import TextValue, Value
from graphmem.protocols import SidedClaim, SlotFacts

_STATES = frozenset({"be", "status", "look", "seem", "become", "stay", "remain"})
_SINGLE_FROM = 0.5
_PARTS = frozenset({"some", "few", "many", "half"})
_WORD = 0.92
_LOOSE = 0.6  # one side says more than the opposite word ("open" against "closed to visitors")


def antonym(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Both affirm (or both deny) opposites: opposite words as values, or opposite verbs of one matter.

    Opposites are those of WordNet 3.1 and of the shipped list; as values they speak where the slot tells a state or has
    one value at a time, for one may report losses and profits. All other words of the two values must be the same
    for the full strength. Denying both is only weak: what is not hot need not be cold.
    None where only a part is spoken of: some support and some oppose.
    """
    if affirms(a.claim) != affirms(b.claim) or not same_register(a.claim, b.claim):
        return None
    if _PARTS & {a.claim.quantifier, b.claim.quantifier}:
        return None
    states = slot.attribute in _STATES or slot.single > _SINGLE_FROM
    found = _opposite_values(a.claim.value, b.claim.value) if states else None
    found = found or _opposite_verbs(a.claim, b.claim)
    if found is None:
        return None
    left, right, strength = found
    if not affirms(a.claim):
        strength *= 0.5
    detail = f"{slot.attribute}: {' and '.join(sorted((repr(left), repr(right))))} are opposites"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.ANTONYM, detail=detail, strength=strength)


def _opposite_values(a: Value, b: Value) -> tuple[str, str, float] | None:
    if words_of(a) is None or words_of(b) is None:
        return None
    left, right = _words(a), _words(b)
    rest_a, rest_b = left - right, right - left
    for word in sorted(rest_a):
        for other in sorted(rest_b):
            if are_antonyms(word, other):
                exact = len(rest_a) == len(rest_b) == 1
                loose = len(rest_a) == 1 or len(rest_b) == 1
                return (word, other, _WORD if exact else _LOOSE) if exact or loose else None
    return None


def _opposite_verbs(a: ClaimDraft, b: ClaimDraft) -> tuple[str, str, float] | None:
    if a.attribute == b.attribute or not same_matter(a, b):
        return None
    left, right = a.attribute.split(), b.attribute.split()
    if left[1:] != right[1:] or not are_antonyms(left[0], right[0]):
        return None
    return a.attribute, b.attribute, _WORD


def _words(value: Value) -> frozenset[str]:
    words = set(name_key(words_of(value) or "").replace("-", " ").split())
    if isinstance(value, TextValue) and value.head:
        # The lemma stands for its inflected form, which is the last word as a rule.
        head = value.head.casefold()
        if head not in words and len(words) == 1:
            words = {head}
    return frozenset(words)

"""Rule `value`."""

from graphmem.conflicts.manner import same_register
from graphmem.conflicts.values import affirms, can_be_same, name_key, same_words, show, value_key, words_of
from graphmem.conflicts.words import are_antonyms, exclude_each_other
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.model.value import EntityValue, TextValue, Value
from graphmem.protocols import SidedClaim, SlotFacts

_SINGLE_FROM = 0.5  # at or below it, two values stand side by side
_EXCLUSIVE = 0.85
_DESCRIBED = 0.7  # "the head of government" may be the very person that the other text names
_REQUIRING = frozenset({"require", "need"})
_STATUS = "status"
_NAMING = frozenset({"status", "state", "condition"})
_VAGUE = 0.75  # slots below it may have several values, and plain words name no particular one
_LEAST = 0.7  # what needs version 10 runs on version 12; seldom do both stand as the least
_NAMED = 0.75  # "the treasurer is Ravi": one as a rule, but some roles are shared


def value(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """Two names or phrases fill a slot that has one value at a time, or exclude each other by their class.

    Names of which one may be the other (one within the other, initials, a place within a place, a broader word) agree.
    Strength is the probability that the slot is single-valued, less for a name against a description. None for numbers
    and times, for opposite words (rule antonym), and unless both affirm. States that no text calls the status of the
    thing (available, online) go together unless their class parts them.
    """
    left, right = words_of(a.claim.value), words_of(b.claim.value)
    if left is None or right is None or not (affirms(a.claim) and affirms(b.claim)):
        return None
    if value_key(a.claim.value) == value_key(b.claim.value) or not same_register(a.claim, b.claim):
        return None
    if same_words(a.claim.value, b.claim.value) or can_be_same(left, right):
        return None
    if slot.single > _SINGLE_FROM and _are_opposites(a.claim.value, b.claim.value):
        return None
    shown = f"{slot.attribute}: {show(a.claim.value)!r} and {show(b.claim.value)!r}"
    only = "only" in (a.claim.quantifier, b.claim.quantifier)
    named = _names_what_is_meant(a.claim) and _names_what_is_meant(b.claim)
    group = _class_of(a.claim.value, b.claim.value)
    single = slot.single if slot.single > _SINGLE_FROM and not _go_together(a.claim, b.claim, slot) else 0.0
    strength = max(single, _EXCLUSIVE if group or only else 0.0)
    strength = max(strength, _NAMED if named else 0.0)
    least = slot.attribute in _REQUIRING and _are_versions(left, right)
    strength = max(strength, _LEAST if least else 0.0)
    if left.islower() and right.islower() and not (group or only) and slot.single < _VAGUE:
        strength = 0.0  # "run by volunteers", "run by a manager": kinds of people stand side by side
    if left.islower() != right.islower() and not group:
        strength *= _DESCRIBED
    if strength == 0:
        return None
    why = (
        f"one {group} at a time"
        if group
        else "one of them is said to be the only one"
        if only
        else "one version is the least that is required"
        if least
        else "one value at a time"
    )
    return Finding(
        relation=Relation.CONTRADICTION, kind=ConflictKind.VALUE, detail=f"{shown}: {why}", strength=strength
    )


def _are_versions(a: str, b: str) -> bool:
    """True when two names differ in their one number only: `Android 10`, `Android 12`."""
    left, right = name_key(a).split(), name_key(b).split()
    numbers = [[word for word in words if word[:1].isdigit()] for words in (left, right)]
    rest = [[word for word in words if not word[:1].isdigit()] for words in (left, right)]
    return bool(rest[0]) and rest[0] == rest[1] and all(numbers) and numbers[0] != numbers[1]


def _names_what_is_meant(claim: ClaimDraft) -> bool:
    """True for a common noun that is said to be a name: it tells who or which one is meant."""
    named = isinstance(claim.value, EntityValue) and claim.value.name[:1].isupper()
    return claim.attribute == "be" and named and claim.subject.islower()


def _class_of(a: Value, b: Value) -> str | None:
    """Class that parts two values which differ in one word only."""
    left, right = _words(a), _words(b)
    if len(left - right) != 1 or len(right - left) != 1:
        return None
    return exclude_each_other(*(left - right), *(right - left))


def _go_together(a: ClaimDraft, b: ClaimDraft, slot: SlotFacts) -> bool:
    words = set(name_key(f"{a.quote} {b.quote}").split())
    return slot.attribute == _STATUS and bool(words) and not words & _NAMING


def _are_opposites(a: Value, b: Value) -> bool:
    left, right = _words(a), _words(b)
    return len(left) == len(right) == 1 and are_antonyms(next(iter(left)), next(iter(right)))


def _words(value: Value) -> frozenset[str]:
    if isinstance(value, TextValue) and value.head and " " not in value.text.strip():
        return frozenset({value.head.casefold()})
    return frozenset(name_key(words_of(value) or "").split())

"""Whether two claims of two texts are about one thing: by the entity given, by name, by pronoun."""

from graphmem.conflicts.values import can_be_same, name_key
from graphmem.conflicts.words import broader_or_same
from graphmem.model.claim import ClaimDraft, Extraction, Modality
from graphmem.model.text import number_tokens
from graphmem.model.value import EntityValue, TextValue
from graphmem.protocols import SlotFacts

_PRONOUNS = frozenset({
    "he", "she", "it", "they", "we", "i", "you", "this", "that", "these", "those", "his", "her", "its",
    "their", "him", "them", "who", "which",
})  # fmt: skip
# Relations that hold one way only between two things.
_ONE_WAY = frozenset({
    "manager", "parent", "father", "mother", "child", "owner", "part of", "parent company", "employer",
})  # fmt: skip
_GENERIC = frozenset({
    "company", "firm", "organisation", "organization", "team", "group", "club", "city", "town", "country",
    "person", "man", "woman", "product", "service", "system", "project", "site", "author", "actor", "player",
    "singer", "film", "book", "band", "party", "university", "school",
})  # fmt: skip


def same_subject(a: ClaimDraft, b: ClaimDraft, entity_a: str | None, entity_b: str | None) -> bool:
    """True when the subjects are one thing as far as the two texts tell."""
    left, right = _resolve(a.subject, entity_a), _resolve(b.subject, entity_b)
    if left is None or right is None:
        # A pronoun without a known antecedent stands for what the other text speaks of.
        return True
    if name_key(left) == name_key(right):
        return True
    if number_tokens(left) != number_tokens(right):
        return False
    if left[:1].isupper() and right[:1].isupper():
        return _is_proper(left) and _is_proper(right) and can_be_same(left, right)
    return _same_common_noun(left, right)


def are_namesakes(a: Extraction, b: Extraction, subject_a: str, subject_b: str) -> str | None:
    """Why two equal names are two things: they are described by words that are strangers to each other; else None."""
    left, right = _descriptor(a, subject_a), _descriptor(b, subject_b)
    if not left or not right:
        return None
    words_a, words_b = name_key(left).split(), name_key(right).split()
    if set(words_a) & set(words_b):
        return None
    heads = _head(words_a), _head(words_b)
    if heads[0] is None or heads[1] is None or broader_or_same(*heads) is not None:
        return None
    return f"{subject_a!r} is {left!r} on one side and {right!r} on the other"


def mirrored(claim: ClaimDraft, slot: SlotFacts) -> ClaimDraft | None:
    """The same said from the other side, where the slot has an inverse (or is symmetric) and the value is a thing."""
    attribute = slot.attribute if slot.symmetric else slot.inverse
    if attribute is None or not isinstance(claim.value, EntityValue):
        return None
    value = EntityValue(name=claim.subject, type=claim.subject_type)
    return claim.model_copy(
        update={"subject": claim.value.name, "subject_type": claim.value.type, "attribute": attribute, "value": value}
    )


def reversed_order(claim: ClaimDraft, slot: SlotFacts) -> ClaimDraft | None:
    """What a claim denies of the other thing it names: who reports to Lucy is not her manager, and the beech that the
    oak is taller than is not taller than the oak. None where the relation may hold both ways."""
    if not claim.polarity or claim.modality is not Modality.ASSERTED:
        return None
    if isinstance(claim.value, EntityValue) and claim.attribute in _ONE_WAY and not slot.symmetric:
        value = EntityValue(name=claim.subject, type=claim.subject_type)
        turned = {"subject": claim.value.name, "subject_type": claim.value.type, "value": value}
        return claim.model_copy(update={**turned, "polarity": False})
    than = [c for c in claim.conditions if c.name == "than" and not c.negated]
    if len(than) != 1 or not isinstance(claim.value, TextValue) or number_tokens(than[0].value):
        return None
    conditions = tuple(
        c.model_copy(update={"value": name_key(claim.subject)}) if c is than[0] else c for c in claim.conditions
    )
    return claim.model_copy(
        update={"subject": than[0].value, "subject_type": "", "conditions": conditions, "polarity": False}
    )


def _resolve(subject: str, entity: str | None) -> str | None:
    key = name_key(subject)
    if key in _PRONOUNS or not key:
        return entity
    return entity if entity is not None and key.split()[-1] in _GENERIC and len(key.split()) == 1 else subject


def _is_proper(name: str) -> bool:
    """True when every content word is written as a name: "Nora's brother" is not Nora."""
    return "'s " not in name and "’s " not in name and not any(w.islower() and len(w) > 3 for w in name.split())


def _same_common_noun(left: str, right: str) -> bool:
    """True for one noun with the same restrictions: `the night alarm` and `the alarm` are one, `day alarm` is not."""
    a, b = name_key(left).split(), name_key(right).split()
    if not a or not b or not _same_word(a[-1], b[-1]):
        return False
    rest_a, rest_b = set(a[:-1]), set(b[:-1])
    return rest_a <= rest_b or rest_b <= rest_a


def _same_word(a: str, b: str) -> bool:
    return a == b or a + "s" == b or b + "s" == a or broader_or_same(a, b) == "same"


def _descriptor(extraction: Extraction, subject: str) -> str:
    key = name_key(subject)
    return next((m.descriptor for m in extraction.mentions if m.descriptor and m.key == key), "")


def _head(words: list[str]) -> str | None:
    """Last word before a preposition: `harbour pilot in Oslo` is a pilot."""
    head: str | None = None
    for word in words:
        if word in {"in", "at", "of", "from", "for", "with", "who", "on"}:
            break
        head = word
    return head

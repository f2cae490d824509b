"""Rule `ordering`."""

from functools import lru_cache

from graphmem.conflicts.values import affirms, same_matter
from graphmem.conflicts.words import are_antonyms
from graphmem.model.conflict import ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts

_STRENGTH = 0.88
_RELATIONS = frozenset({
    "before", "after", "above", "below", "over", "under", "inside", "outside", "upstream", "downstream",
    "left", "right", "ahead", "behind",
})  # fmt: skip


def ordering(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Finding | None:
    """One puts its subject before (above, inside, …) a thing, the other puts it after (below, outside) the same.

    The relation is the last word of the slot or of the predicate. None unless both name the same other thing.
    """
    if affirms(a.claim) != affirms(b.claim) or not same_matter(a.claim, b.claim):
        return None
    left, right = (relation_word(side.claim.predicate, side.claim.attribute) for side in (a, b))
    if left is None or right is None or not are_antonyms(left, right):
        return None
    detail = f"{slot.attribute}: {' against '.join(sorted((left, right)))} the same thing"
    return Finding(relation=Relation.CONTRADICTION, kind=ConflictKind.ANTONYM, detail=detail, strength=_STRENGTH)


@lru_cache(maxsize=16384)
def relation_word(predicate: str, attribute: str) -> str | None:
    """The word that says where or when one thing lies to another, None when there is none."""
    for words in (predicate, attribute):
        found = [word for word in words.casefold().split() if word in _RELATIONS]
        if found:
            return found[-1]
    return None

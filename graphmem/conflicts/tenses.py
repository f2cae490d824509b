"""Whether the words of a predicate stand in the past or in the present."""

from functools import lru_cache

from graphmem.conflicts.scorer.wordnet import load_wordnet

_PAST = frozenset({"was", "were", "had", "did", "used"})
_PRESENT = frozenset({"is", "are", "am", "has", "have", "'s", "'re", "'ve", "does", "do", "remains", "still", "now"})


@lru_cache(maxsize=16384)
def is_past(predicate: str) -> bool:
    """True for `was`, `lived`, `ran`; false for `has lived`, which reaches into now."""
    words = predicate.casefold().split()
    if not words or words[0] in _PRESENT:
        return False
    return words[0] in _PAST or _is_inflected(words[0])


@lru_cache(maxsize=16384)
def is_present(predicate: str) -> bool:
    """True for `is`, `lives`, `has lived`."""
    words = predicate.casefold().split()
    if not words or words[0] in _PAST:
        return False
    return words[0] in _PRESENT or not _is_inflected(words[0])


def _is_inflected(word: str) -> bool:
    """A form of a verb that is neither its base nor its third person."""
    if word.endswith("ed"):
        return True
    return not word.endswith(("s", "ing")) and load_wordnet().base(word) != word

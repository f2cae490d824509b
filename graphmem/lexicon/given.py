"""Names that callers give to slots ("located in", "lives_in", "numberOfSeats"), brought to the lexicon's."""

import re
from collections.abc import Iterator
from functools import lru_cache

from graphmem.lexicon.lexicon import FormKind, canonical_attribute, load_lexicon

# Not `converse`: a caller's subject holds the slot, and a converse form would turn the claim round.
_KINDS: tuple[FormKind, ...] = ("noun", "verb", "passive", "adjective")
_AUXILIARY = frozenset("is are was were be been has have had".split())
_IRREGULAR = {
    "born": "bear", "held": "hold", "kept": "keep", "led": "lead", "made": "make", "built": "build", "bought": "buy",
    "sold": "sell", "wrote": "write", "written": "write", "lies": "lie", "lay": "lie", "stood": "stand", "sat": "sit",
    "spoke": "speak", "taught": "teach", "won": "win", "died": "die", "dies": "die", "owns": "own", "has": "have",
}  # fmt: skip


@lru_cache(maxsize=4096)
def given_attribute(name: str, value_kind: str = "any") -> str:
    """Slot name for an attribute as a caller wrote it; one that the lexicon does not know stays, in lower case.

    Underscores, hyphens and capitals inside a word part words; endings of verbs and plurals are taken off, an auxiliary
    in front is left out. No model is needed, so given claims cost none.
    """
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    words = re.sub(r"[\s_-]+", " ", parted).strip().lower().split()
    plain = canonical_attribute(words, value_kind)
    if plain in load_lexicon().entries:
        return plain
    while len(words) > 1 and words[0] in _AUXILIARY:
        words = words[1:]
    lexicon = load_lexicon()
    for form in _forms(words):
        for kind in _KINDS:
            if (entry := lexicon.find(kind, form, value_kind)) is not None:
                return entry.name
    return plain


def _forms(words: list[str]) -> Iterator[str]:
    """The words as they are, with the first one's ending off, then with the last one's."""
    yield " ".join(words)
    for base in _bases(words[0]) if words else ():
        yield " ".join([base, *words[1:]])
    for base in _bases(words[-1]) if len(words) > 1 else ():
        yield " ".join([*words[:-1], base])


def _bases(word: str) -> Iterator[str]:
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
    for ending, instead in (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("d", ""), ("ing", ""),
                            ("ing", "e")):  # fmt: skip
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(stem) > 1:
            yield stem
            if len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]

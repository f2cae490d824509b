"""The attribute lexicon: what English calls a slot, and how many values a slot has, as data that ships with
graphmem."""

from graphmem.lexicon.given import given_attribute
from graphmem.lexicon.lexicon import (
    Lexicon,
    LexiconEntry,
    canonical_attribute,
    lexicon_version,
    load_lexicon,
    seed,
)
from graphmem.lexicon.paraphrase import in_other_words

__all__ = [
    "Lexicon",
    "LexiconEntry",
    "canonical_attribute",
    "given_attribute",
    "in_other_words",
    "lexicon_version",
    "load_lexicon",
    "seed",
]

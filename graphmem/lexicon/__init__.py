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
from graphmem.lexicon.synonyms import common_attribute, same_things

__all__ = [
    "Lexicon",
    "LexiconEntry",
    "canonical_attribute",
    "common_attribute",
    "given_attribute",
    "in_other_words",
    "lexicon_version",
    "load_lexicon",
    "same_things",
    "seed",
]

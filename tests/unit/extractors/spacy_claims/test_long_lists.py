"""A list of hundreds of names is read whole, and is not taken for deeds of its members."""

import pytest

from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.protocols import ExtractionInput

SYLLABLES = ("Ka", "Lo", "Mi", "Ter", "Ran", "Ves", "Dor", "Ul", "Pen", "Ist")


def names(count: int) -> str:
    parts = [
        (SYLLABLES[n % 10], SYLLABLES[n // 10 % 10].lower(), SYLLABLES[n // 100 % 10].lower()) for n in range(count)
    ]
    return ", ".join(f"{a}{b} {c.capitalize()}{a.lower()}{b}" for a, b, c in parts)


@pytest.mark.parametrize(
    "sentence", ["The club's members are {} and Una Berg.", "| Members | {} |", "The film stars {} and Una Berg."]
)
def test_claims_of_a_list_grow_with_its_length_alone(sentence: str) -> None:
    """Each name gives two claims at most: none is set beside each of the others."""
    for count in (100, 400):
        (read,) = spacy_claims.extract([ExtractionInput(text=sentence.format(names(count)))])
        assert read.failure is None
        assert len(read.claims) <= 2 * count + 8

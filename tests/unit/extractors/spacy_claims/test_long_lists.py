"""A list of hundreds of names costs what it holds, not its square, and is not taken for deeds of its members."""

import time

from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.protocols import ExtractionInput

SYLLABLES = ("Ka", "Lo", "Mi", "Ter", "Ran", "Ves", "Dor", "Ul", "Pen", "Ist")


def names(count: int) -> str:
    parts = [
        (SYLLABLES[n % 10], SYLLABLES[n // 10 % 10].lower(), SYLLABLES[n // 100 % 10].lower()) for n in range(count)
    ]
    return ", ".join(f"{a}{b} {c.capitalize()}{a.lower()}{b}" for a, b, c in parts)


def seconds(text: str) -> float:
    before = time.process_time()
    (read,) = spacy_claims.extract([ExtractionInput(text=text)])
    spent = time.process_time() - before
    assert read.failure is None
    assert len(read.claims) <= 2 * text.count(",") + 8
    return spent


def test_four_times_the_names_cost_about_four_times_as_much() -> None:
    seconds("The model is loaded once.")
    for sentence in ("The club's members are {} and Una Berg.", "| Members | {} |", "The film stars {} and Una Berg."):
        few, many = (min(seconds(sentence.format(names(n))) for _ in range(2)) for n in (100, 400))
        assert many < 12 * max(few, 0.05)

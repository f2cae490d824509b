"""How the two texts of a pair are read: each with what the other tells of whom it speaks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.claim import Extraction, Span
from graphmem.protocols import ExtractionInput, Extractor, TextPair

_SPEAKER = "speaker"
_SPOKEN_OF = "the one spoken of"  # both texts begin with a pronoun: taken for one thing
_PRONOUN = re.compile(r"\b(he|she|it|they|his|her|its|their)\b", re.IGNORECASE)
_OBJECT = re.compile(r"\b(it|them|this|that|one)\b", re.IGNORECASE)
_OPENING = 60  # characters in which a pronoun counts as the text's own subject


@dataclass(frozen=True)
class ReadPair:
    """A pair with what was read of both texts."""

    pair: TextPair
    a: Extraction
    b: Extraction


def read_pairs(pairs: Sequence[TextPair], extractor: Extractor) -> list[ReadPair]:
    """Both texts of every pair read; a pronoun at the start of one stands for what the other is about."""
    texts = [text for pair in pairs for text in (pair.a, pair.b)]
    titles = [title for pair in pairs for title in _titles(pair)]
    times = [time for pair in pairs for time in (pair.a_time, pair.b_time)]
    inputs = [
        ExtractionInput(text=text, title=title, observed_at=time, speaker=_SPEAKER)
        for text, title, time in zip(texts, titles, times, strict=True)
    ]
    read = extractor.extract(inputs)
    again = {n: title for n, title in ((n, _title_from_other(n, inputs, read)) for n in range(len(inputs))) if title}
    second = extractor.extract([inputs[n].model_copy(update={"title": title}) for n, title in again.items()])
    for n, extraction in zip(again, second, strict=True):
        read[n] = extraction
    _read_behind_the_other(inputs, read, extractor)
    return [ReadPair(pair, read[2 * n], read[2 * n + 1]) for n, pair in enumerate(pairs)]


def _read_behind_the_other(inputs: Sequence[ExtractionInput], read: list[Extraction], extractor: Extractor) -> None:
    """`Members need not wear it`: with nothing else read, the thing is sought in the other text of the pair."""
    behind = {
        n: inputs[n ^ 1].text.rstrip()
        for n in range(len(inputs))
        if not read[n].claims and _OBJECT.search(inputs[n].text) and read[n ^ 1].claims
    }
    joined = [inputs[n].model_copy(update={"text": f"{first} {inputs[n].text}"}) for n, first in behind.items()]
    for (n, first), both in zip(behind.items(), extractor.extract(joined) if joined else [], strict=True):
        start = len(first) + 1
        own = [claim for claim in both.claims if claim.span.start >= start]
        moved = [
            claim.model_copy(update={"span": Span(start=claim.span.start - start, end=claim.span.end - start)})
            for claim in own
        ]
        read[n] = read[n].model_copy(update={"claims": tuple(moved)})


def opens_with_pronoun(text: str) -> bool:
    """True when the text speaks of somebody or something that it does not name first."""
    return _PRONOUN.search(text[:_OPENING]) is not None


def _titles(pair: TextPair) -> tuple[str | None, str | None]:
    if pair.a_entity or pair.b_entity:
        return pair.a_entity or pair.b_entity, pair.b_entity or pair.a_entity
    if opens_with_pronoun(pair.a) and opens_with_pronoun(pair.b):
        return _SPOKEN_OF, _SPOKEN_OF
    return None, None


def _title_from_other(n: int, inputs: Sequence[ExtractionInput], read: Sequence[Extraction]) -> str | None:
    """Whom the other text of the pair is about, where this one only has a pronoun."""
    if inputs[n].title is not None or not opens_with_pronoun(inputs[n].text):
        return None
    other = read[n + 1 if n % 2 == 0 else n - 1]
    if other.claims:
        return other.claims[0].subject
    return other.mentions[0].name if other.mentions else None

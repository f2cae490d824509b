"""Weighs the signs of an injection in one text: where they stand, whether they are quoted, hidden or disguised."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphmem.gate.fold import fold
from graphmem.gate.hidden import hidden_parts
from graphmem.gate.readings import read_disguises
from graphmem.gate.words import Folded, Signal, WordSet

_QUOTED = re.compile(
    r"```.*?```|`[^`\n]{3,400}`|\"[^\"\n]{3,600}\"|“[^”]{3,600}”|«[^»]{3,600}»|„[^“”\"]{3,600}[“”\"]|「[^」]{2,400}」|『[^』]{2,400}』"
    r"|(?<![\w])'[^'\n]{6,400}'(?!\w)|(?<![\w])‘[^’\n]{6,400}’(?!\w)",
    re.DOTALL,
)
_FRAME_REACH = 260


@dataclass(frozen=True)
class Sign:
    """One sign found: its name, weight and place."""

    name: str
    weight: float
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Scan:
    """A policy's signs of injection, ready to weigh texts. Identity is equality: one policy has one scan."""

    signals: tuple[Signal, ...]
    formats: tuple[tuple[str, float, re.Pattern[str]], ...]
    frames: WordSet
    threshold: float
    hidden_threshold: float
    disguised_threshold: float
    reach: int

    def judge(self, text: str) -> str | None:
        """What kind of injection the text holds, in a few words without the text; None when it holds none."""
        return _judge(self, text)

    def weigh(self, text: str) -> float:
        """The heaviest sum of signs within reach of one another, each kind counted once."""
        signs = sorted(self._signs(text), key=lambda sign: (sign.start, sign.name))
        heaviest = 0.0
        for index, first in enumerate(signs):
            best: dict[str, float] = {}
            for sign in signs[index:]:
                if sign.start > first.start + self.reach:
                    break
                best[sign.name] = max(best.get(sign.name, 0.0), sign.weight)
            heaviest = max(heaviest, sum(best.values()))
        return heaviest

    def _signs(self, text: str) -> Iterator[Sign]:
        folded = Folded(fold(text))
        quoted = self._quoted_spans(folded.text)
        for signal in self.signals:
            for start, end, weight in signal.find(folded):
                if not any(low <= start and end <= high for low, high in quoted):
                    yield Sign(signal.name, weight, start, end)
        quoted = self._quoted_spans(text)
        for name, weight, pattern in self.formats:
            match = next(
                (m for m in pattern.finditer(text) if not any(a <= m.start() and m.end() <= b for a, b in quoted)), None
            )
            if match:
                yield Sign(name, weight, *match.span())

    def _quoted_spans(self, text: str) -> list[tuple[int, int]]:
        """Quotations that are spoken about: the words around them, not in them, tell of attacks, reports or examples."""
        spans = []
        for match in _QUOTED.finditer(text):
            around = (
                text[max(0, match.start() - _FRAME_REACH) : match.start()]
                + "\n"
                + text[match.end() : match.end() + _FRAME_REACH]
            )
            if self.frames.pattern.search(around.lower()):
                spans.append(match.span())
        return spans


@lru_cache(maxsize=64)
def _judge(scan: Scan, text: str) -> str | None:
    # Remembered for the passages of one document, which all ask about its whole text.
    if scan.weigh(text) >= scan.threshold:
        return "instructions to the agent that reads it"
    if any(scan.weigh(part) >= scan.hidden_threshold for part in hidden_parts(text)):
        return "instructions in a part that a reader does not see"
    for reading in read_disguises(text):
        if scan.weigh(reading.text) >= scan.disguised_threshold and scan.weigh(text) < scan.weigh(reading.text):
            return f"instructions disguised by {reading.disguise}"
    return None

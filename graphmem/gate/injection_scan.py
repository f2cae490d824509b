"""Weighs the signs of an injection in one text: where they stand, whether they are quoted, hidden or disguised."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from graphmem.gate.format import Format, possible
from graphmem.gate.hidden import hidden_parts
from graphmem.gate.readings import read_disguises
from graphmem.gate.words import Folded, Signal, WordSet, folded_of

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
    formats: tuple[Format, ...]
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
        folded = folded_of(text)
        hits = [
            (signal.name, weight, start, end)
            for signal in self.possible_signals(folded)
            for start, end, weight in signal.find(folded)
        ]
        quoted = self._quoted_spans(folded.text) if hits else []
        for name, weight, start, end in hits:
            if not _lies_within(start, end, quoted):
                yield Sign(name, weight, start, end)
        quoted_as_written: list[tuple[int, int]] | None = None
        for spec in possible(self.formats, folded):
            for match in spec.expression.pattern.finditer(text):
                if quoted_as_written is None:
                    quoted_as_written = self._quoted_spans(text)
                if not _lies_within(*match.span(), quoted_as_written):
                    yield Sign(spec.name, spec.weight, *match.span())
                    break

    def possible_signals(self, folded: Folded) -> list[Signal]:
        """Signals all of whose sets may stand in the text, in the order of the policy."""
        near = folded.near()
        if near is None:
            return list(self.signals)
        return [signal for signal, needed in self._needs if needed <= near]

    @cached_property
    def _needs(self) -> list[tuple[Signal, frozenset[int]]]:
        return [(signal, frozenset(words.number for words in signal.sets)) for signal in self.signals]

    def _quoted_spans(self, text: str) -> list[tuple[int, int]]:
        """Quotations that are spoken about: words around them, not in them, tell of attacks, reports or examples."""
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


def _lies_within(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    return any(low <= start and end <= high for low, high in spans)


@lru_cache(maxsize=64)
def _judge(scan: Scan, text: str) -> str | None:
    # Remembered for the passages of one document, which all ask about its whole text.
    plain = scan.weigh(text)
    if plain >= scan.threshold:
        return "instructions to the agent that reads it"
    if any(scan.weigh(part) >= scan.hidden_threshold for part in hidden_parts(text)):
        return "instructions in a part that a reader does not see"
    for reading in read_disguises(text):
        if plain < scan.weigh(reading.text) >= scan.disguised_threshold:
            return f"instructions disguised by {reading.disguise}"
    return None

"""Word sets and signals of the policy file: what a sentence must contain for a signal to be given.

Notation of a word in the policy: a trailing `*` stands for any ending, a blank for white space, `_` or `-`; everything
else is literal. Words of scripts without blanks are found inside longer runs; others only as whole words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from graphmem.gate.fold import fold

_NO_BLANKS = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE = re.compile(r"(?<=[.!?…؟।])\s+|(?<=[。！？])|\n+")


class Folded:
    """A folded text with its sentences, split once and only when a signal asks."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Start and end of each sentence that has any visible character."""
        bounds: list[tuple[int, int]] = []
        start = 0
        for match in _SENTENCE.finditer(self.text):
            bounds.append((start, match.start()))
            start = match.end()
        bounds.append((start, len(self.text)))
        return [(low, high) for low, high in bounds if self.text[low:high].strip()]


@dataclass(frozen=True)
class WordSet:
    """Alternatives of which one must stand in the text; needles are literal starts of them, for a cheap refusal."""

    pattern: re.Pattern[str]
    needles: tuple[str, ...]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> "WordSet":
        """The set of those words, in the policy's notation."""
        folded = sorted({fold(word) for word in words}, key=lambda word: (-len(word), word))
        pattern = re.compile("|".join(map(_expression, folded)))
        return cls(pattern, tuple(sorted({re.split(r"[*\s]", word)[0] for word in folded})))

    def may_match(self, text: str) -> bool:
        """False when no alternative can stand in the text."""
        return any(needle in text for needle in self.needles)


@dataclass(frozen=True)
class Signal:
    """A sign that speaks when one sentence holds a word of every set, all within `near` characters of the first.

    directive: the first set's word must be a command to the reader (English only; other languages show it by form).
    topic_weight is given instead when the words go on with what they are about ("ignore the above rules for bay 4").
    A sentence that holds a forbidden word, or in which the expression finds nothing, never speaks.
    """

    name: str
    weight: float
    sets: tuple[WordSet, ...]
    near: int = 90
    directive: bool = False
    topic_weight: float | None = None
    forbidden: WordSet | None = None
    expression: re.Pattern[str] | None = None

    def find(self, folded: Folded) -> Iterator[tuple[int, int, float]]:
        """Start, end and weight of each sentence part that gives the signal."""
        if not all(words.may_match(folded.text) for words in self.sets):
            return
        for low, high in folded.sentences:
            sentence = folded.text[low:high]
            if not all(words.may_match(sentence) for words in self.sets):
                continue
            if self.forbidden is not None and self.forbidden.pattern.search(sentence):
                continue
            if self.expression is not None and not self.expression.search(sentence):
                continue
            found = self._find_in(sentence)
            if found is not None:
                start, end = found
                weight = self.weight
                if self.topic_weight is not None and _TOPIC.match(sentence, end):
                    weight = self.topic_weight
                yield low + start, low + end, weight

    def _find_in(self, sentence: str) -> tuple[int, int] | None:
        for first in self.sets[0].pattern.finditer(sentence):
            if self.directive and not is_directive(sentence, first.start()):
                continue
            low, high = max(0, first.start() - self.near), first.end() + self.near
            others = [words.pattern.search(sentence, low, high) for words in self.sets[1:]]
            if all(others):
                spans = [first.span(), *(match.span() for match in others if match)]
                return min(start for start, _ in spans), max(end for _, end in spans)
        return None


# What the words are about, unless that is the conversation itself.
_TOPIC = re.compile(
    r"\s+(?:for|on|about|regarding|concerning|in|from|of|at|that came|which came)\s+"
    r"(?!(?:this|the|our|your)?\s*(?:chat|conversation|prompt|session|system|context|window|message|above|user|page|developer))\w"
)
_OPENING = re.compile(
    r"(?:^|[.!?:;,()\[\]{}\"'“”‘’«»„>*#|/=–—-]|\b(?:and|then|please|kindly|now|just)\s)\s*"
    r"(?:(?:please|now|then|and|so|just|also|kindly|immediately|simply|first|next|finally|instead|but|or|always|ok|okay|hey|hi"
    r"|secretly|silently|quietly|completely|entirely|totally|important|urgent|assistant|agents?|ai|bot|you|step \d+|\d+)[\s,:.)!]+)*$"
)
_ADDRESSED = re.compile(
    r"\b(?:you|assistants?|agents?|ais?|llms?|models?|chatbots?|bots?)\b[^.;]{0,60}"
    r"\b(?:must|should|shall|will|can|may|have to|need to|ought to|to)\s+(?:\w+ly\s+|now\s+|always\s+|also\s+|first\s+)*$"
)
_NEGATED = re.compile(
    r"\b(?:do not|don't|never|not to|must not|mustn't|should not|shouldn't|cannot|can't|not)\s+(?:\w+ly\s+)?$"
)
_RELATED = re.compile(
    r"\b(?:told|asked|made|caused?|trained|tricked?|forced?|instructed|tells|asking|telling)\b[^.;]{0,40}$"
)


def is_directive(sentence: str, at: int) -> bool:
    """The verb at that place commands whoever reads: it opens a clause, or follows "you must" and its like."""
    before = sentence[:at]
    if _NEGATED.search(before):
        return False
    if _OPENING.search(before):
        return True
    return bool(_ADDRESSED.search(before)) and not _RELATED.search(before)


def _expression(word: str) -> str:
    body = re.escape(word).replace(r"\ ", r"[\s_-]+").replace(r"\*", r"\w*")
    return body if _NO_BLANKS.search(word) else rf"(?<!\w){body}(?!\w)"

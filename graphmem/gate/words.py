"""Word sets and signals of the policy file: what a sentence must contain for a signal to be given.

Notation of a word in the policy: a trailing `*` stands for any ending, a blank for white space, `_` or `-`; everything
else is literal. Words of scripts without blanks are found inside longer runs; others only as whole words.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock

from graphmem.gate.expression import Expression
from graphmem.gate.fold import fold

_NO_BLANKS = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE = re.compile(r"(?<=[.!?…؟।])\s+|(?<=[。！？])|\n+")
_WORD = re.compile(r"\w+")


class Folded:
    """A folded text with its words and sentences, each made once and only when asked for."""

    def __init__(self, text: str, start: int = 0) -> None:
        self.text = text
        self.start = start
        self._may_hold: dict[int, bool] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the text."""
        return frozenset(_WORD.findall(self.text))

    @cached_property
    def is_ascii(self) -> bool:
        """The text is of ASCII alone."""
        return self.text.isascii()

    @cached_property
    def sentences(self) -> list["Folded"]:
        """Each sentence that has any visible character, with where it starts."""
        bounds: list[tuple[int, int]] = []
        start = 0
        for match in _SENTENCE.finditer(self.text):
            bounds.append((start, match.start()))
            start = match.end()
        bounds.append((start, len(self.text)))
        return [Folded(self.text[low:high], low) for low, high in bounds if self.text[low:high].strip()]

    def near(self) -> frozenset[int] | None:
        """Numbers of the word sets that can stand in the text, `NO_SET` among them; None where that is not known."""
        return None

    def may_hold(self, words: "WordSet") -> bool:
        """False when no word of the set can stand in the text; asked once a set, since signals share their sets."""
        known = self._may_hold.get(id(words))
        if known is None:
            known = self._may_hold[id(words)] = words.may_stand_in(self)
        return known


class FoldedText(Folded):
    """A whole text, of which some hundred sets are asked: those that can stand in it are found at once, by its words
    and its runs of three characters, and the others need not look."""

    _seen: tuple[int, frozenset[int]] = (-1, frozenset())  # how many sets there were, and which can stand in the text

    def near(self) -> frozenset[int] | None:
        """Numbers of the word sets that can stand in the text, `NO_SET` among them; None for one beyond ASCII."""
        if not self.is_ascii:
            return None
        if self._seen[0] != _INDEX.size:
            self._seen = (_INDEX.size, _INDEX.near(self.words, self.text))
        return self._seen[1]


@lru_cache(maxsize=32)
def folded_of(text: str) -> Folded:
    """The folded form of a text; checks that look at one text share it."""
    return FoldedText(fold(text))


@dataclass(frozen=True, eq=False)
class WordSet:
    """Alternatives of which one must stand in a text.

    first_words, beginnings and inner are what a text must have for a match to be possible: whole words, beginnings of
    words, and runs of a script without blanks.
    """

    source: str
    first_words: frozenset[str]
    beginnings: tuple[str, ...]
    inner: tuple[str, ...]
    number: int

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled alternatives; most sets are refused cheaply in a process's life, and are never compiled."""
        return re.compile(self.source)

    @classmethod
    def of(cls, words: tuple[str, ...]) -> "WordSet":
        """The set of those words, in the policy's notation."""
        return _word_set(tuple(words))

    def may_stand_in(self, folded: Folded) -> bool:
        """A cheap refusal: False when no alternative can match."""
        if not self.first_words.isdisjoint(folded.words):
            return True
        text = folded.text
        # Loops, not generators: this is asked some hundred times of every text that comes in.
        for beginning in self.beginnings:
            if beginning in text:
                return True
        if not folded.is_ascii:
            for run in self.inner:
                if run in text:
                    return True
        return False


@lru_cache(maxsize=1024)
def _word_set(words: tuple[str, ...]) -> WordSet:
    folded = sorted({fold(word) for word in words}, key=lambda word: (-len(word), word))
    inner = [word for word in folded if _NO_BLANKS.search(word)]
    bounded = [word for word in folded if not _NO_BLANKS.search(word)]
    parts = []
    if bounded:
        parts.append(rf"(?<!\w)(?:{'|'.join(map(_expression, bounded))})(?!\w)")
    parts.extend(map(_expression, inner))
    beginnings = {head for word in bounded if (head := _beginning(word))}
    first_words = frozenset(_WORD.findall(word)[0] for word in bounded if not _beginning(word))
    return WordSet(
        source="|".join(parts),
        first_words=first_words,
        beginnings=tuple(sorted(beginnings)),
        inner=tuple(re.split(r"[*\s]", word)[0] for word in inner),
        number=_INDEX.add(first_words, beginnings),
    )


NO_SET = -1  # number of what needs no word


class _Index:
    """All word sets of the process by what an ASCII text must have for them to stand in it."""

    def __init__(self) -> None:
        self.size = 0
        self._lock = Lock()
        self._by_word: dict[str, tuple[int, ...]] = {}
        self._by_run: dict[str, tuple[int, ...]] = {}
        self._short: dict[str, tuple[int, ...]] = {}  # by beginnings of fewer characters than a run
        self._words: frozenset[str] = frozenset()
        self._runs: frozenset[str] = frozenset()

    def add(self, first_words: Iterable[str], beginnings: Iterable[str]) -> int:
        """Number of a new set."""
        with self._lock:
            number = self.size
            for word in first_words:
                self._by_word[word] = (*self._by_word.get(word, ()), number)
            for start in {beginning[:_RUN] for beginning in beginnings}:
                table = self._short if len(start) < _RUN else self._by_run
                table[start] = (*table.get(start, ()), number)
            self._words, self._runs = frozenset(self._by_word), frozenset(self._by_run)
            self.size += 1
            return number

    def near(self, words: frozenset[str], text: str) -> frozenset[int]:
        """Numbers of the sets of which a word, or the first characters of a beginning, stand in the text."""
        runs = {text[at : at + _RUN] for at in range(len(text) - _RUN + 1)}
        found = {NO_SET}
        for word in self._words & words:
            found.update(self._by_word[word])
        for run in self._runs & runs:
            found.update(self._by_run[run])
        for start, numbers in tuple(self._short.items()):
            if start in text:
                found.update(numbers)
        return frozenset(found)


_RUN = 3  # characters
_INDEX = _Index()


def _beginning(word: str) -> str:
    """What a text must hold where the word's own beginning is not a whole word; empty where it is."""
    if not _WORD.match(word):
        return word
    head = re.split(r"[\s-]", word)[0]
    return head.rstrip("*") if head.endswith("*") else ""


def _expression(word: str) -> str:
    return re.escape(word).replace(r"\ ", r"[\s_-]+").replace(r"\*", r"\w*")


@dataclass(frozen=True)
class Signal:
    """A sign that speaks when one sentence holds a word of every set, all within `near` characters of the first.

    directive: the first set's word must be a command to the reader (English only; other languages show it by form).
    follows: the other words stand behind the first one's.
    topic_weight is given instead when the words go on with what they are about ("ignore the above rules for bay 4").
    A sentence that holds a forbidden word, or in which the expression finds nothing, never speaks.
    """

    name: str
    weight: float
    sets: tuple[WordSet, ...]
    near: int = 90
    directive: bool = False
    follows: bool = False
    topic_weight: float | None = None
    forbidden: WordSet | None = None
    expression: Expression | None = None

    def find(self, folded: Folded) -> Iterator[tuple[int, int, float]]:
        """Start, end and weight of each sentence part that gives the signal."""
        if not all(map(folded.may_hold, self.sets)):
            return
        for sentence in folded.sentences:
            if not all(map(sentence.may_hold, self.sets)) or self._is_ruled_out(sentence.text):
                continue
            if (found := self._find_in(sentence.text)) is not None:
                start, end, last = found
                is_about = self.topic_weight is not None and _TOPIC.match(sentence.text, last)
                weight = self.topic_weight if is_about and self.topic_weight is not None else self.weight
                yield sentence.start + start, sentence.start + end, weight

    def _is_ruled_out(self, sentence: str) -> bool:
        if self.forbidden is not None and self.forbidden.pattern.search(sentence):
            return True
        return self.expression is not None and not self.expression.pattern.search(sentence)

    def _find_in(self, sentence: str) -> tuple[int, int, int] | None:
        """Start and end of all words, and the end of the last set's: what they are about would follow there."""
        for first in self.sets[0].pattern.finditer(sentence):
            low = first.end() if self.follows else max(0, first.start() - self.near)
            high = first.end() + self.near
            others = [words.pattern.search(sentence, low, high) for words in self.sets[1:]]
            if not all(others) or (self.directive and not is_directive(sentence, first.start())):
                continue
            spans = [first.span(), *(match.span() for match in others if match)]
            return min(start for start, _ in spans), max(end for _, end in spans), spans[-1][1]
        return None


# What the words are about, unless that is the conversation itself.
_TOPIC = re.compile(
    r"\s+(?:for|on|about|regarding|concerning|in|from|of|at|that came|which came)\s+"
    r"(?!(?:this|the|our|your)?\s*(?:chat|conversation|prompt|session|system|context|window|message|above|user|page"
    r"|developer))\w"
)
_OPENING = re.compile(
    r"(?:^|[.!?:;,()\[\]{}\"'“”‘’«»„>*#|/=–—-]|\b(?:and|then|please|kindly|now|just)\s)\s*"
    r"(?:(?:please|now|then|and|so|just|also|kindly|immediately|simply|first|next|finally|instead|but|or|always|ok|okay|hey"
    r"|hi|secretly|silently|quietly|completely|entirely|totally|important|urgent|assistant|agents?|ai|bot|you"
    r"|from now on|step \d+|\d+)[\s,:.)!]+)*$"
)
_ADDRESSED = re.compile(
    r"\b(?:you|assistants?|agents?|ais?|llms?|models?|chatbots?|bots?"
    r"|your (?:\w+ )?(?:goal|task|job|role|purpose|mission))\b"
    r"[^.;]{0,60}"
    r"\b(?:must|should|shall|will|can|may|have to|need to|ought to|to)\s+(?:(?:\w+ly|now|always|also|first)\s+)*$"
)
_NEGATED = re.compile(
    r"\b(?:do not|don't|never|not to|must not|mustn't|should not|shouldn't|cannot|can't|not)\s+(?:\w+ly\s+)?$"
)
_RELATED = re.compile(
    r"\b(?:told|asked|made|caused?|trained|tricked?|forced?|instructed|tells|asking|telling)\b[^.;]{0,40}$"
)
_GUARD_REACH = 110


def is_directive(sentence: str, at: int) -> bool:
    """The verb at that place commands whoever reads: it opens a clause, or follows "you must" and its like."""
    before = sentence[max(0, at - _GUARD_REACH) : at]
    if _NEGATED.search(before):
        return False
    if _OPENING.search(before):
        return True
    return bool(_ADDRESSED.search(before)) and not _RELATED.search(before)

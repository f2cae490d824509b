"""Records and questions for `graphmem bench latency`: the skew of a memory in use, made many thousand a second.

Words are English and follow Zipf's law; names are made up, and few of them stand in very many records; a record has a
topic, whose words and whose neighbourhood of vectors it shares. Of the records 30 % are superseded, 3 % expired, 2 %
no longer valid, 5 % too sensitive for the reader, 10 % in nine small namespaces of which the reader has one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from graphmem.model.claim import ClaimDraft, MentionDraft, Span, bind_claim, bind_mention
from graphmem.model.record import Record, RecordState, Source, Status, record_id_of
from graphmem.model.rows import ClaimRow, MentionRow, RecordRow, Row
from graphmem.model.scope import GLOBAL, Sensitivity
from graphmem.model.value import TextValue
from graphmem.protocols import Vectors
from graphmem.retrieval.words import STOP_WORDS

TENANT = "bench"
NOW = datetime(2026, 6, 1, tzinfo=UTC)
_START = datetime(2024, 1, 1, tzinfo=UTC)
_TOPICS, _TOPIC_WORDS = 1_000, 12
_SEED = 11
BATCH = 2_000
_RECORDS_A_NAME = 8  # on average
_SAMPLE = 4_000  # records that questions are made of
_SYLLABLES = ("bar", "cor", "den", "fal", "gor", "hel", "jun", "kel", "lom", "mar", "nor", "pel", "quin", "ras", "sol")
_KINDS = (("Institute", "ORG"), ("Works", "ORG"), ("Bay", "GPE"), ("Marlow", "PERSON"), ("Hansen", "PERSON"))
_CLAUSES = (
    "the {} of {} {} was {} by the {} in {}",
    "it had a {} {} and {} with more {} than {}",
    "which {} the {} {} for {} of {}",
    "after {} the {} {} {} its {} to {}",
    "no {} of the {} was {} until {} {} {}",
)
_LOOKUPS = (
    "What {} did the {} of {} have when {} was {}?",
    "How many {} of the {} {} were {} by {}?",
    "Why was the {} {} more {} than the {} of {}?",
    "When did the {} first {} a {} with {} {}?",
)
_GRAPHS = (
    "Which {} of {a} was {} by the same one as {b}?",
    "What is the {} of the one that {} both {a} and {b}?",
    "Did {a} have a {} before {b} was {}?",
    "Who {} the {} that {a} shares with {b}?",
)


@dataclass
class Said:
    """What a record says, for the questions that are made of it."""

    names: tuple[str, str]
    words: list[str]


@dataclass
class Corpus:
    """Records made in order, the same for the same number of records; `said` keeps the first of them."""

    records: int
    said: list[Said] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Draw words, topics and how often each name occurs."""
        self._rng = np.random.default_rng(_SEED)
        self._words = _english()
        self._word_weights = _zipf(len(self._words), 30)
        self._topics = [self._draw(_TOPIC_WORDS) for _ in range(_TOPICS)]
        self._topic_weights = _zipf(_TOPICS, 20)
        self._name_weights = _zipf(max(self.records // _RECORDS_A_NAME, 50), 10)

    def topic_texts(self) -> list[str]:
        """A text for each topic, for the encoder: the vectors of records are drawn around those."""
        return [self._sentence("It", topic, 1)[0] for topic in self._topics]

    def batches(self, centres: Vectors, *, start: int = 0) -> Iterator[tuple[list[Row], dict[str, bytes]]]:
        """Rows with the float16 vectors of their records, BATCH records at a time, from a record that begins one."""
        for first in range(start, self.records, BATCH):
            self._rng = np.random.default_rng([_SEED, first])
            numbers = range(first, min(first + BATCH, self.records))
            topics = self._pick(self._topic_weights, len(numbers))
            others = self._rng.integers(0, _TOPICS, len(numbers))
            packed = self._vectors(centres, topics, others)
            rows: list[Row] = []
            vectors: dict[str, bytes] = {}
            for place, number in enumerate(numbers):
                made = self._rows(number, self._topics[topics[place]])
                rows += made
                vectors[made[0].id] = packed[place].tobytes()
            yield rows, vectors

    def remember(self) -> None:
        """Make what the first records say again, without their rows; nothing when it is known."""
        for _ in self.batches(np.ones((_TOPICS, 1), dtype=np.float32)) if not self.said else ():
            if len(self.said) >= min(_SAMPLE, self.records):
                return

    def questions(self, count: int, route: str) -> list[str]:
        """So many different questions of a kind, `lookup` or `graph`, made of what records say."""
        frames = _GRAPHS if route == "graph" else _LOOKUPS
        rng = np.random.default_rng(13 if route == "graph" else 17)
        bearers: dict[str, list[int]] = {}
        for number, said in enumerate(self.said):
            for name in said.names:
                bearers.setdefault(name, []).append(number)
        found: dict[str, None] = {}
        while len(found) < count:
            said = self.said[int(rng.integers(len(self.said)))]
            # Two names that a third one, borne by both records, ties together.
            other = self.said[int(rng.choice(bearers[said.names[1]]))]
            names = {"a": said.names[0], "b": next((n for n in other.names if n not in said.names), said.names[1])}
            words = [said.words[i] for i in rng.permutation(len(said.words))[:6]]
            found[frames[int(rng.integers(len(frames)))].format(*words, **names)] = None
        return list(found)

    def _rows(self, number: int, topic: Sequence[str]) -> list[Row]:
        a, b = (int(n) for n in self._pick(self._name_weights, 2))
        name, kind = name_of(a)
        other, other_kind = name_of(b)
        text, words = self._sentence(name, topic, int(self._rng.integers(1, 5)))
        year = str(int(self._rng.integers(1950, 2026)))
        text = f"{text} That was {other}'s in {year}."
        if number == len(self.said) < _SAMPLE:
            self.said.append(Said((name, other), words))
        title = name if number % 3 == 0 else None
        record = _record(number, text, title)
        drafts = [_mention(text, name, kind), _mention(text, other, other_kind, 1), _mention(text, year, "DATE", 1)]
        drafts += [MentionDraft(name=name, type="TITLE")] if title else []
        claim = ClaimDraft(
            subject=name, attribute=words[0], value=TextValue(text=words[1], head=words[1]),
            span=Span(start=0, end=len(text)), quote=text,
        )  # fmt: skip
        bound = bind_claim(claim, record.id, TENANT, record.namespace)
        mentions = [bind_mention(draft, record.id, TENANT, record.namespace) for draft in drafts]
        state = _state(number, record, f"{title}\n{text}" if title else text)
        return [
            RecordRow.of(record, state),
            ClaimRow(id=bound.id, claim=bound),
            *(MentionRow(id=m.id, mention=m) for m in mentions),
        ]

    def _sentence(self, name: str, topic: Sequence[str], clauses: int) -> tuple[str, list[str]]:
        words = [*self._draw(3 * clauses), *(topic[i] for i in self._rng.integers(0, len(topic), 3 * clauses))]
        words = [words[i] for i in self._rng.permutation(len(words))]
        parts = []
        for place in range(clauses):
            frame = _CLAUSES[int(self._rng.integers(len(_CLAUSES)))]
            parts.append(frame.format(*words[6 * place : 6 * place + 6]))
        return f"{name} says {', and '.join(parts)}.", words

    def _draw(self, count: int) -> list[str]:
        return [self._words[i] for i in self._pick(self._word_weights, count)]

    def _pick(self, weights: NDArray[np.float64], count: int) -> NDArray[np.int64]:
        return np.asarray(np.searchsorted(weights, self._rng.random(count) * weights[-1]), dtype=np.int64)

    def _vectors(self, centres: Vectors, topics: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.float16]:
        noise = self._rng.standard_normal((len(topics), centres.shape[1]), dtype=np.float32)
        mixed = centres[topics] + 0.5 * centres[others] + noise * (0.8 / centres.shape[1] ** 0.5)
        return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True), dtype="<f2")


def name_of(number: int) -> tuple[str, str]:
    """A name of two words for a number, and what kind of thing bears it; no two numbers have the same."""
    ending, kind = _KINDS[number % len(_KINDS)]
    rest, syllables = number // len(_KINDS), ""
    while not syllables or rest:
        syllables += _SYLLABLES[rest % len(_SYLLABLES)]
        rest //= len(_SYLLABLES)
    first = f"{syllables}{_SYLLABLES[len(syllables) % len(_SYLLABLES)]}".capitalize()
    return (f"{first} {ending}", kind)


def _record(number: int, text: str, title: str | None) -> Record:
    namespace = f"user:{number % 9}" if number % 10 == 0 else GLOBAL
    source = Source(id=f"file-{number // 100}.txt")
    observed = _START + timedelta(minutes=number)
    return Record(
        id=record_id_of(TENANT, namespace, text, source.id, observed),
        tenant=TENANT,
        namespace=namespace,
        text=text,
        title=title,
        source=source,
        observed_at=observed,
        recorded_at=_START,
        external_id=str(number),
        sensitivity=Sensitivity.CONFIDENTIAL if number % 20 == 7 else Sensitivity.INTERNAL,
        valid_to=_START + timedelta(days=300) if number % 50 == 3 else None,
    )


def _state(number: int, record: Record, index_text: str) -> RecordState:
    return RecordState(
        record_id=record.id,
        index_text=index_text,
        sensitivity=record.sensitivity,
        status=Status.SUPERSEDED if number % 10 in {1, 4, 8} else Status.ACTIVE,
        expires_at=NOW - timedelta(days=1) if number % 33 == 5 else None,
    )


def _mention(text: str, name: str, kind: str, sentence: int = 0) -> MentionDraft:
    start = text.rindex(name) if sentence else text.index(name)
    return MentionDraft(name=name, type=kind, span=Span(start=start, end=start + len(name)), sentence=sentence)


def _zipf(count: int, shift: int) -> NDArray[np.float64]:
    """Running sums of the weights 1 / (rank + shift)."""
    return np.fromiter(accumulate(1 / (rank + shift) for rank in range(1, count + 1)), dtype=np.float64)


def _english() -> list[str]:
    """Words of the default encoder's vocabulary, which lists them by how common they are; function words left out."""
    vocabulary = files("graphmem.encoders") / "all_minilm_l6_v2" / "vocab.txt"
    words = vocabulary.read_text("utf-8").splitlines()
    return [word for word in words if word.isascii() and word.isalpha() and len(word) > 2 and word not in STOP_WORDS]

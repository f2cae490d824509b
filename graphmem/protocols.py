"""The seams between stages: what one stage needs of another, handed in by `memory.py`."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import AwareDatetime, BaseModel

from graphmem.model.claim import ClaimDraft, Extraction, MentionDraft
from graphmem.model.conflict import Comparison
from graphmem.model.record import Record

Vectors = NDArray[np.float32]


@runtime_checkable
class Encoder(Protocol):
    """Text to vectors of unit length; the same text always has the same vector, alone or in any batch."""

    @property
    @abstractmethod
    def dimension(self) -> int:
        """Length of a vector."""
        raise NotImplementedError

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Names the model and its exact weights; vectors of different fingerprints are not comparable."""
        raise NotImplementedError

    @abstractmethod
    def encode(self, texts: Sequence[str]) -> Vectors:
        """One float32 row of unit length for each text. Raises ModelError when the model cannot be used."""
        raise NotImplementedError

    @abstractmethod
    def count_tokens(self, text: str) -> int:
        """Number of tokens of the text, uncut."""
        raise NotImplementedError


class ExtractionInput(BaseModel, frozen=True):
    """One text to be read.

    title names what the text is about, speaker who says "I", observed_at what "last week" counts from.
    given_mentions and given_claims are the caller's; extraction keeps them and yields to them for the same span.
    """

    text: str
    title: str | None = None
    speaker: str | None = None
    observed_at: AwareDatetime | None = None
    content_type: str = ""
    given_mentions: tuple[MentionDraft, ...] = ()
    given_claims: tuple[ClaimDraft, ...] | None = None


class Extractor(Protocol):
    """Reads texts: names, claims, sentences. A text that it fails on has `failure` set; it raises for none."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Registry name."""
        raise NotImplementedError

    @abstractmethod
    def extract(self, inputs: Sequence[ExtractionInput]) -> list[Extraction]:
        """One Extraction for each input, in order; models are called in batches."""
        raise NotImplementedError


class TextPair(BaseModel, frozen=True):
    """Two statements to compare, with when each was said and what each is about, where known."""

    a: str
    b: str
    a_time: AwareDatetime | None = None
    b_time: AwareDatetime | None = None
    a_entity: str | None = None
    b_entity: str | None = None


class PairScore(BaseModel, frozen=True):
    """What a scorer or judge says of a pair: score ranks, probability is its own uncalibrated one."""

    score: float
    probability: float
    reasons: tuple[str, ...] = ()


class PairJudge(Protocol):
    """Scores pairs of sentences for contradiction: the shipped scorer, a cross-encoder, a language model."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Registry name; calibrators are kept per judge."""
        raise NotImplementedError

    @abstractmethod
    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        """One score for each pair, in order, in batches. Raises ProviderError when it cannot answer."""
        raise NotImplementedError


class Reranker(Protocol):
    """Reads a question and a text together: a cross-encoder, which is slow and judges better than two vectors."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What notes call it."""
        raise NotImplementedError

    @abstractmethod
    def prepare(self) -> None:
        """Load the model unless it is loaded. Raises ModelError when it cannot be."""
        raise NotImplementedError

    @abstractmethod
    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Relevance of each text, 0 to 1, in order. Raises ProviderError when the model fails."""
        raise NotImplementedError


class SlotFacts(BaseModel, frozen=True):
    """What is known of an attribute: how many values it may have at one time, and where that comes from.

    single is the probability that it has one value at a time; evidence is a line for people;
    inverse is the attribute that says the same from the other side, if there is one.
    event: it tells of something that happens once (born, founded), so that another value is never a later one.
    """

    attribute: str
    single: float = 0.5
    source: Literal["lexicon", "learned", "default", "given"] = "default"
    evidence: str = ""
    groups: int = 0
    inverse: str | None = None
    symmetric: bool = False
    event: bool = False


class SlotKnowledge(Protocol):
    """Answers what is known of attributes."""

    @abstractmethod
    def facts(self, attribute: str) -> SlotFacts:
        """Facts of that attribute; unknown ones have the default."""
        raise NotImplementedError


class SidedClaim(BaseModel, frozen=True):
    """A claim with what the comparer must know of its record."""

    claim: ClaimDraft
    observed_at: AwareDatetime | None = None
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    text: str = ""


class ClaimComparer(Protocol):
    """Compares two claims of one entity and slot (architecture §7, the ordered questions)."""

    @abstractmethod
    def compare(self, a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Comparison:
        """What the two are to each other; symmetric but for `newer`. Pure."""
        raise NotImplementedError


class PersonalDataDetector(Protocol):
    """Finds personal data that needs a legal basis: the built-in patterns, or a package beside them."""

    @abstractmethod
    def find(self, text: str) -> str | None:
        """The kind of personal data that the text holds, in a few words without the data; None when it holds none."""
        raise NotImplementedError


class ContradictionProbe(Protocol):
    """Answers the gate's question whether a record contradicts what is believed now, before it is stored."""

    @abstractmethod
    def contradicts(self, record: Record) -> str | None:
        """Id of a live record, visible to the writer, that cannot hold together with this one; None without one."""
        raise NotImplementedError


class Clock(Protocol):
    """The time of recording."""

    @abstractmethod
    def now(self) -> datetime:
        """Aware UTC instant."""
        raise NotImplementedError


class Progress(Protocol):
    """Where long work says how far it is: a bar on a terminal, plain lines elsewhere, nothing in a library."""

    @abstractmethod
    def advance(self, stage: str, done: int, total: int | None) -> None:
        """Note that so many of so many are done in a stage."""
        raise NotImplementedError


class LanguageModel(Protocol):
    """Any chat model that answers JSON; the one shipped speaks the OpenAI-compatible HTTP form."""

    @abstractmethod
    def complete(self, prompts: Iterable[str], *, schema: dict[str, object]) -> list[str]:
        """One JSON text for each prompt. Raises ProviderError."""
        raise NotImplementedError

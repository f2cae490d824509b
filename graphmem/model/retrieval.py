"""What a question asks of a store, and what comes back."""

from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import AwareDatetime, BaseModel, Field

from graphmem.model.claim import Span
from graphmem.model.record import RetiredSpan


class Route(StrEnum):
    """Ways to answer; `auto` lets the router choose."""

    AUTO = "auto"
    LOOKUP = "lookup"
    GRAPH = "graph"
    TIMELINE = "timeline"
    OVERVIEW = "overview"
    CONFLICT = "conflict"


class AsOf(BaseModel, frozen=True):
    """Which time a question means: now (permissions), valid_at (the world), known_at (our beliefs)."""

    now: AwareDatetime
    valid_at: AwareDatetime | None = None
    known_at: AwareDatetime | None = None
    include_superseded: bool = False


class LegHit(NamedTuple):
    """One result of one index query; score is the leg's own, higher is better. Made some hundred times a question."""

    record_id: str
    score: float


class PathStep(BaseModel, frozen=True):
    """One edge of the walk that earned a hit: `from_id` -type-> `to_id`, with names for people."""

    source: str
    relation: str
    target: str
    weight: float = 0.0


class Suppressed(BaseModel, frozen=True):
    """How many records that match the question were left out, by reason, within what the reader may see."""

    superseded: int = 0
    expired: int = 0
    quarantined: int = 0


class Hit(BaseModel, frozen=True):
    """One record of an answer; text is what may be shown of it now (retired sentences left out)."""

    record_id: str
    external_id: str | None
    text: str
    score: float
    legs: dict[str, float] = Field(default_factory=dict)
    path: tuple[PathStep, ...] = ()
    status: str
    contested: bool
    canonical_id: str | None = None
    source: str | None = None
    observed_at: str | None = None
    stale: bool = False
    trust: Literal["untrusted"] = "untrusted"
    authority: str = "unverified"
    title: str | None = None
    speaker: str | None = None  # who says "I"
    outcome: str | None = None
    content_type: str = ""
    valid_from: str | None = None
    valid_to: str | None = None
    retired: tuple[RetiredSpan, ...] = ()
    conflict_ids: tuple[str, ...] = ()
    namespace: str = ""
    span: Span | None = None  # the passage's place in its document
    documents: tuple[str, ...] = ()


class SearchAnswer(BaseModel, frozen=True):
    """The answer to one question."""

    query: str
    route: Route
    route_reason: str
    hits: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    suppressed: Suppressed = Suppressed()
    took_ms: float = 0.0
    query_id: str = ""


class Citation(BaseModel, frozen=True):
    """A verbatim part of a record that stands in a context's text."""

    record_id: str
    quote: str
    external_id: str | None = None
    source: str | None = None


class ContextAnswer(BaseModel, frozen=True):
    """Prompt-ready text with its citations; tokens as the encoder's tokenizer counts them."""

    text: str
    citations: tuple[Citation, ...] = ()
    tokens: int = 0
    route: Route = Route.LOOKUP
    route_reason: str = ""
    notes: tuple[str, ...] = ()
    suppressed: Suppressed = Suppressed()

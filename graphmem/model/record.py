"""Records: one unit of memory each, and the state that decisions give them."""

from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import AwareDatetime, BaseModel

from graphmem.model.claim import Span
from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant
from graphmem.model.scope import Sensitivity
from graphmem.model.text import normalise_text


class Tier(StrEnum):
    """Kinds of memory."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    WORKING = "working"


class ContentType(StrEnum):
    """The approved list of what a record may be."""

    CONFIRMED_FACT = "confirmed_fact"
    TASK_OUTCOME = "task_outcome"
    USER_PREFERENCE = "user_preference"
    CORRECTION = "correction"
    INTERACTION = "interaction"
    DOCUMENT = "document"
    PROCEDURE = "procedure"
    LIFE_EVENT = "life_event"


class Origin(StrEnum):
    """Who or what brought the record."""

    USER_STATEMENT = "user_statement"
    AGENT_OUTCOME = "agent_outcome"
    EXTERNAL_CONTENT = "external_content"
    HUMAN_REVIEW = "human_review"
    SYSTEM = "system"


class Authority(StrEnum):
    """How much weight a record's word has, highest first."""

    AUTHORITATIVE = "authoritative"
    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    INFERRED = "inferred"

    @property
    def rank(self) -> int:
        """3 for authoritative down to 0 for inferred."""
        return 3 - list(Authority).index(self)


class Outcome(StrEnum):
    """How an episode ended."""

    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"


class Status(StrEnum):
    """What a record is now; derived from decisions, never set by a caller (semantics §2)."""

    ACTIVE = "active"
    CANONICAL = "canonical"
    SUPERSEDED = "superseded"
    UNDER_REVIEW = "under_review"
    QUARANTINED = "quarantined"
    EXPIRED = "expired"
    ERASED = "erased"


class LegalBasis(StrEnum):
    """Why personal data may be kept."""

    CONSENT = "consent"
    CONTRACT = "contract"
    LEGAL_OBLIGATION = "legal_obligation"
    LEGITIMATE_INTEREST = "legitimate_interest"


class Source(BaseModel, frozen=True):
    """Where a text came from; kind is free (`human`, `file`, `web`, …)."""

    id: str
    kind: str | None = None


class Record(BaseModel, frozen=True):
    """One unit of memory as it came in; never rewritten.

    title names what the text is about, speaker who says "I". document_id and passage place a passage in its document:
    passage counts from 1, offset is where its text begins in the document's text.
    writer_level (clearance, 0 to 3) and writer_reads_global tell what the writer could read: what it is compared with.
    """

    id: str
    tenant: str
    namespace: str
    text: str
    external_id: str | None = None
    title: str | None = None
    speaker: str | None = None
    content_type: ContentType = ContentType.CONFIRMED_FACT
    tier: Tier = Tier.SEMANTIC
    origin: Origin = Origin.USER_STATEMENT
    authority: Authority = Authority.UNVERIFIED
    sensitivity: Sensitivity = Sensitivity.INTERNAL
    source: Source | None = None
    subjects: tuple[str, ...] = ()
    session_id: str | None = None
    trace_id: str | None = None
    agent_id: str | None = None
    user_id: str | None = None
    outcome: Outcome | None = None
    legal_basis: LegalBasis | None = None
    observed_at: AwareDatetime | None = None
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    valid_from_text: str | None = None
    valid_to_text: str | None = None
    expires_at: AwareDatetime | None = None
    recorded_at: AwareDatetime
    document_id: str | None = None
    passage: int | None = None
    offset: int = 0
    written_by: str = ""
    writer_level: int = 1
    writer_reads_global: bool = True
    given_claims: tuple[dict[str, object], ...] | None = None  # as the caller gave them, for export
    given_entities: tuple[str, ...] = ()

    @property
    def source_id(self) -> str | None:
        """Id of the source, None where none was given."""
        return self.source.id if self.source else None


class RetiredSpan(BaseModel, frozen=True):
    """A sentence of a live record that a decision retired."""

    span: Span
    quote: str
    canonical_id: str | None
    decision_id: str


class RecordState(BaseModel, frozen=True):
    """What decisions, reviews and retention made of a record; rewritten whole whenever they change.

    hold is what withholds it apart from decisions (`under_review`, `quarantined`, or None).
    status is derived from the rest. requires_level and requires_global say who may see the decisions that retired or
    promoted it: a reader of lower clearance, or without `global`, sees the record as it was before (semantics §4).
    closes_at: from when on (valid time) an `update` closed it; None retires it for every valid time.
    index_text is what text and vector indexes hold, empty when nothing may be indexed.
    """

    record_id: str
    status: Status = Status.ACTIVE
    hold: Status | None = None
    canonical_id: str | None = None
    decision_id: str | None = None
    supersedes: tuple[str, ...] = ()
    resolution_type: Literal["auto", "human_confirmed"] | None = None
    resolution_date: AwareDatetime | None = None
    resolver: str | None = None
    requires_level: int = 0
    requires_global: bool = False
    closes_at: AwareDatetime | None = None
    by_version: bool = False  # retired by a new version of its file, which takes back what the old one said
    retired: tuple[RetiredSpan, ...] = ()
    expires_at: AwareDatetime | None = None
    last_verified_at: AwareDatetime | None = None
    legal_hold: bool = False
    sensitivity: Sensitivity = Sensitivity.INTERNAL  # the stricter of the record's own and any later event's
    index_text: str = ""
    sentences: tuple[Span, ...] = ()  # of the record's text, as the extractor cut it
    extraction_failure: str | None = None  # why nothing could be read from it; ingesting again retries


class RecordFacts(NamedTuple):
    """What detection must know of a record: when its claims hold, who may compare them, whether they still count.

    is_derived: an automatic decision wrote it, so that it is no evidence of its own. level is that of its sensitivity.
    """

    origin: Origin = Origin.USER_STATEMENT
    status: Status = Status.ACTIVE
    hold: Status | None = None
    level: int = 1
    by_version: bool = False
    decision_id: str | None = None
    is_derived: bool = False
    title: str | None = None
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    writer_level: int = 1
    writer_reads_global: bool = True


def facts_of(record: Record, state: RecordState) -> RecordFacts:
    """What detection must know of a record."""
    return RecordFacts(
        origin=record.origin,
        status=state.status,
        hold=state.hold,
        level=state.sensitivity.level,
        by_version=state.by_version,
        decision_id=state.decision_id,
        is_derived=record.origin is Origin.SYSTEM and (record.source_id or "").startswith("decision:"),
        title=record.title,
        observed_at=record.observed_at,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        writer_level=record.writer_level,
        writer_reads_global=record.writer_reads_global,
    )


def record_id_of(tenant: str, namespace: str, text: str, source_id: str | None, observed_at: datetime | None) -> str:
    """Id of a record: tenant, namespace, normalised text, source id and observed instant (contract 11)."""
    instant = format_instant(observed_at)
    return make_id("r", tenant, namespace, normalise_text(text), source_id, instant)

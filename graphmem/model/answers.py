"""What the calls of `Memory` answer; the JSON of the command line has the same fields."""

from typing import Literal

from pydantic import BaseModel, Field

from graphmem.model.conflict import ConflictKind
from graphmem.model.decision import PolicyOpinion


class Answer(BaseModel, frozen=True):
    """Base of all answers."""


class LineNote(Answer, frozen=True):
    """What became of one line or file that did not simply go in; line counts from 1."""

    line: int | None = None
    path: str | None = None
    external_id: str | None = None
    record_id: str | None = None
    reason: str = Field(max_length=500)
    check: str | None = None


class RecordNote(Answer, frozen=True):
    """A record that an input became, or was already."""

    id: str
    external_id: str | None = None
    passages: tuple[str, ...] = ()


class DuplicateNote(Answer, frozen=True):
    """An input that was known already, and the fields in which it differed from what is kept."""

    id: str
    external_id: str | None = None
    line: int | None = None
    differs: tuple[str, ...] = ()


class IngestReport(Answer, frozen=True):
    """Every input counted once: read = stored + duplicate + rejected + review + failed (contract 9)."""

    read: int = 0
    stored: int = 0
    duplicate: int = 0
    rejected: tuple[LineNote, ...] = ()
    review: tuple[LineNote, ...] = ()
    failed: tuple[LineNote, ...] = ()
    records: tuple[RecordNote, ...] = ()
    duplicates: tuple[DuplicateNote, ...] = ()
    expired: tuple[str, ...] = ()
    superseded: tuple[str, ...] = ()
    extraction_failed: tuple[LineNote, ...] = ()
    warnings: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    model_calls: int = 0
    tokens: int = 0
    seconds: dict[str, float] = {}


class WriteReceipt(Answer, frozen=True):
    """What became of one `remember`; said after the commit."""

    status: Literal["stored", "duplicate", "rejected", "review"]
    record_id: str | None
    reasons: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()


class NightlyReport(Answer, frozen=True):
    """What a sweep did; waiting is how many items wait for a person in all."""

    compared: int = 0
    deferred: int = 0
    conflicts: int = 0
    noise: int = 0
    auto_resolved: int = 0
    escalated: int = 0
    expired: int = 0
    linked: int = 0
    held: int = 0
    waiting: int = 0
    blocks: int = 0
    judged: int = 0
    alerts: tuple[str, ...] = ()
    seconds: dict[str, float] = {}


class ConflictAnswer(Answer, frozen=True):
    """A conflict as people and programs read it."""

    id: str
    entity_group: tuple[str, ...]
    attribute: str
    record_a: str
    record_b: str
    external_a: str | None
    external_b: str | None
    kind: ConflictKind
    relation: str
    confidence: float
    newer_record_id: str | None
    age_gap_days: float | None
    status: str
    reasons: tuple[str, ...]
    decision_id: str | None
    set_id: str
    namespace: str
    rule: str = ""


class ReviewSide(Answer, frozen=True):
    """One side of a conflict as a reviewer sees it; label is `a` or `b`, span is the evidence in text."""

    label: str = ""
    record_id: str
    external_id: str | None
    text: str
    quote: str
    start: int
    end: int
    value: str
    observed_at: str | None
    valid: str | None
    authority: str
    origin: str
    source: str | None
    status: str
    differs: tuple[str, ...] = ()


class ReviewAnswer(Answer, frozen=True):
    """An item that waits for a person: a conflict with both sides, a gate item, an identity, a revived record."""

    id: str
    type: Literal["conflict", "gate", "identity", "revived"]
    status: str
    namespace: str
    reasons: tuple[str, ...] = ()
    created_at: str | None = None
    record_id: str | None = None
    external_id: str | None = None
    text: str | None = None
    entity_a: str | None = None
    entity_b: str | None = None
    set_id: str | None = None
    attribute: str | None = None
    entity_group: tuple[str, ...] = ()
    kind: str | None = None
    confidence: float | None = None
    record_a: str | None = None
    record_b: str | None = None
    external_a: str | None = None
    external_b: str | None = None
    sides: tuple[ReviewSide, ...] = ()
    proposal: str | None = None
    proposed_text: str | None = None
    opinions: tuple[PolicyOpinion, ...] = ()
    decision_id: str | None = None
    undone_by: str | None = None


class DecisionReceipt(Answer, frozen=True):
    """What a reviewer's decision did."""

    decision_id: str
    outcome: str
    canonical_id: str | None = None
    superseded: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    record_id: str | None = None
    status: str | None = None


class DecisionView(Answer, frozen=True):
    """A decision as `why`, `history` and `trace` show it."""

    id: str
    outcome: str
    resolution_type: str
    resolver: str
    rule: str
    reason: str = ""
    decided_at: str
    undone_at: str | None = None
    undone_by: str | None = None
    canonical_id: str | None = None
    superseded: tuple[str, ...] = ()
    text: str | None = None


class EvidenceView(Answer, frozen=True):
    """A claim with its span, as `why` shows it."""

    claim_id: str
    subject: str
    attribute: str
    value: str
    polarity: bool
    modality: str
    conditions: tuple[str, ...] = ()
    quote: str
    start: int
    end: int
    extractor: str
    live: bool = True


class WhyAnswer(Answer, frozen=True):
    """Everything behind one record."""

    record_id: str
    record: dict[str, object]
    external_id: str | None
    text: str
    status: str
    authority: str
    origin: str
    namespace: str
    sensitivity: str
    source: str | None
    observed_at: str | None
    recorded_at: str
    expires_at: str | None
    last_verified_at: str | None = None
    canonical_id: str | None
    supersedes: tuple[str, ...]
    resolver: str | None
    resolution_type: str | None
    resolution_date: str | None
    stale: bool
    contested: bool
    evidence: tuple[EvidenceView, ...]
    decisions: tuple[DecisionView, ...]
    conflicts: tuple[ConflictAnswer, ...]
    retired: tuple[dict[str, object], ...] = ()
    legal_holds: tuple[str, ...] = ()


class HistoryEntry(Answer, frozen=True):
    """One record in an entity's story."""

    record_id: str
    external_id: str | None
    text: str
    status: str
    time: str | None
    attribute: str | None = None
    canonical_id: str | None = None
    decision_id: str | None = None
    resolver: str | None = None
    source: str | None = None


class HistoryAnswer(Answer, frozen=True):
    """What was said of an entity, oldest first."""

    entity: str
    names: tuple[str, ...] = ()
    entries: tuple[HistoryEntry, ...] = ()


class TraceAnswer(Answer, frozen=True):
    """Lineage of a record: back to its sources, forward to all that was derived from it."""

    record_id: str
    external_id: str | None
    sources: tuple[str, ...]
    source_kind: str | None = None
    document_id: str | None = None
    documents: tuple[str, ...] = ()
    session_id: str | None = None
    trace_id: str | None = None
    agent_id: str | None = None
    written_by: str = ""
    rests_on: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


class CountAnswer(Answer, frozen=True):
    """Counts of what a maintenance call did, and the ids it touched."""

    records: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    counts: dict[str, int | float | str | bool] = {}
    notes: tuple[str, ...] = ()


class EraseReceipt(Answer, frozen=True):
    """Proof of an erasure; holds no erased text."""

    id: str
    records: int
    claims: int
    mentions: int
    vectors: int
    conflicts: int
    decisions: int
    canonical_rewritten: tuple[str, ...]
    redecided: tuple[str, ...]
    snapshots: int
    left_outside: tuple[str, ...]
    canary: dict[str, object]
    at: str
    completed_earlier: bool = False  # an earlier erasure that had been cut off was completed too
    notes: tuple[str, ...] = ()  # what was not reached, and that nothing was erased
    seconds: dict[str, float] = {}  # by stage


class VerdictCount(Answer, frozen=True):
    """How often the gate gave a verdict through a check, empty for accepted writes, under a version of its policy."""

    verdict: str
    check: str
    policy: str
    count: int
    alerts: tuple[str, ...] = ()


class HoldAnswer(Answer, frozen=True):
    """A legal hold that stands: its selectors, who set it, why and when, and how many records it covers."""

    name: str
    record: str | None
    subject: str | None
    source: str | None
    agent: str | None
    namespaces: tuple[str, ...] | None
    reason: str
    resolver: str
    at: str
    records: int


class DoctorAnswer(Answer, frozen=True):
    """Health of a store."""

    ok: bool
    problems: tuple[str, ...]
    store: dict[str, object]
    settings: dict[str, object]
    models: dict[str, object]
    counts: dict[str, int]

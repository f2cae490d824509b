"""Comparisons, findings, conflicts and sets: what detection says of pairs of claims."""

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, Field

from graphmem.model.claim import Span
from graphmem.model.ids import make_id


class ConflictKind(StrEnum):
    """In what two claims differ; the last two are no contradictions."""

    VALUE = "value"
    NUMERIC = "numeric"
    DATE = "date"
    NEGATION = "negation"
    ANTONYM = "antonym"
    MODALITY = "modality"
    REFINEMENT = "refinement"
    UPDATE = "update"


class Relation(StrEnum):
    """What two statements are to each other."""

    CONTRADICTION = "contradiction"
    UPDATE = "update"
    REFINEMENT = "refinement"
    DUPLICATE = "duplicate"
    COMPATIBLE = "compatible"
    UNRELATED = "unrelated"


class Finding(BaseModel, frozen=True):
    """What one rule says about one candidate pair; a rule with nothing to say returns None."""

    relation: Relation
    kind: ConflictKind | None
    detail: str  # one line for a reviewer: both values, and what parts them
    strength: float = Field(default=1.0, ge=0, le=1)  # of the rule's evidence, before calibration


class Comparison(BaseModel, frozen=True):
    """What the comparer says of a pair.

    confidence is the calibrated probability that the two cannot both hold at one time; score ranks pairs.
    newer is the side that holds later, by valid time, then observed time, else None. rule is who spoke.
    """

    relation: Relation
    kind: ConflictKind | None = None
    confidence: float = Field(ge=0, le=1)
    score: float
    newer: Literal["a", "b"] | None = None
    reasons: tuple[str, ...] = ()
    rule: str = ""
    strength: float = 0.0  # of the rule that spoke, before calibration


class ConflictStatus(StrEnum):
    """Where a conflict stands (semantics §1)."""

    OPEN = "open"
    ESCALATED = "escalated"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    KEPT_BOTH = "kept_both"


class Conflict(BaseModel, frozen=True):
    """Two claims of one slot that cannot both hold (or an update or refinement), with what was concluded.

    Side a has the smaller claim id. namespace is the narrower of the two; set_id joins the connected ones of a slot.
    requires_level and requires_global say who may see both sides. block is the (entity, slot) it was found in.
    """

    id: str
    namespace: str
    entity_id: str
    entity_group: tuple[str, ...]
    attribute: str
    block: str
    set_id: str
    claim_a: str
    claim_b: str
    record_a: str
    record_b: str
    span_a: Span
    span_b: Span
    kind: ConflictKind
    relation: Relation
    confidence: float
    newer_record_id: str | None = None
    age_gap_days: float | None = None
    rule: str = ""
    strength: float = 0.0  # of the rule that spoke, before calibration: what a later calibration is fitted on
    status: ConflictStatus = ConflictStatus.OPEN
    reasons: tuple[str, ...] = ()
    decision_id: str | None = None
    undone_by: str | None = None
    requires_level: int = 0
    requires_global: bool = False


def conflict_id_of(namespace: str, claim_a: str, claim_b: str) -> str:
    """Id of the conflict of two claims in a namespace, whichever comes first."""
    return make_id("x", namespace, *sorted((claim_a, claim_b)))

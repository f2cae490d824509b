"""Decisions, what they retire, and items that wait for a person."""

from enum import StrEnum
from typing import Literal

from pydantic import AwareDatetime, BaseModel

from graphmem.model.ids import make_id


class DecisionOutcome(StrEnum):
    """What was concluded about a set."""

    SUPERSEDE = "supersede"
    MERGE = "merge"
    KEEP_BOTH = "keep_both"
    DISMISS = "dismiss"
    ESCALATE = "escalate"


class PolicyOpinion(BaseModel, frozen=True):
    """What one policy says of a set: the winners it names, or why it has nothing to say."""

    policy: str
    outcome: DecisionOutcome | None
    winners: tuple[str, ...] = ()  # claim ids
    reason: str


class Proposal(BaseModel, frozen=True):
    """What policy proposes for a set; never a decision by itself."""

    set_id: str
    outcome: DecisionOutcome
    rule: str
    winners: tuple[str, ...] = ()  # claim ids
    losers: tuple[str, ...] = ()  # claim ids
    text: str | None = None  # of the record that a merge writes
    is_update: bool = False  # closes the losers at the winner's start, not for all time
    closes_at: AwareDatetime | None = None
    reasons: tuple[str, ...] = ()
    opinions: tuple[PolicyOpinion, ...] = ()


class Decision(BaseModel, frozen=True):
    """The signed record of what settled a set; undone_at marks it as taken back, nothing removes it.

    rests_on are the records whose content it used; requires_level and requires_global say who may see all of them.
    """

    id: str
    namespace: str
    set_id: str
    block: str
    outcome: DecisionOutcome
    resolution_type: Literal["auto", "human_confirmed"]
    resolver: str
    rule: str
    reason: str = ""
    text: str | None = None
    canonical_id: str | None = None
    wrote_canonical: bool = False
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    superseded: tuple[str, ...] = ()
    opinions: tuple[PolicyOpinion, ...] = ()
    is_update: bool = False
    closes_at: AwareDatetime | None = None
    decided_at: AwareDatetime
    undone_at: AwareDatetime | None = None
    undone_by: str | None = None
    requires_level: int = 0
    requires_global: bool = False
    ordinal: int = 0


class Retirement(BaseModel, frozen=True):
    """That a decision retires one claim of a record, from `at` until it is undone; whole when the record goes with it.

    promoted is True on the row that makes a record canonical instead of retiring it.
    """

    id: str
    namespace: str
    decision_id: str
    record_id: str
    claim_id: str | None
    whole: bool
    promoted: bool = False
    canonical_id: str | None
    at: AwareDatetime
    undone_at: AwareDatetime | None = None
    closes_at: AwareDatetime | None = None
    requires_level: int = 0
    requires_global: bool = False


class ReviewItem(BaseModel, frozen=True):
    """Something only a person may settle, other than a conflict: `gate`, `identity`, `revived`.

    payload has what approving needs: for `identity` the two entities, for `gate` the reasons.
    """

    id: str
    type: Literal["gate", "identity", "revived"]
    namespace: str
    record_id: str | None = None
    entity_a: str | None = None
    entity_b: str | None = None
    reasons: tuple[str, ...] = ()
    created_at: AwareDatetime
    status: Literal["waiting", "approved", "rejected"] = "waiting"
    resolver: str | None = None
    reason: str | None = None
    decided_at: AwareDatetime | None = None
    requires_level: int = 0


class Judgement(BaseModel, frozen=True):
    """That a person or the linker says two entities are the same (`join`) or not (`split`); undone, never removed."""

    id: str
    verdict: Literal["join", "split"]
    key_a: str
    key_b: str
    resolver: str
    at: AwareDatetime
    undone_at: AwareDatetime | None = None


def decision_id_of(set_id: str, outcome: str, resolver: str, text: str | None, ordinal: int) -> str:
    """Id of a decision (semantics §1): set, outcome, resolver, text and ordinal."""
    return make_id("d", set_id, outcome, resolver, text, ordinal)

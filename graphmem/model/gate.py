"""What the gate is shown and what it answers."""

from enum import StrEnum

from pydantic import AwareDatetime, BaseModel

from graphmem.model.record import Record
from graphmem.model.scope import Principal


class VerdictKind(StrEnum):
    """The three answers."""

    ACCEPT = "accept"
    REJECT = "reject"
    REVIEW = "review"


class Entrance(StrEnum):
    """Which door a write came through."""

    REMEMBER = "remember"
    INGEST = "ingest"
    IMPORT = "import"


class Candidate(BaseModel, frozen=True):
    """A record that wants in, who brings it, through which door, and what the store knows that checks need.

    session_writes: accepted writes of that session so far; recent_writes: those of the last minute;
    user_writes_today and user_daily_baseline: of the record's user (or the principal's name).
    raw_content_type and raw_origin are what the caller wrote, before defaults.
    """

    record: Record
    principal: Principal
    entrance: Entrance
    now: AwareDatetime
    session_writes: int = 0
    recent_writes: int = 0
    user_writes_today: int = 0
    user_daily_baseline: float = 0.0
    document_text: str | None = None  # the whole source document, for injection that spans passages


class Verdict(BaseModel, frozen=True):
    """The gate's answer: the check that spoke, its reason in one line without the text itself, the policy version."""

    kind: VerdictKind
    check: str = ""
    reason: str = ""
    policy_version: str = ""
    alerts: tuple[str, ...] = ()
    authority_cap: str | None = None  # highest authority the record may carry (trust is not self-declared)

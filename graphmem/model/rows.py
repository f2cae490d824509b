"""Everything a store keeps is a row: a frozen model with an id and named indexed fields."""

from datetime import UTC, datetime
from functools import cache
from typing import ClassVar, Literal, Self

from pydantic import AwareDatetime, BaseModel

from graphmem.model.claim import Claim, Mention
from graphmem.model.conflict import Conflict
from graphmem.model.decision import Decision, Judgement, Retirement, ReviewItem
from graphmem.model.record import Record, RecordState


class Row(BaseModel, frozen=True):
    """A stored row. NAME is its table or label; INDEXED the fields that `where` and `order` may name."""

    NAME: ClassVar[str]
    INDEXED: ClassVar[tuple[str, ...]] = ()
    id: str


class RecordRow(Row, frozen=True):
    """A record as it came in and the state that decisions gave it."""

    NAME = "record"
    INDEXED = (
        "namespace", "source_id", "session_id", "agent_id", "user_id", "external_id", "document_id", "status",
        "content_type", "sensitivity", "recorded_at", "observed_at", "expires_at",
    )  # fmt: skip
    state: RecordState  # first: its sensitivity and expiry are the ones in force
    record: Record

    @classmethod
    def of(cls, record: Record, state: RecordState) -> Self:
        """Row of a record and its state."""
        return cls(id=record.id, record=record, state=state)


class ClaimRow(Row, frozen=True):
    """A claim; block is its entity and attribute, what detection groups by."""

    NAME = "claim"
    INDEXED = ("namespace", "record_id", "entity_id", "subject_key", "attribute", "block")
    claim: Claim

    @property
    def block(self) -> str:
        """Entity and slot."""
        return block_of(self.claim.entity_id, self.claim.attribute)


class MentionRow(Row, frozen=True):
    """A mention."""

    NAME = "mention"
    INDEXED = ("namespace", "record_id", "key", "entity_id")
    mention: Mention


class EntityRow(Row, frozen=True):
    """A thing that records speak of: its best name, type, and the name keys and descriptors linked to it."""

    NAME = "entity"
    INDEXED = ("key",)
    key: str
    name: str
    type: str = ""
    keys: tuple[str, ...] = ()
    descriptors: tuple[str, ...] = ()


class ConflictRow(Row, frozen=True):
    """A conflict."""

    NAME = "conflict"
    INDEXED = ("namespace", "status", "set_id", "block", "record_a", "record_b", "entity_id", "decision_id")
    conflict: Conflict


class DecisionRow(Row, frozen=True):
    """A decision."""

    NAME = "decision"
    INDEXED = ("namespace", "set_id", "block", "outcome", "resolution_type", "canonical_id")
    decision: Decision


class RetirementRow(Row, frozen=True):
    """What a decision retires or promotes."""

    NAME = "retirement"
    INDEXED = ("namespace", "decision_id", "record_id", "claim_id", "canonical_id")
    retirement: Retirement


class ReviewRow(Row, frozen=True):
    """An item that waits for a person."""

    NAME = "review"
    INDEXED = ("namespace", "type", "status", "record_id")
    item: ReviewItem


class JudgementRow(Row, frozen=True):
    """A judgement on identity."""

    NAME = "judgement"
    INDEXED = ("key_a", "key_b")
    judgement: Judgement


class DirtyRow(Row, frozen=True):
    """Something that the next sweep must look at again: a name to link, a block to compare, its sets to decide, or
    its sentences to show a judge.

    stamp tells one marking from the next: work done for an older stamp does not take away a newer mark.
    """

    NAME = "dirty"
    INDEXED = ("kind", "bucket")
    kind: Literal["name", "block", "decide", "judge"]
    key: str
    bucket: int = 0  # hash of the key, 0 to 255: partitions
    stamp: str = ""


class DueRow(Row, frozen=True):
    """That a record's retention ends at a time: what the nightly looks through, in order, up to now."""

    NAME = "due"
    INDEXED = ("at", "record_id")
    at: AwareDatetime
    record_id: str


class AuditRow(Row, frozen=True):
    """One entry of the audit log; id is its number with leading zeros; digest chains it to the one before."""

    NAME = "audit"
    INDEXED = ("action", "actor", "at")
    at: AwareDatetime
    actor: str
    action: str
    target: str = ""
    policy_version: str = ""
    detail: dict[str, str | int | float | bool | None] = {}
    previous: str = ""
    digest: str = ""


class TombstoneRow(Row, frozen=True):
    """Keyed hash of an erased record's id: stops restore, import and migrate."""

    NAME = "tombstone"
    INDEXED = ()
    at: AwareDatetime


class LogRow(Row, frozen=True):
    """One retrieval, one verdict of the gate, or one agent's day in figures; never text of records."""

    NAME = "log"
    INDEXED = ("kind", "at", "namespace", "actor", "session_id")
    kind: Literal["retrieval", "verdict", "model", "day"]
    at: AwareDatetime
    namespace: str = ""
    actor: str = ""
    session_id: str = ""
    body: dict[str, object] = {}


class MetaRow(Row, frozen=True):
    """A named value of the tenant: watermark, learned slots, calibration, counters."""

    NAME = "meta"
    INDEXED = ()
    body: dict[str, object] = {}


ROW_KINDS: tuple[type[Row], ...] = (
    RecordRow, ClaimRow, MentionRow, EntityRow, ConflictRow, DecisionRow, RetirementRow, ReviewRow, JudgementRow,
    DirtyRow, DueRow, AuditRow, TombstoneRow, LogRow, MetaRow,
)  # fmt: skip


def block_of(entity_id: str, attribute: str) -> str:
    """Key of a block: entity and slot."""
    return f"{entity_id}|{attribute}"


def indexed_values(row: Row) -> dict[str, str | int | float | None]:
    """Values of a row's indexed fields as stores keep them: enums and instants as text, absent as None."""
    return {
        field: stored_form(getattr(getattr(row, holder) if holder else row, field))
        for field, holder in _holders(type(row))
    }


@cache
def _holders(kind: type[Row]) -> tuple[tuple[str, str], ...]:
    """Each indexed field with the row's field that holds it, empty for the row itself; found once, since asking every
    object anew costs more than writing it."""
    parts: list[tuple[str, type]] = [("", kind)]
    parts += [(name, info.annotation) for name, info in kind.model_fields.items() if isinstance(info.annotation, type)]
    return tuple(
        (field, next(name for name, part in parts if field in getattr(part, "model_fields", ()) or field in dir(part)))
        for field in kind.INDEXED
    )


def stored_form(value: object) -> str | int | float | None:
    """One stored form of a scalar: instants as UTC text of fixed width, enums by value, truth as 0 or 1."""
    if isinstance(value, datetime):
        # Fixed width, so that the order of the texts is the order of the instants.
        return value.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, int | float):
        return value
    return str(value)

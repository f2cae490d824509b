"""Rows to columns and back: the body is JSON, the columns are what queries name."""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

from pydantic_core import from_json

from graphmem.model.record import Origin, Outcome, Record, RecordFacts, RecordState, Status, Tier
from graphmem.model.rows import ClaimRow, ConflictRow, MentionRow, RecordRow, RetirementRow, Row, indexed_values
from graphmem.model.scope import Sensitivity

R = TypeVar("R", bound=Row)

UNDER_REVIEW, QUARANTINED = 1, 2
EXPIRED, ERASED = 1, 2
FOREVER = 2**62  # later than any instant, in microseconds
DECISION_SOURCE = "decision:"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_HELD = {Status.UNDER_REVIEW: UNDER_REVIEW, Status.QUARANTINED: QUARANTINED}
_GONE = {Status.EXPIRED: EXPIRED, Status.ERASED: ERASED}


def micros(instant: datetime | None) -> int | None:
    """Microseconds since 1970 in UTC: exact for every year, and the same for one instant in two zones."""
    return None if instant is None else (instant - _EPOCH) // _MICROSECOND


def mark(text: str) -> int:
    """Number that tells indexed texts apart; 0 for the empty one, which is in no index."""
    if not text:
        return 0
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big", signed=True) or 1


def decision_that_wrote(record: Record) -> str | None:
    """Id of the decision that wrote the record, None for records that came in from outside."""
    source = record.source_id or ""
    if record.origin in {Origin.SYSTEM, Origin.HUMAN_REVIEW} and source.startswith(DECISION_SOURCE):
        return source.removeprefix(DECISION_SOURCE)
    return None


def columns_of(row: Row) -> dict[str, Any]:
    """Values of the columns of a row, but for its number, tenant, scope, change and body."""
    values: dict[str, Any] = dict(indexed_values(row))
    if isinstance(row, RecordRow):
        values |= _record_columns(row.record, row.state)
    elif isinstance(row, RetirementRow):
        retirement = row.retirement
        values |= {
            "whole": int(retirement.whole),
            "promoted": int(retirement.promoted),
            "at_us": micros(retirement.at),
            "undone_us": micros(retirement.undone_at),
            "closes_us": micros(retirement.closes_at),
            "requires_level": retirement.requires_level,
            "requires_global": int(retirement.requires_global),
        }
    elif isinstance(row, ConflictRow):
        values |= {
            "requires_level": row.conflict.requires_level,
            "requires_global": int(row.conflict.requires_global),
        }
    return values


def _record_columns(record: Record, state: RecordState) -> dict[str, Any]:
    is_resolved_episode = record.tier is Tier.EPISODIC and record.outcome is Outcome.RESOLVED
    return {
        "level": max(record.sensitivity.level, state.sensitivity.level),
        "held": _HELD.get(state.hold or state.status, 0),
        "gone": _GONE.get(state.status, 0),
        "retired": int(state.status is Status.SUPERSEDED),
        "requires_level": state.requires_level,
        "requires_global": int(state.requires_global),
        "recorded_us": micros(record.recorded_at),
        "expires_us": None if state.legal_hold else micros(state.expires_at),
        "valid_from_us": micros(record.valid_from),
        "valid_to_us": micros(record.valid_to),
        "closes_us": micros(state.closes_at),
        "episode_us": micros(record.observed_at) if is_resolved_episode else None,
        "written_by_decision": decision_that_wrote(record),
        "text_mark": mark(state.index_text),
    }


def write_body(row: Row) -> str:
    """JSON of a row; what an extractor left open is left out of its claims and mentions, most of which it is."""
    return row.model_dump_json(exclude_none=isinstance(row, ClaimRow | MentionRow))


def read_body(kind: type[R], body: str) -> R:
    """Row of its JSON."""
    return kind.model_validate_json(body)


def write_record(record: Record, state: RecordState) -> tuple[str, str, str | None]:
    """JSON of record and state, and the indexed text, None where it is the record's own, which most are.

    Fields that have their default are left out: a default that changes is a new version of the schema.
    """
    indexed = None if state.index_text == record.text else state.index_text
    return (
        record.model_dump_json(exclude_defaults=True),
        state.model_dump_json(exclude_defaults=True, exclude={"index_text"}),
        indexed,
    )


def read_record(record_body: str, state_body: str, indexed: str | None) -> tuple[Record, RecordState]:
    """Record and state of what `write_record` gave."""
    record = Record.model_validate_json(record_body)
    text = record.text if indexed is None else indexed
    if not text:
        return record, RecordState.model_validate_json(state_body)
    # Read with the text in it: a copy of a model costs several times what reading it does.
    return record, RecordState.model_validate(from_json(state_body) | {"index_text": text})


def read_facts(record_body: str, state_body: str) -> RecordFacts:
    """What detection must know of a record, of the two JSON texts that `write_record` gave; no model is made."""
    record, state = json.loads(record_body), json.loads(state_body)
    hold = state.get("hold")
    origin = Origin(record.get("origin", Origin.USER_STATEMENT))
    return RecordFacts(
        origin=origin,
        status=Status(state["status"]) if "status" in state else Status.ACTIVE,
        hold=Status(hold) if hold else None,
        level=Sensitivity(state["sensitivity"]).level if "sensitivity" in state else Sensitivity.INTERNAL.level,
        by_version=state.get("by_version", False),
        decision_id=state.get("decision_id"),
        is_derived=origin is Origin.SYSTEM
        and str((record.get("source") or {}).get("id", "")).startswith(DECISION_SOURCE),
        title=record.get("title"),
        observed_at=_instant(record.get("observed_at")),
        valid_from=_instant(record.get("valid_from")),
        valid_to=_instant(record.get("valid_to")),
        writer_level=record.get("writer_level", 1),
        writer_reads_global=record.get("writer_reads_global", True),
    )


@lru_cache(maxsize=4096)
def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)

"""How long records are kept: by content type from the time of saying, unless the record itself says."""

from datetime import datetime, timedelta

from graphmem.model.record import Record, RecordState, Status
from graphmem.model.rows import DueRow
from graphmem.settings import RetentionSettings

KEPT = "kept|"  # begins the ids of rows that say until when an expired record is kept


def expiry_of(record: Record, settings: RetentionSettings) -> datetime | None:
    """When the record's retention ends: its own `expires_at`, else so many days after it was said, or recorded."""
    if record.expires_at is not None:
        return record.expires_at
    days = settings.days.get(str(record.content_type))
    if days is None:
        return None
    try:
        return (record.observed_at or record.recorded_at) + timedelta(days=days)
    except OverflowError:
        return None


def refreshed_expiry(
    record: Record, state: RecordState, settings: RetentionSettings, confirmed_at: datetime
) -> datetime | None:
    """When retention ends after the record was confirmed again: its period counted anew, never shortened.

    A record's own `expires_at` rules and is not moved; what has ended already does not come back.
    """
    if record.expires_at is not None or state.expires_at is None or state.expires_at <= confirmed_at:
        return state.expires_at
    days = settings.days.get(str(record.content_type))
    if days is None:
        return state.expires_at
    try:
        return max(state.expires_at, confirmed_at + timedelta(days=days))
    except OverflowError:
        return state.expires_at


def is_due(state: RecordState, now: datetime) -> bool:
    """Retention has ended, and no legal hold keeps the record: it leaves every index."""
    return state.expires_at is not None and state.expires_at <= now and not state.legal_hold


def next_due(state: RecordState, settings: RetentionSettings) -> DueRow | None:
    """What the nightly must look at next for a record: the end of its period, or of its keeping once it has expired."""
    if state.expires_at is None:
        return None
    if state.status is not Status.EXPIRED:
        return DueRow(id=state.record_id, record_id=state.record_id, at=state.expires_at)
    until = state.expires_at + timedelta(days=settings.audit_days)
    return DueRow(id=f"{KEPT}{state.record_id}", record_id=state.record_id, at=until)


def is_past_keeping(state: RecordState, settings: RetentionSettings, now: datetime) -> bool:
    """An expired record has been kept for audit as long as it may be: it can be erased."""
    if not is_due(state, now) or state.expires_at is None:
        return False
    return now - state.expires_at >= timedelta(days=settings.audit_days)

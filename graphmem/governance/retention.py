"""How long records are kept: by content type from the time of saying, unless the record itself says."""

from datetime import datetime, timedelta

from graphmem.model.record import Record
from graphmem.settings import RetentionSettings


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

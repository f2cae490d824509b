"""What a record counts as at a time, of its stored state: the same on every store."""

from graphmem.model.record import Record, RecordState, Status
from graphmem.stores.sqlite.codec import decision_that_wrote, micros


def status_at(record: Record, state: RecordState, *, now: int, valid: int) -> Status:
    """The status at a time of asking and a time of validity, both in microseconds."""
    hold = state.hold or (state.status if state.status in {Status.UNDER_REVIEW, Status.QUARANTINED} else None)
    if hold is not None:
        return hold
    expires = None if state.legal_hold else micros(state.expires_at)
    if state.status is Status.EXPIRED or (expires is not None and expires <= now):
        return Status.EXPIRED
    closes = micros(state.closes_at)
    if state.status is Status.SUPERSEDED and closes is not None and valid < closes:
        is_canonical = bool(state.supersedes) or decision_that_wrote(record) is not None
        return Status.CANONICAL if is_canonical else Status.ACTIVE
    return state.status

"""The state of records as one reader sees it: decisions hidden from the reader, or of later times, did not happen."""

from collections.abc import Sequence
from typing import Any

from graphmem.model.decision import Decision, Retirement
from graphmem.model.record import Record, RecordState, RetiredSpan, Status
from graphmem.model.rows import ClaimRow, DecisionRow, RetirementRow
from graphmem.stores.sqlite.codec import decision_that_wrote, read_body, read_record
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.reader import HIDDEN, VISIBLE_RETIREMENT, Reader
from graphmem.stores.sqlite.records import chunks
from graphmem.stores.sqlite.status import status_at

Pair = tuple[Record, RecordState]


def seen_records(session: Session, reader: Reader, ids: Sequence[str]) -> dict[str, Pair]:
    """Those of the records that the reader may know of, with their state as this reader sees it."""
    found: dict[str, Pair] = {}
    for part in chunks(list(dict.fromkeys(ids)) if reader.scopes else []):
        names = {f"id{number}": id_ for number, id_ in enumerate(part)}
        rows = session.rows(
            f"SELECT {HIDDEN}, b.record, b.state, b.indexed FROM record r JOIN body b ON b.rid = r.rid"
            f" WHERE r.tenant = :tenant AND r.id IN ({', '.join(':' + name for name in names)}) AND {reader.may_know}",
            reader.parameters | names,
        )
        for is_hidden, *bodies in rows:
            record, state = read_record(*bodies)
            if is_hidden or reader.known is not None:
                state = _derived(session, reader, record, state)
            status = status_at(record, state, now=reader.now, valid=reader.valid)
            found[record.id] = (
                record,
                state if status is state.status else state.model_copy(update={"status": status}),
            )
    return found


def _derived(session: Session, reader: Reader, record: Record, state: RecordState) -> RecordState:
    """The state derived anew from the decisions that this reader may see, in force at the asked time of belief."""
    rows = session.rows(
        f"SELECT t.body FROM retirement t WHERE t.tenant = :tenant AND t.record_id = :record AND {VISIBLE_RETIREMENT}",
        reader.parameters | {"record": record.id},
    )
    visible = sorted((read_body(RetirementRow, body).retirement for (body,) in rows), key=lambda row: (row.at, row.id))
    whole = [row for row in visible if row.whole and not row.promoted]
    promoted = [row for row in visible if row.promoted]
    decisive = whole[-1] if whole else promoted[-1] if promoted else None
    status = Status.SUPERSEDED if whole else Status.ACTIVE
    if not whole and (promoted or decision_that_wrote(record) is not None):
        status = Status.CANONICAL
    kept = state.status if state.status in {Status.EXPIRED, Status.QUARANTINED, Status.UNDER_REVIEW} else status
    return state.model_copy(update={
        "status": kept,
        "closes_at": decisive.closes_at if decisive and whole else None,
        "canonical_id": decisive.canonical_id if decisive and whole else None,
        "retired": _retired_spans(session, reader, visible),
        **_resolution(session, reader, record, promoted, decisive),
    })  # fmt: skip


def _resolution(
    session: Session, reader: Reader, record: Record, promoted: Sequence[Retirement], decisive: Retirement | None
) -> dict[str, Any]:
    """Who decided, when, and what the record supersedes, of the visible decisions."""
    wrote = decision_that_wrote(record)
    promoter = _decision(session, reader, promoted[-1].decision_id if promoted else wrote)
    last = _decision(session, reader, decisive.decision_id if decisive else wrote)
    return {
        "supersedes": promoter.superseded if promoter else (),
        "decision_id": last.id if last else None,
        "resolution_type": last.resolution_type if last else None,
        "resolution_date": last.decided_at if last else None,
        "resolver": last.resolver if last else None,
    }


def _decision(session: Session, reader: Reader, decision_id: str | None) -> Decision | None:
    body = session.value("SELECT body FROM decision WHERE tenant = ? AND id = ?", (reader.tenant, decision_id))
    return None if body is None else read_body(DecisionRow, body).decision


def _retired_spans(session: Session, reader: Reader, visible: Sequence[Retirement]) -> tuple[RetiredSpan, ...]:
    found: list[RetiredSpan] = []
    for row in visible:
        if row.whole or row.promoted or row.claim_id is None:
            continue
        body = session.value("SELECT body FROM claim WHERE tenant = ? AND id = ?", (reader.tenant, row.claim_id))
        if body is not None:
            claim = read_body(ClaimRow, body).claim
            found.append(RetiredSpan(
                span=claim.span, quote=claim.quote, canonical_id=row.canonical_id, decision_id=row.decision_id
            ))  # fmt: skip
    return tuple(sorted(found, key=lambda span: (span.span.start, span.span.end)))

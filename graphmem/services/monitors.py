"""What the sweep watches: each agent's days against its own past."""

from datetime import datetime, timedelta

from graphmem.governance.integrity import IntegrityReport, monitor
from graphmem.model.rows import LogRow, MetaRow
from graphmem.model.scope import Role
from graphmem.services.days import read_row
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_SEEN = "monitor|alerts"


def report(ws: Workspace) -> IntegrityReport:
    """All alerts of the days that are kept, and agents with too short a past."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    rows = ws.read(lambda ledger: ledger.find(LogRow, {"kind": "day"}))
    days = sorted((read_row(row).close() for row in rows), key=lambda day: (day.agent, day.day))
    return monitor(days, ws.settings.integrity)


def watch(ws: Workspace) -> list[str]:
    """Alerts that no earlier night told, each one line; old days and old log entries leave the store."""
    found = report(ws)
    lines = [str(alert) for alert in found.alerts]
    keep = ws.now() - timedelta(days=2 * ws.settings.integrity.baseline_days)
    logged = ws.now() - timedelta(days=ws.settings.retention.log_days)

    def work(ledger: Ledger) -> list[str]:
        row = ledger.get(MetaRow, [_SEEN]).get(_SEEN)
        told = row.body.get("told") if row else None
        known = {str(line) for line in told} if isinstance(told, list) else set()
        fresh = [line for line in lines if line not in known]
        if fresh:
            ledger.put([MetaRow(id=_SEEN, body={"told": sorted({*(known & set(lines)), *fresh})})])
        return fresh

    fresh = ws.write(work) if lines else []
    _prune(ws, "day", keep)
    _prune(ws, "retrieval", logged)
    return fresh


def _prune(ws: Workspace, kind: str, before: datetime) -> None:
    """Remove log rows of a kind that are older; they come first in order of time."""
    old = []
    for row in ws.store.stream(ws.tenant, LogRow, {"kind": kind}, order="at"):
        if row.at >= before:
            break
        old.append(row.id)
    if old:
        ws.write(lambda ledger: ledger.delete(LogRow, old))

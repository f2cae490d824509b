"""The end of a sweep: what a killed erasure had brought back is held, what a decision made moot is closed."""

from collections.abc import Sequence

from graphmem.model.conflict import ConflictStatus
from graphmem.model.record import Status
from graphmem.model.rows import ConflictRow, DecisionRow, RecordRow
from graphmem.services.erasing import finish_revivals
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger


def close_sweep(ws: Workspace, ids: Sequence[str]) -> int:
    """End a sweep: hold what a killed erasure had brought back, and close what became moot; how many sets that were."""
    ws.write(lambda ledger: finish_revivals(ledger, ws))
    return close_moot(ws, ids)


def close_moot(ws: Workspace, ids: Sequence[str]) -> int:
    """Close those of the conflicts left open that lost a side to a decision on another block; how many sets that were.

    ids are those that this sweep left open: of older ones a decision closes what it makes moot when it is written.
    """

    def work(ledger: Ledger) -> int:
        found = [row.conflict for row in ledger.get(ConflictRow, ids).values()]
        rows = [conflict for conflict in found if conflict.status is ConflictStatus.ESCALATED]
        records = ledger.get(RecordRow, sorted({r for c in rows for r in (c.record_a, c.record_b)}))
        closed = set()
        for conflict in rows:
            sides = [records[r].state for r in (conflict.record_a, conflict.record_b) if r in records]
            gone = next((s for s in sides if s.status is Status.SUPERSEDED and s.decision_id), None)
            if gone is None or conflict.undone_by is not None:
                continue
            decision = ledger.get(DecisionRow, [gone.decision_id or ""]).get(gone.decision_id or "")
            if decision is None or decision.decision.namespace != conflict.namespace:
                continue
            kept = tuple(sorted({*decision.decision.conflicts, conflict.id}))
            ledger.put([DecisionRow(id=decision.id, decision=decision.decision.model_copy(update={"conflicts": kept}))])
            update = {"status": ConflictStatus.RESOLVED, "decision_id": decision.id}
            ledger.put([ConflictRow(id=conflict.id, conflict=conflict.model_copy(update=update))])
            closed.add(conflict.set_id)
        return len(closed)

    return ws.write(work) if ids else 0

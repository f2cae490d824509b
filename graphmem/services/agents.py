"""Conclusions of agents that contradict what is believed wait for a person, whichever came first (contract 17)."""

from collections.abc import Sequence

from graphmem.model.conflict import Conflict, Relation
from graphmem.model.decision import ReviewItem
from graphmem.model.ids import make_id
from graphmem.model.record import Origin, Status
from graphmem.model.rows import RecordRow, ReviewRow
from graphmem.services.blocks import Block
from graphmem.services.sets import mark_dirty
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_CERTAIN = 0.5
_LIVE = (Status.ACTIVE, Status.CANONICAL)


def hold_conclusions(ledger: Ledger, ws: Workspace, block: Block, conflicts: Sequence[Conflict]) -> int:
    """Move to review each live agent's conclusion that contradicts a record that no agent concluded; how many.

    A conclusion that a reviewer approved is evidence like any other.
    """
    held: dict[str, RecordRow] = {}
    for conflict in conflicts:
        if conflict.relation is Relation.REFINEMENT or conflict.confidence < _CERTAIN:
            continue
        pair = _as_they_are(ledger, [block.records.get(conflict.record_a), block.records.get(conflict.record_b)])
        rows = [row for row in pair if row is not None and row.state.status in _LIVE]
        concluded = [row for row in rows if row.record.origin is Origin.AGENT_OUTCOME]
        if len(rows) == 2 and len(concluded) == 1 and not _was_approved(ledger, concluded[0]):
            held[concluded[0].id] = concluded[0]
    for row in held.values():
        hold_for_review(ledger, ws, row, "an agent's conclusion that contradicts a live record")
    if held:
        mark_dirty(ledger, [block.key])
    return len(held)


def _as_they_are(ledger: Ledger, pair: Sequence[RecordRow | None]) -> list[RecordRow | None]:
    """The two records as decisions left them, read anew only where an agent concluded one."""
    if not any(row is not None and row.record.origin is Origin.AGENT_OUTCOME for row in pair):
        return list(pair)
    now = ledger.get(RecordRow, [row.id for row in pair if row is not None])
    return [now.get(row.id) if row is not None else None for row in pair]


def hold_for_review(ledger: Ledger, ws: Workspace, row: RecordRow, reason: str) -> None:
    """Take a record out of every index and put it before a person."""
    state = row.state.model_copy(update={"hold": Status.UNDER_REVIEW, "status": Status.UNDER_REVIEW})
    ws.indexer.put_states(ledger, [(row.record, state)])
    item_id = make_id("g", row.id)
    item = ReviewItem(
        id=item_id,
        type="gate",
        namespace=row.record.namespace,
        record_id=row.id,
        reasons=(reason,),
        created_at=ws.now(),
        requires_level=row.state.sensitivity.level,
    )
    ledger.put([ReviewRow(id=item_id, item=item)])


def _was_approved(ledger: Ledger, row: RecordRow) -> bool:
    item = ledger.get(ReviewRow, [make_id("g", row.id)]).get(make_id("g", row.id))
    return item is not None and item.item.status == "approved"

"""Inputs that are known already: what differs is named, a stricter sensitivity is applied, nothing else changes."""

from collections.abc import Mapping

from graphmem.governance.audit import append_audit
from graphmem.model.record import Record
from graphmem.model.rows import ClaimRow, MentionRow, RecordRow
from graphmem.model.scope import Sensitivity
from graphmem.services.drafts import Input
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_COMPARED = (
    "external_id", "title", "speaker", "content_type", "tier", "origin", "authority", "sensitivity", "subjects",
    "session_id", "trace_id", "agent_id", "outcome", "legal_basis", "valid_from", "valid_to", "expires_at",
)  # fmt: skip


def differing_fields(item: Input, present: Mapping[str, RecordRow]) -> tuple[str, ...]:
    """Names of the fields in which the input differs from what is kept."""
    found = set()
    for draft in item.drafts:
        kept = present[draft.record.id].record
        found |= {name for name in _COMPARED if getattr(kept, name) != getattr(draft.record, name)}
        if kept.given_claims != draft.record.given_claims:
            found.add("claims")
    return tuple(sorted(found))


def tighten(ledger: Ledger, ws: Workspace, item: Input, present: Mapping[str, RecordRow]) -> None:
    """Apply a stricter sensitivity by an audited event; what becomes restricted leaves every index."""
    for draft in item.drafts:
        row = present[draft.record.id]
        if draft.record.sensitivity.level > row.state.sensitivity.level:
            set_sensitivity(ledger, ws, row.record, draft.record.sensitivity)


def set_sensitivity(ledger: Ledger, ws: Workspace, record: Record, sensitivity: Sensitivity) -> None:
    """Hold a record more closely from now on."""
    row = ledger.get(RecordRow, [record.id])[record.id]
    if sensitivity is Sensitivity.RESTRICTED:
        for kind in (ClaimRow, MentionRow):
            ledger.delete(kind, [r.id for r in ledger.find(kind, {"record_id": record.id})])
    ws.indexer.put_states(ledger, [(record, row.state.model_copy(update={"sensitivity": sensitivity}))])
    append_audit(ledger, ws.now(), ws.actor, "sensitivity", record.id, {"to": str(sensitivity)})

"""Inputs that are known already: what differs is named, a stricter sensitivity is applied, nothing else changes."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel

from graphmem.governance.audit import append_audit
from graphmem.model.record import Record
from graphmem.model.rows import ConflictRow, DecisionRow, RecordRow, RetirementRow, ReviewRow, Row
from graphmem.model.scope import Sensitivity
from graphmem.services.drafts import Input
from graphmem.services.erasing import decisions_touching, forget_claims
from graphmem.services.settlement import refresh_records
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

T = TypeVar("T", bound=BaseModel)
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
    """Hold a record more closely from now on, with all that was drawn from it and all decisions that rest on it.

    What becomes restricted loses its claims, mentions and names; decisions of the sweep on them are derived anew.
    """
    row = ledger.get(RecordRow, [record.id])[record.id]
    if sensitivity is Sensitivity.RESTRICTED:
        forget_claims(ledger, ws, record.id)
    ws.indexer.put_states(ledger, [(record, row.state.model_copy(update={"sensitivity": sensitivity}))])
    append_audit(ledger, ws.now(), ws.actor, "sensitivity", record.id, {"to": str(sensitivity)})
    level = sensitivity.level
    decisions = decisions_touching(ledger, {record.id})
    _raise_rows(ledger, record.id, [d.id for d in decisions], level)
    drawn = {d.canonical_id for d in decisions if d.wrote_canonical and d.canonical_id and d.undone_at is None}
    for kept in ledger.get(RecordRow, sorted(drawn - {record.id})).values():
        if kept.state.sensitivity.level < level:
            set_sensitivity(ledger, ws, kept.record, sensitivity)
    touched = {r.retirement.record_id for d in decisions for r in ledger.find(RetirementRow, {"decision_id": d.id})}
    refresh_records(ledger, ws.indexer, touched | {record.id})


def _raise_rows(ledger: Ledger, record_id: str, decisions: Sequence[str], level: int) -> None:
    """Decisions, conflicts and review items that rest on the record ask for its level too."""
    changed: list[Row] = []
    for decided in ledger.get(DecisionRow, decisions).values():
        if decided.decision.requires_level < level:
            changed.append(DecisionRow(id=decided.id, decision=_at_level(decided.decision, level)))
        changed += [
            RetirementRow(id=row.id, retirement=_at_level(row.retirement, level))
            for row in ledger.find(RetirementRow, {"decision_id": decided.id})
            if row.retirement.requires_level < level
        ]
    for side in ("record_a", "record_b"):
        changed += [
            ConflictRow(id=row.id, conflict=_at_level(row.conflict, level))
            for row in ledger.find(ConflictRow, {side: record_id})
            if row.conflict.requires_level < level
        ]
    changed += [
        ReviewRow(id=row.id, item=_at_level(row.item, level))
        for row in ledger.find(ReviewRow, {"record_id": record_id})
        if row.item.requires_level < level
    ]
    ledger.put(changed)


def _at_level(item: T, level: int) -> T:
    return item.model_copy(update={"requires_level": level})

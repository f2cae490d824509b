"""Decisions written and taken back, and the states of records that follow from them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.errors import ConflictStateError
from graphmem.model.claim import Claim
from graphmem.model.decision import Decision, Retirement
from graphmem.model.ids import make_id
from graphmem.model.record import Record, RecordState
from graphmem.model.rows import ClaimRow, DecisionRow, MentionRow, RecordRow, RetirementRow
from graphmem.model.scope import GLOBAL
from graphmem.resolution.state import derive_state, mark_whole
from graphmem.services.indexing import Indexer
from graphmem.store_protocol import Ledger


def visibility(records: Iterable[RecordRow], namespace: str) -> tuple[int, bool]:
    """Who may see a decision that rests on these records: the least clearance, and whether `global` is needed too."""
    rows = list(records)
    level = max((row.state.sensitivity.level for row in rows), default=0)
    return level, namespace != GLOBAL and any(row.record.namespace == GLOBAL for row in rows)


def write_decision(
    ledger: Ledger,
    indexer: Indexer,
    decision: Decision,
    claims: Mapping[str, Claim],
    closes: Mapping[str, datetime | None],
) -> None:
    """Put a decision with its retirements and bring the records it touches up to date.

    claims are those of winners and losers by id; closes says when an update ended each loser. Only records of the
    decision's own namespace are retired or promoted (semantics §4).
    """
    own = {claim_id: claim for claim_id, claim in claims.items() if claim.namespace == decision.namespace}
    rows = [
        _retirement(decision, own[claim_id].record_id, claim_id, closes.get(claim_id, decision.closes_at))
        for claim_id in decision.losers
        if claim_id in own
    ]
    if decision.canonical_id is not None and rows and _is_own(ledger, decision):
        rows.append(_retirement(decision, decision.canonical_id, None, None))
    ledger.put([DecisionRow(id=decision.id, decision=decision)])
    ledger.put([RetirementRow(id=row.id, retirement=row) for row in rows])
    refresh_records(ledger, indexer, {row.record_id for row in rows})


def _is_own(ledger: Ledger, decision: Decision) -> bool:
    """Whether the canonical record lies in the decision's namespace: a narrower decision never marks a wider record."""
    row = ledger.get(RecordRow, [decision.canonical_id or ""]).get(decision.canonical_id or "")
    return row is not None and row.record.namespace == decision.namespace


def _retirement(decision: Decision, record_id: str, claim_id: str | None, closes_at: datetime | None) -> Retirement:
    return Retirement(
        id=make_id("t", decision.id, record_id, claim_id),
        namespace=decision.namespace,
        decision_id=decision.id,
        record_id=record_id,
        claim_id=claim_id,
        whole=False,
        promoted=claim_id is None,
        canonical_id=decision.canonical_id,
        at=decision.decided_at,
        closes_at=closes_at if decision.is_update else None,
        requires_level=decision.requires_level,
        requires_global=decision.requires_global,
    )


def retire_records(
    ledger: Ledger, indexer: Indexer, decision: Decision, canonical_of: Mapping[str, str | None]
) -> None:
    """Put a decision that retires whole records, each with its own successor (document versions)."""
    ledger.put([DecisionRow(id=decision.id, decision=decision)])
    rows = [
        Retirement(
            id=make_id("t", decision.id, record_id, "whole"),
            namespace=decision.namespace,
            decision_id=decision.id,
            record_id=record_id,
            claim_id=None,
            whole=True,
            canonical_id=canonical,
            at=decision.decided_at,
        )
        for record_id, canonical in canonical_of.items()
    ]
    ledger.put([RetirementRow(id=row.id, retirement=row) for row in rows])
    refresh_records(ledger, indexer, canonical_of.keys())


def take_back(
    ledger: Ledger, indexer: Indexer, decision: Decision, *, by: str, at: datetime, force: bool = False
) -> Decision:
    """Mark a decision and its retirements as undone and bring the records up to date; the log keeps all of it.

    force is for re-derivation and erasure, which settle anew what rested on it. Raises ConflictStateError when it is
    undone already or, without force, a later standing decision rests on it.
    """
    if decision.undone_at is not None:
        raise ConflictStateError(f"decision {decision.id} was already undone by {decision.undone_by}")
    if not force and (rest := resting_on(ledger, decision)):
        raise ConflictStateError(
            f"decision {decision.id} cannot be undone: decision {rest[0].id} rests on it; undo that one first"
        )
    undone = decision.model_copy(update={"undone_at": at, "undone_by": by})
    ledger.put([DecisionRow(id=undone.id, decision=undone)])
    rows = ledger.find(RetirementRow, {"decision_id": decision.id})
    ledger.put(
        [row.model_copy(update={"retirement": row.retirement.model_copy(update={"undone_at": at})}) for row in rows]
    )
    touched = {row.retirement.record_id for row in rows}
    if decision.wrote_canonical and decision.canonical_id is not None:
        touched.discard(decision.canonical_id)
        withdraw_record(ledger, decision.canonical_id)
    refresh_records(ledger, indexer, touched)
    return undone


def withdraw_record(ledger: Ledger, record_id: str) -> None:
    """Take a written canonical out of the live view and out of export; its text stays in the decision log."""
    for kind in (ClaimRow, MentionRow):
        ledger.delete(kind, [row.id for row in ledger.find(kind, {"record_id": record_id})])
    ledger.delete(RecordRow, [record_id])


def resting_on(ledger: Ledger, decision: Decision) -> list[Decision]:
    """Standing later decisions that use the record that this decision wrote or promoted."""
    if decision.canonical_id is None:
        return []
    rows = ledger.find(RetirementRow, {"record_id": decision.canonical_id})
    ids = {row.retirement.decision_id for row in rows if row.retirement.undone_at is None} - {decision.id}
    later = [row.decision for row in ledger.get(DecisionRow, sorted(ids)).values()]
    return sorted((d for d in later if d.decided_at >= decision.decided_at), key=lambda d: d.id)


def refresh_records(ledger: Ledger, indexer: Indexer, record_ids: Iterable[str]) -> None:
    """Derive the states of these records, and of those whose chain of canonical ids runs through them, anew."""
    wanted = _with_predecessors(ledger, set(record_ids))
    rows = ledger.get(RecordRow, sorted(wanted))
    # All are marked before any is derived: a chain can end behind a record that comes later in this order.
    standing = {record_id: _mark(ledger, rows[record_id]) for record_id in sorted(rows)}
    changed: list[tuple[Record, RecordState]] = []
    for record_id in sorted(rows):
        row = rows[record_id]
        state = _derive(ledger, row, *standing[record_id])
        if state != row.state:
            changed.append((row.record, state))
    indexer.put_states(ledger, changed)


def _mark(ledger: Ledger, row: RecordRow) -> tuple[tuple[Retirement, ...], list[Claim]]:
    """Standing retirements of a record with `whole` as it is now, stored where that changed, and its claims."""
    kept = [r.retirement for r in ledger.find(RetirementRow, {"record_id": row.id}) if r.retirement.undone_at is None]
    claims = [r.claim for r in ledger.find(ClaimRow, {"record_id": row.id})] if kept else []
    marked = mark_whole([r for r in kept if r.claim_id or r.promoted], row.state.sentences, claims)
    marked += tuple(r for r in kept if not r.claim_id and not r.promoted)
    ledger.put([RetirementRow(id=new.id, retirement=new) for new in marked if new not in kept])
    return marked, claims


def _derive(ledger: Ledger, row: RecordRow, marked: Sequence[Retirement], claims: Sequence[Claim]) -> RecordState:
    decisions = {key: d.decision for key, d in ledger.get(DecisionRow, [r.decision_id for r in marked]).items()}
    return derive_state(
        row.record, row.state, marked, decisions, lambda start: chain_end(ledger, start), {c.id: c for c in claims}
    )


def chain_end(ledger: Ledger, record_id: str | None) -> str | None:
    """The record at the end of a chain of supersessions that starts with this one."""
    seen: set[str] = set()
    while record_id is not None and record_id not in seen:
        seen.add(record_id)
        rows = ledger.find(RetirementRow, {"record_id": record_id})
        following = [r.retirement.canonical_id for r in rows if r.retirement.whole and r.retirement.undone_at is None]
        if not following or following[0] is None:
            break
        record_id = following[0]
    return record_id


def _with_predecessors(ledger: Ledger, record_ids: set[str]) -> set[str]:
    found, frontier = set(record_ids), set(record_ids)
    while frontier:
        rows = ledger.find(RetirementRow, {"canonical_id": sorted(frontier)})
        frontier = {row.retirement.record_id for row in rows} - found
        found |= frontier
    return found


def claims_by_id(ledger: Ledger, claim_ids: Sequence[str]) -> dict[str, Claim]:
    """Claims of those ids that exist."""
    return {key: row.claim for key, row in ledger.get(ClaimRow, claim_ids).items()}

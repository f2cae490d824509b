"""Versions of a file: passages that the new content lacks are superseded; those it has again are live again."""

from graphmem.model.decision import Decision, DecisionOutcome, decision_id_of
from graphmem.model.ids import make_id
from graphmem.model.record import Status
from graphmem.model.rows import DecisionRow, RecordRow
from graphmem.services.drafts import Input
from graphmem.services.settlement import retire_records, take_back
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

RULE = "document_version"


def settle_versions(ledger: Ledger, ws: Workspace, item: Input) -> tuple[str, ...]:
    """Supersede the passages of the same source that this version lacks; ids of those superseded now.

    This is the one place where arrival orders (semantics §5). A version that comes back is live again.
    """
    if not item.versioned:
        return ()
    first = item.drafts[0].record
    rows = ledger.find(RecordRow, {"source_id": first.source_id, "namespace": first.namespace})
    now_in = {draft.record.id for draft in item.drafts}
    _revive(ledger, ws, [row for row in rows if row.id in now_in])
    gone = [row for row in rows if row.id not in now_in and row.state.status in (Status.ACTIVE, Status.CANONICAL)]
    if not gone:
        return ()
    by_passage = {draft.record.passage: draft.record.id for draft in item.drafts}
    last = item.drafts[-1].record.id
    set_id = make_id("s", RULE, first.namespace, first.source_id, *sorted(row.id for row in gone), *sorted(now_in))
    ordinal = len(ledger.find(DecisionRow, {"set_id": set_id}))
    decision = Decision(
        id=decision_id_of(set_id, DecisionOutcome.SUPERSEDE, ws.actor, None, ordinal),
        namespace=first.namespace,
        set_id=set_id,
        block=f"{RULE}|{first.source_id}",
        outcome=DecisionOutcome.SUPERSEDE,
        resolution_type="auto",
        resolver="graphmem",
        rule=RULE,
        reason=f"a new version of {first.source_id} lacks these passages",
        canonical_id=by_passage.get(gone[0].record.passage, last),
        rests_on=tuple(sorted({*(row.id for row in gone), *now_in})),
        superseded=tuple(sorted(row.id for row in gone)),
        decided_at=ws.now(),
        ordinal=ordinal,
    )
    retire_records(ledger, ws.indexer, decision, {row.id: by_passage.get(row.record.passage, last) for row in gone})
    return decision.superseded


def _revive(ledger: Ledger, ws: Workspace, rows: list[RecordRow]) -> None:
    retired = {row.state.decision_id for row in rows if row.state.status is Status.SUPERSEDED and row.state.decision_id}
    for key, found in sorted(ledger.get(DecisionRow, sorted(retired)).items()):
        if found.decision.rule == RULE and found.decision.undone_at is None:
            take_back(
                ledger, ws.indexer, ledger.get(DecisionRow, [key])[key].decision, by="graphmem", at=ws.now(), force=True
            )

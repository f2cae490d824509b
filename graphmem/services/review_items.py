"""What waits for a person other than conflicts: gate, identity and revived items."""

from collections.abc import Sequence

from graphmem.errors import ConflictStateError, NotFoundError
from graphmem.gate.policy import load_policy
from graphmem.governance.audit import append_audit
from graphmem.model.answers import DecisionReceipt, ReviewAnswer
from graphmem.model.claim import bind_claim, bind_mention
from graphmem.model.decision import Judgement, ReviewItem
from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant
from graphmem.model.record import Record, RecordState, Status
from graphmem.model.rows import ClaimRow, DueRow, JudgementRow, MentionRow, RecordRow, ReviewRow, block_of
from graphmem.model.scope import Sensitivity
from graphmem.services.drafts import Draft
from graphmem.services.erasing import remove_records
from graphmem.services.erasure import clean_files
from graphmem.services.extraction import extract_all
from graphmem.services.names import link_names
from graphmem.services.placing import place_new
from graphmem.services.sets import mark_dirty
from graphmem.services.settlement import refresh_records
from graphmem.services.slots import make_detector
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger


def waiting(ws: Workspace) -> list[ReviewAnswer]:
    """Items that wait and that the principal may see, in order of id."""
    rows = ws.read(
        lambda ledger: ledger.find(ReviewRow, {"status": "waiting", "namespace": list(ws.principal.namespaces)})
    )
    return [_answer(ws, row.item) for row in rows if _visible(ws, row.item)]


def find(ws: Workspace, item_id: str) -> ReviewAnswer | None:
    """The item of that id or of the record of that id, None when the principal can see none."""
    item = ws.read(lambda ledger: _find(ledger, ws, item_id))
    return _answer(ws, item) if item else None


def decide_all(
    ws: Workspace, item_ids: Sequence[str], *, approve: bool, resolver: str, reason: str
) -> list[DecisionReceipt]:
    """Approve or reject items, signed and with a reason, each in a transaction of its own.

    Raises NotFoundError when one is not there, ConflictStateError when one was decided already; then none is decided.
    """
    items = {item.id: item for item in (_waiting(ws, item_id, approve=approve) for item_id in item_ids)}
    receipts, must_scrub = [], False
    try:
        for item in items.values():
            must_scrub |= not approve and item.type == "gate"
            receipts.append(_decide(ws, item, approve=approve, resolver=resolver, reason=reason))
    finally:
        # Once for all: it rewrites the whole file. No text that was turned away may stay, whatever comes between.
        if must_scrub:
            clean_files(ws, {item.record_id for item in items.values() if item.record_id})
    return receipts


def _waiting(ws: Workspace, item_id: str, *, approve: bool) -> ReviewItem:
    item = ws.read(lambda ledger: _find(ledger, ws, item_id))
    if item is None:
        kinds = "at the gate, for an identity or as revived"
        raise NotFoundError(f"nothing called {item_id[:80]!r} waits {kinds}; see: graphmem review list")
    if item.status != "waiting":
        raise ConflictStateError(f"{item.id} was {item.status} already by {item.resolver}")
    if approve and item.record_id and _is_quarantined(ws, item.record_id):
        raise ConflictStateError(f"record {item.record_id} is in quarantine; release it first")
    return item


def _decide(ws: Workspace, item: ReviewItem, *, approve: bool, resolver: str, reason: str) -> DecisionReceipt:
    draft = _reread(ws, item) if approve and item.record_id else None
    policy = load_policy(ws.settings.gate).version if item.type == "gate" else ""

    def work(ledger: Ledger) -> DecisionReceipt:
        row = ledger.get(ReviewRow, [item.id]).get(item.id)
        if row is None or row.item.status != "waiting":
            raise ConflictStateError(f"{item.id} was decided meanwhile")
        done = item.model_copy(
            update={
                "status": "approved" if approve else "rejected",
                "resolver": resolver,
                "reason": reason,
                "decided_at": ws.now(),
            }
        )
        ledger.put([ReviewRow(id=item.id, item=done)])
        append_audit(ledger, ws.now(), resolver, f"review:{done.status}", item.id, {"type": item.type}, policy)
        status = _carry_out(ledger, ws, done, draft, approve=approve)
        return DecisionReceipt(decision_id=item.id, outcome=done.status, record_id=item.record_id, status=status)

    return ws.write(work)


def _is_quarantined(ws: Workspace, record_id: str) -> bool:
    row = ws.read(lambda ledger: ledger.get(RecordRow, [record_id])).get(record_id)
    return row is not None and row.state.hold is Status.QUARANTINED


def undo(ledger: Ledger, ws: Workspace, item_id: str, resolver: str) -> DecisionReceipt:
    """Take back what was decided about an item, or an identity judgement made by hand.

    Raises NotFoundError, or ConflictStateError for what cannot come back: a text that was turned away is gone.
    """
    judged = ledger.get(JudgementRow, [item_id]).get(item_id)
    if judged is not None:
        undo_judgement(ledger, ws, judged.judgement)
        append_audit(ledger, ws.now(), resolver, "undo", item_id, {"type": "identity"})
        return DecisionReceipt(decision_id=item_id, outcome="undo")
    item = _find(ledger, ws, item_id)
    if item is None or item.status == "waiting":
        raise NotFoundError(
            f"no decision {item_id[:80]!r}; decisions are named in: graphmem conflicts --status resolved"
        )
    if item.type == "gate" and item.status == "rejected":
        raise ConflictStateError(f"{item.id} was rejected and its text removed; ingest it again instead")
    ledger.put(
        [
            ReviewRow(
                id=item.id, item=item.model_copy(update={"status": "waiting", "resolver": None, "decided_at": None})
            )
        ]
    )
    if item.type == "identity":
        for row in ledger.find(JudgementRow):
            if row.judgement.undone_at is None and {row.judgement.key_a, row.judgement.key_b} == {
                item.entity_a,
                item.entity_b,
            }:
                undo_judgement(ledger, ws, row.judgement)
    elif item.record_id:
        _hold_again(ledger, ws, item.record_id)
    append_audit(ledger, ws.now(), resolver, "undo", item_id, {"type": item.type})
    return DecisionReceipt(decision_id=item_id, outcome="undo", record_id=item.record_id)


def judge_identity(ledger: Ledger, ws: Workspace, verdict: str, a: str, b: str, resolver: str) -> Judgement:
    """Write a judgement on two anchors and link their names anew."""
    now = ws.now()
    judgement = Judgement(
        id=make_id("j", verdict, *sorted((a, b)), resolver, format_instant(now)),
        verdict="join" if verdict == "join" else "split",
        key_a=a,
        key_b=b,
        resolver=resolver,
        at=now,
    )
    ledger.put([JudgementRow(id=judgement.id, judgement=judgement)])
    link_names(ledger, ws, [_key(a), _key(b)])
    return judgement


def undo_judgement(ledger: Ledger, ws: Workspace, judgement: Judgement) -> None:
    """Take a judgement back and link its names anew. Raises ConflictStateError when it is undone already."""
    if judgement.undone_at is not None:
        raise ConflictStateError(f"judgement {judgement.id} was undone already")
    ledger.put([JudgementRow(id=judgement.id, judgement=judgement.model_copy(update={"undone_at": ws.now()}))])
    link_names(ledger, ws, [_key(judgement.key_a), _key(judgement.key_b)])


def _key(anchor: str) -> str:
    return anchor.partition("@r-")[0]


def _find(ledger: Ledger, ws: Workspace, item_id: str) -> ReviewItem | None:
    row = ledger.get(ReviewRow, [item_id]).get(item_id)
    if row is None:
        rows = ledger.find(ReviewRow, {"record_id": item_id})
        external = ledger.find(RecordRow, {"external_id": item_id, "namespace": list(ws.principal.namespaces)})
        rows += [r for record in external for r in ledger.find(ReviewRow, {"record_id": record.id})]
        row = next((r for r in rows if r.item.status == "waiting"), rows[0] if rows else None)
    return row.item if row is not None and _visible(ws, row.item) else None


def _visible(ws: Workspace, item: ReviewItem) -> bool:
    return item.namespace in ws.principal.namespaces and item.requires_level <= ws.principal.clearance.level


def _answer(ws: Workspace, item: ReviewItem) -> ReviewAnswer:
    external, text = None, None
    named = tuple(sorted({_key(anchor) for anchor in (item.entity_a, item.entity_b) if anchor}))
    if item.record_id is not None:
        with ws.view() as view:
            pair = view.records([item.record_id]).get(item.record_id)
        if pair is not None:
            external, text = pair[0].external_id, pair[0].text
    return ReviewAnswer(
        id=item.id,
        type=item.type,
        status=item.status,
        namespace=item.namespace,
        reasons=item.reasons,
        created_at=format_instant(item.created_at),
        record_id=item.record_id,
        external_id=external,
        text=text,
        entity_a=item.entity_a,
        entity_b=item.entity_b,
        entity_group=named,
    )


def _reread(ws: Workspace, item: ReviewItem) -> Draft | None:
    row = ws.read(lambda ledger: ledger.get(RecordRow, [item.record_id or ""])).get(item.record_id or "")
    if row is None or row.state.sensitivity is Sensitivity.RESTRICTED:
        return None
    draft = Draft.of_record(row.record)
    return draft.read(extract_all(ws.models.extractors, [draft.to_read()])[0])


def _carry_out(ledger: Ledger, ws: Workspace, item: ReviewItem, draft: Draft | None, *, approve: bool) -> str | None:
    if item.type == "identity":
        verdict = "join" if approve else "split"
        judge_identity(ledger, ws, verdict, item.entity_a or "", item.entity_b or "", item.resolver or "")
        return verdict
    row = ledger.get(RecordRow, [item.record_id or ""]).get(item.record_id or "")
    if row is None:
        return None
    if approve:
        return str(_admit(ledger, ws, row, draft))
    if item.type == "gate":
        remove_records(ledger, ws, {row.id})
        return "rejected"
    # A revived fact that a person holds to be over stays out of sight, with that as its state.
    state = row.state.model_copy(update={"hold": Status.QUARANTINED, "status": Status.QUARANTINED})
    ws.indexer.put_states(ledger, [(row.record, state)])
    return str(Status.QUARANTINED)


def _admit(ledger: Ledger, ws: Workspace, row: RecordRow, draft: Draft | None) -> Status:
    """Let a held record in: it is indexed, read, compared, and due like any other."""
    state = row.state.model_copy(update={"hold": None, "status": Status.ACTIVE})
    if draft is not None:
        state = state.model_copy(
            update={"sentences": draft.extraction.sentences, "extraction_failure": draft.extraction.failure}
        )
    ws.indexer.put_states(ledger, [(row.record, state)])
    if state.expires_at is not None:
        ledger.put([DueRow(id=row.id, record_id=row.id, at=state.expires_at)])
    if draft is not None:
        bind_rows(ledger, ws, row.record, state, draft)
    refresh_records(ledger, ws.indexer, [row.id])
    return ledger.get(RecordRow, [row.id])[row.id].state.status


def bind_rows(ledger: Ledger, ws: Workspace, record: Record, state: RecordState, draft: Draft) -> None:
    """Write the mentions and claims read from a record, mark what must be swept, and open conflicts."""
    claims = [bind_claim(c, record.id, record.tenant, record.namespace) for c in draft.extraction.claims]
    mentions = [bind_mention(m, record.id, record.tenant, record.namespace) for m in draft.extraction.mentions]
    placed = place_new(ledger, mentions, claims)
    mentions, claims, unlinked = placed.mentions, placed.claims, placed.unlinked
    ledger.put([MentionRow(id=m.id, mention=m) for m in mentions])
    ledger.put([ClaimRow(id=c.id, claim=c) for c in claims])
    mark_dirty(ledger, unlinked, "name")
    mark_dirty(ledger, {block_of(c.entity_id, c.attribute) for c in claims})
    make_detector(ws).open_conflicts(ledger, claims, {record.id: RecordRow.of(record, state)})


def _hold_again(ledger: Ledger, ws: Workspace, record_id: str) -> None:
    row = ledger.get(RecordRow, [record_id]).get(record_id)
    if row is None:
        return
    claims = list(ledger.find(ClaimRow, {"record_id": record_id}))
    mark_dirty(ledger, {r.block for r in claims})
    state = row.state.model_copy(update={"hold": Status.UNDER_REVIEW, "status": Status.UNDER_REVIEW})
    ws.indexer.put_states(ledger, [(row.record, state)])

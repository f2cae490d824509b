"""Why a record is believed, how an entity's story went, and where a record came from and went to."""

from collections.abc import Sequence
from datetime import timedelta

from graphmem.conflicts.values import show
from graphmem.errors import InputError, NotFoundError, UsageError
from graphmem.governance.legal_holds import standing
from graphmem.model.answers import (
    DecisionView,
    EvidenceView,
    HistoryAnswer,
    HistoryEntry,
    TraceAnswer,
    WhyAnswer,
)
from graphmem.model.claim import Claim
from graphmem.model.conflict import ConflictStatus
from graphmem.model.decision import Decision
from graphmem.model.interval import format_instant
from graphmem.model.record import ContentType, Record, RecordState, Status
from graphmem.model.rows import DecisionRow, MentionRow, RecordRow, RetirementRow
from graphmem.model.scope import Role, Sensitivity
from graphmem.model.text import name_key
from graphmem.services.conflict_views import conflict_answers
from graphmem.services.sets import is_visible
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, View, Where

_MAY_SEE_HOLDS = {Role.OPERATOR, Role.REVIEWER, Role.AUDITOR}


def why(ws: Workspace, record_id: str) -> WhyAnswer:
    """The record with its claims, spans, decisions and conflicts.

    Raises NotFoundError, in the same words, for an id that is unknown, out of scope or above the clearance.
    """
    with ws.view() as view:
        record, state = find_record(ws, view, record_id)
        conflicts = view.conflicts(record_ids=[record.id])
        answers = conflict_answers(view, conflicts)
        claims = view.claims_of([record.id])
    decisions, retired = ws.read(lambda ledger: _decisions_of(ledger, ws, record.id))
    holds = ws.read(standing) if state.legal_hold and ws.principal.roles & _MAY_SEE_HOLDS else []
    undecided = {ConflictStatus.OPEN, ConflictStatus.ESCALATED}
    return WhyAnswer(
        record_id=record.id,
        record=record.model_dump(mode="json", exclude={"given_claims", "given_entities", "writer_level"}),
        external_id=record.external_id,
        text=record.text,
        status=str(_status_now(ws, state)),
        authority=str(record.authority),
        origin=str(record.origin),
        namespace=record.namespace,
        sensitivity=str(state.sensitivity),
        source=record.source_id,
        observed_at=format_instant(record.observed_at),
        recorded_at=format_instant(record.recorded_at) or "",
        expires_at=format_instant(state.expires_at),
        last_verified_at=format_instant(state.last_verified_at),
        canonical_id=state.canonical_id,
        supersedes=state.supersedes,
        resolver=state.resolver,
        resolution_type=state.resolution_type,
        resolution_date=format_instant(state.resolution_date),
        stale=is_stale(ws, record, state),
        contested=any(c.status in undecided for c in conflicts) and state.status in (Status.ACTIVE, Status.CANONICAL),
        evidence=tuple(_evidence(claim, claim.id not in retired) for claim in claims),
        decisions=tuple(view_decision(d) for d in decisions),
        conflicts=tuple(answers),
        retired=tuple(item.model_dump(mode="json") for item in state.retired),
        legal_holds=tuple(sorted(hold.name for hold in holds if hold.covers(record))),
    )


def history(ws: Workspace, entity: str) -> HistoryAnswer:
    """All that was said of an entity by any of its names, whatever its status, oldest first."""
    if not name_key(entity):
        raise InputError("history needs the name of an entity")
    with ws.view(ws.as_of(include_superseded=True)) as view:
        keys = _keys_of(ws, view, entity)
        claims = view.claims_about(keys, limit=5000)
        mentions = view.mentions_of(keys, limit_per_key=5000)
        ids = sorted({c.record_id for c in claims} | {m.record_id for m in mentions})
        records = view.records(ids)
        entries = [_entry(ws, record, state, claims) for record, state in records.values()]
    ordered = sorted(entries, key=lambda item: (item[0], item[1].record_id))
    return HistoryAnswer(entity=entity, names=tuple(keys), entries=tuple(entry for _, entry in ordered))


def trace(ws: Workspace, record_id: str) -> TraceAnswer:
    """A record's lineage: back to its source, document and session, forward to all that rests on it.

    Raises NotFoundError as `why` does.
    """
    with ws.view() as view:
        record, _state = find_record(ws, view, record_id)
        conflicts = [c.id for c in view.conflicts(record_ids=[record.id])]
        back, forward, decisions = ws.read(lambda ledger: _lineage(ledger, ws, record.id))
        seen = view.records(sorted(back | forward))
    sources = sorted(
        {r.source_id for r, _ in seen.values() if r.id in back and r.source_id}
        | ({record.source_id} if record.source_id else set())
    )
    return TraceAnswer(
        record_id=record.id,
        external_id=record.external_id,
        sources=tuple(s for s in sources if s),
        source_kind=record.source.kind if record.source else None,
        document_id=record.document_id,
        documents=(record.document_id,) if record.document_id else (),
        session_id=record.session_id,
        trace_id=record.trace_id,
        agent_id=record.agent_id,
        written_by=record.written_by,
        rests_on=tuple(sorted(back & seen.keys())),
        derived=tuple(sorted(forward & seen.keys())),
        decisions=tuple(sorted(decisions)),
        conflicts=tuple(conflicts),
    )


def find_record(ws: Workspace, view: View, record_id: str) -> tuple[Record, RecordState]:
    """The record of an id; for a document's id its first passage, for an external id the record that bears it.

    Raises NotFoundError when the principal may know of none, UsageError for what is no id.
    """
    if not record_id:  # None too, which would match every record without an external id
        raise UsageError("a record is named by its id or external id")
    if pair := view.records([record_id]).get(record_id):
        return pair
    for field in ("document_id", "external_id"):
        rows = ws.read(lambda ledger, f=field: ledger.find(RecordRow, {f: record_id}))  # type: ignore[misc]
        found = view.records([row.id for row in rows])
        if found:
            return min(found.values(), key=lambda p: (p[0].passage or 0, p[0].id))
    spaces = ", ".join(ws.principal.namespaces)
    raise NotFoundError(
        f"no record {record_id[:80]!r} in namespaces {spaces}; find one with: graphmem search QUERY --json"
    )


def is_stale(ws: Workspace, record: Record, state: RecordState) -> bool:
    """Whether a document has not been verified for longer than the settings allow."""
    if record.content_type is not ContentType.DOCUMENT:
        return False
    known = [t for t in (record.observed_at, state.last_verified_at) if t is not None]
    latest = max(known, default=record.recorded_at)
    return ws.now() - latest >= timedelta(days=ws.settings.retention.stale_document_days)


def view_decision(decision: Decision) -> DecisionView:
    """A decision for people."""
    return DecisionView(
        id=decision.id,
        outcome=str(decision.outcome),
        resolution_type=decision.resolution_type,
        resolver=decision.resolver,
        rule=decision.rule,
        reason=decision.reason,
        decided_at=format_instant(decision.decided_at) or "",
        undone_at=format_instant(decision.undone_at),
        undone_by=decision.undone_by,
        canonical_id=decision.canonical_id,
        superseded=decision.superseded,
        text=decision.text,
    )


def _status_now(ws: Workspace, state: RecordState) -> Status:
    expired = state.expires_at is not None and state.expires_at <= ws.now() and not state.legal_hold
    return Status.EXPIRED if expired and state.hold is None else state.status


def _evidence(claim: Claim, live: bool) -> EvidenceView:
    return EvidenceView(
        claim_id=claim.id,
        subject=claim.subject,
        attribute=claim.attribute,
        value=show(claim.value),
        polarity=claim.polarity,
        modality=str(claim.modality),
        conditions=tuple(f"{'not ' if c.negated else ''}{c.name}: {c.value}" for c in claim.conditions),
        quote=claim.quote,
        start=claim.span.start,
        end=claim.span.end,
        extractor=claim.extractor,
        live=live,
    )


def _decisions_of(ledger: Ledger, ws: Workspace, record_id: str) -> tuple[list[Decision], set[str]]:
    rows = [r.retirement for r in ledger.find(RetirementRow, {"record_id": record_id})]
    rows += [r.retirement for r in ledger.find(RetirementRow, {"canonical_id": record_id})]
    found = ledger.get(DecisionRow, sorted({row.decision_id for row in rows}))
    decisions = sorted(
        (r.decision for r in found.values() if is_visible(r.decision, ws.principal)), key=lambda d: (d.decided_at, d.id)
    )
    seen = {d.id for d in decisions}  # for who may not see all that a decision rests on, it does not exist
    standing = [row for row in rows if row.undone_at is None and row.decision_id in seen]
    retired = {row.claim_id for row in standing if row.claim_id and row.record_id == record_id}
    return decisions, retired


def _keys_of(ws: Workspace, view: View, entity: str) -> list[str]:
    """Name keys of the entity: those of its mentions and claims that linking put under one id with this name."""
    key = name_key(entity)
    claims = view.claims_about([key], limit=50)
    ids = {c.entity_id for c in claims} | {m.entity_id for m in view.mentions_of([key], limit_per_key=50)}
    where: Where = {"entity_id": sorted(ids), "namespace": list(view.principal.namespaces)}
    rows = ws.read(lambda ledger: ledger.find(MentionRow, where, limit=5000)) if ids else []
    known = view.records(sorted({row.mention.record_id for row in rows}))
    return sorted({key, *(row.mention.key for row in rows if row.mention.record_id in known)})


def _entry(ws: Workspace, record: Record, state: RecordState, claims: Sequence[Claim]) -> tuple[float, HistoryEntry]:
    own = [c for c in claims if c.record_id == record.id]
    starts = [c.valid.start for c in own if c.valid is not None and c.valid.start is not None]
    time = record.valid_from or record.observed_at or min(starts, default=None)
    text = state.index_text if state.sensitivity is Sensitivity.RESTRICTED else record.text
    entry = HistoryEntry(
        record_id=record.id,
        external_id=record.external_id,
        text=text,
        status=str(_status_now(ws, state)),
        time=format_instant(time),
        attribute=own[0].attribute if own else None,
        canonical_id=state.canonical_id,
        decision_id=state.decision_id,
        resolver=state.resolver,
        source=record.source_id,
    )
    return (time or record.recorded_at).timestamp(), entry


def _lineage(ledger: Ledger, ws: Workspace, record_id: str) -> tuple[set[str], set[str], set[str]]:
    back, forward, decisions = set[str](), set[str](), set[str]()
    frontier = {record_id}
    while frontier:  # forward: whom decisions drew from these records
        rows = [r.retirement for f in sorted(frontier) for r in ledger.find(RetirementRow, {"record_id": f})]
        seen = _visible(ledger, ws, {r.decision_id for r in rows})
        decisions |= seen
        frontier = {r.canonical_id for r in rows if r.canonical_id and r.decision_id in seen} - forward - {record_id}
        forward |= frontier
    frontier = {record_id}
    while frontier:  # back: what the decisions that made these records canonical rested on
        rows = [r.retirement for r in ledger.find(RetirementRow, {"canonical_id": sorted(frontier)})]
        seen = _visible(ledger, ws, {r.decision_id for r in rows})
        decisions |= seen
        frontier = {r.record_id for r in rows if r.decision_id in seen} - back - {record_id}
        back |= frontier
    return back, forward, decisions


def _visible(ledger: Ledger, ws: Workspace, ids: set[str]) -> set[str]:
    return {key for key, row in ledger.get(DecisionRow, sorted(ids)).items() if is_visible(row.decision, ws.principal)}

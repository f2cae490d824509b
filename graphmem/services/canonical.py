"""Canonical records that a decision writes: what they inherit, and what they claim."""

from graphmem.governance.legal_holds import is_held, standing
from graphmem.model.answers import ReviewAnswer
from graphmem.model.claim import Extraction, bind_claim, bind_mention
from graphmem.model.decision import Decision
from graphmem.model.record import Authority, ContentType, Origin, Record, RecordState, Source, Tier, record_id_of
from graphmem.model.rows import ClaimRow, ConflictRow, DueRow, MentionRow
from graphmem.model.scope import GLOBAL, Sensitivity
from graphmem.protocols import ExtractionInput
from graphmem.resolution.resolver import propose
from graphmem.services.cases import build_case
from graphmem.services.extraction import extract_all
from graphmem.services.sets import Undecided, connected
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger


def read_text(ws: Workspace, text: str) -> Extraction:
    """What the extractors find in a canonical text."""
    return extract_all(ws.models.extractors, [ExtractionInput(text=text)])[0]


def write_record(
    ledger: Ledger, ws: Workspace, decision: Decision, found: Undecided, draft: Extraction, *, by_person: bool
) -> Record:
    """Put the record of a merge: namespace of the set, and of all it rests on the highest sensitivity, the union of
    subjects, the earliest expiry, the shared validity and the latest time of saying (semantics §1)."""
    rows = [found.records[key] for key in sorted(found.records)]
    old = [row.record for row in rows]
    sensitivity = max((row.state.sensitivity for row in rows), key=lambda s: s.level, default=Sensitivity.INTERNAL)
    observed = [r.observed_at for r in old if r.observed_at is not None]
    expiries = [row.state.expires_at for row in rows if row.state.expires_at is not None]
    starts = [r.valid_from for r in old]
    ends = [r.valid_to for r in old]
    source = Source(id=f"decision:{decision.id}", kind="decision")
    text = decision.text or ""
    when = max(observed, default=None)
    record = Record(
        id=record_id_of(ledger.tenant, found.namespace, text, source.id, when),
        tenant=ledger.tenant,
        namespace=found.namespace,
        text=text,
        content_type=ContentType.CONFIRMED_FACT,
        tier=Tier.SEMANTIC,
        origin=Origin.HUMAN_REVIEW if by_person else Origin.SYSTEM,
        authority=Authority.AUTHORITATIVE if by_person else max((r.authority for r in old), key=lambda a: a.rank),
        sensitivity=sensitivity,
        source=source,
        subjects=tuple(sorted({s for r in old for s in r.subjects})),
        observed_at=when,
        valid_from=min((s for s in starts if s is not None), default=None) if all(starts) else None,
        valid_to=max((e for e in ends if e is not None), default=None) if all(ends) else None,
        recorded_at=decision.decided_at,
        written_by=decision.resolver,
        writer_level=sensitivity.level,
        writer_reads_global=decision.requires_global or found.namespace == GLOBAL,
    )
    state = RecordState(
        record_id=record.id,
        sensitivity=sensitivity,
        expires_at=min(expiries, default=None),
        sentences=draft.sentences,
        requires_level=decision.requires_level,
        requires_global=decision.requires_global,
        legal_hold=is_held(standing(ledger), record),
    )
    if sensitivity is not Sensitivity.RESTRICTED:
        tenant, space = ledger.tenant, found.namespace
        claims = [bind_claim(c, record.id, tenant, space) for c in draft.claims]
        known = {c.subject_key: c.entity_id for c in found.claims.values()}
        claims = [c.model_copy(update={"entity_id": known.get(c.subject_key, c.entity_id)}) for c in claims]
        ledger.put([ClaimRow(id=c.id, claim=c) for c in claims])
        mentions = [bind_mention(m, record.id, tenant, space) for m in draft.mentions]
        ledger.put([MentionRow(id=m.id, mention=m) for m in mentions])
    ws.indexer.put_states(ledger, [(record, state)])
    if state.expires_at is not None:
        ledger.put([DueRow(id=record.id, record_id=record.id, at=state.expires_at)])
    return record


def with_proposal(ledger: Ledger, ws: Workspace, answer: ReviewAnswer) -> ReviewAnswer:
    """The review item with what each policy says of its set and what is proposed; a proposal never decides."""
    row = ledger.get(ConflictRow, [answer.id]).get(answer.id)
    if row is None:
        return answer
    found = connected(ledger, row.conflict, ws.principal)
    claims = found.claims
    if any(c not in claims for conflict in found.conflicts for c in (conflict.claim_a, conflict.claim_b)):
        return answer
    records = {key: r.record for key, r in found.records.items()}
    proposal = propose(build_case(ws, found.conflicts, claims, records), ws.settings.resolution)
    if proposal is None:
        return answer
    named = sorted({claims[c].record_id for c in proposal.winners})
    best = next((o for o in proposal.opinions if o.outcome is not None), None)
    hint = f"{best.policy}: {best.reason}" if best else "no policy names a winner"
    return answer.model_copy(
        update={
            "opinions": proposal.opinions,
            "proposal": f"{proposal.outcome} ({proposal.rule}); {hint}"
            + (f"; winner {', '.join(named)}" if named else ""),
            "proposed_text": proposal.text,
        }
    )

"""Automatic decisions of a block, derived anew from its conflicts; human ones are left as they are.

Invariant: what this leaves in the store is a function of the evidence, the human decisions and the learned slots, never
of the order in which records arrived (semantics §1, re-derivation).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.decision import Decision, DecisionOutcome, Proposal, decision_id_of
from graphmem.model.record import Record
from graphmem.model.rows import ConflictRow, DirtyRow, MetaRow
from graphmem.resolution.resolver import POLICY_VERSION, closing_times, propose
from graphmem.services import canonical
from graphmem.services.agents import hold_conclusions
from graphmem.services.blocks import SWEEP, Block, load_decidable
from graphmem.services.cases import build_case
from graphmem.services.let_stand import find_let_stand, without_covered
from graphmem.services.sets import Undecided, attach_moot, clear_dirty, mark_dirty, set_key
from graphmem.services.settlement import take_back, visibility, write_decision
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

CHUNK = 100  # blocks a transaction
_POLICY = "policy|resolution"  # id of the row that says which version of the policies decided last


@dataclass
class DecideTally:
    """What deciding did, summed over blocks; conflicts and escalated count what is new.

    left_open names the conflicts that were left to a person; a later decision may have taken a side from them.
    """

    conflicts: int = 0
    noise: int = 0
    auto_resolved: int = 0
    escalated: int = 0
    held: int = 0
    blocks: int = 0
    left_open: list[str] = field(default_factory=list)


def decide_dirty(ws: Workspace, buckets: Sequence[int] | None = None) -> DecideTally:
    """Settle by policy the sets of all blocks that were compared anew (of some partitions, or all)."""
    follow_policy(ws)
    tally = DecideTally()
    where: Where = {"kind": "decide"} if buckets is None else {"kind": "decide", "bucket": list(buckets)}
    total = ws.read(lambda ledger: ledger.count(DirtyRow, where))
    after = ""
    while marks := ws.read(lambda ledger, start=after: ledger.find(DirtyRow, where, after=start, limit=CHUNK)):  # type: ignore[misc]
        after = marks[-1].id
        tallies = ws.write(lambda ledger, seen=marks: _decide_chunk(ledger, ws, seen))  # type: ignore[misc]
        for name in vars(tally):
            setattr(tally, name, getattr(tally, name) + getattr(tallies, name))
        ws.progress.advance("resolve", tally.blocks, total)
    return tally


def follow_policy(ws: Workspace) -> None:
    """Mark every block with conflicts when it was last decided under another version of the policies."""
    if ws.read(_decided_under) == POLICY_VERSION:
        return

    def work(ledger: Ledger) -> None:
        mark_dirty(ledger, ledger.distinct(ConflictRow, "block"), "decide")
        ledger.put([MetaRow(id=_POLICY, body={"version": POLICY_VERSION})])

    ws.write(work)


def _decided_under(ledger: Ledger) -> str:
    row = ledger.get(MetaRow, [_POLICY]).get(_POLICY)
    return str(row.body.get("version")) if row is not None else ""


def _decide_chunk(ledger: Ledger, ws: Workspace, marks: Sequence[DirtyRow]) -> DecideTally:
    tally = DecideTally(blocks=len(marks))
    changed: set[str] = set()  # conflicts of any block that deciding others has closed meanwhile
    for block in load_decidable(ledger, [mark.key for mark in marks]):
        fresh = [block] if changed.isdisjoint(block.conflicts) else load_decidable(ledger, [block.key])
        for current in fresh:
            changed |= decide_block(ledger, ws, current, tally)
    clear_dirty(ledger, marks)
    return tally


def decide_block(ledger: Ledger, ws: Workspace, block: Block, tally: DecideTally) -> set[str]:
    """Settle the block's sets by policy, and bring the store to what follows; the conflicts elsewhere that this closed.

    Its records may be of before others were decided: what decisions change of them is read anew where it counts.
    """
    human = {conflict for d in block.human for conflict in d.conflicts}
    members: dict[str, list[Conflict]] = {}
    known = {key: c for key, c in block.conflicts.items() if key not in human}
    for conflict in without_covered([known[key] for key in sorted(known)], block.decisions.values(), block.claims):
        if conflict.claim_a in block.claims and conflict.claim_b in block.claims:
            members.setdefault(conflict.set_id, []).append(conflict)
    if held := hold_conclusions(ledger, ws, block, list(known.values())):
        tally.held += held  # the block is marked again: it is compared without what a person must see first
        return set()
    wanted: dict[str, tuple[Decision, Proposal]] = {}
    rows: dict[str, Conflict] = {}
    for set_id in sorted(members):
        decided = _propose(ws, block, members[set_id])
        if decided is None:
            tally.noise += len(members[set_id])
            continue
        proposal, decision, undone = decided
        if decision is not None:
            wanted[decision.id] = (decision, proposal)
        rows.update((c.id, _row(c, proposal, decision, undone)) for c in members[set_id])
    return _apply(ledger, ws, block, _Outcome(known, rows, wanted), tally)


def _propose(
    ws: Workspace, block: Block, members: Sequence[Conflict]
) -> tuple[Proposal, Decision | None, str | None] | None:
    named = {record for c in members for record in (c.record_a, c.record_b)}
    records = {key: block.records[key].record for key in named if key in block.records}
    undone = _undone_by(block, members)
    left = find_let_stand(block.decisions.values(), block.claims)
    case = build_case(ws, members, block.claims, records, undone_by=undone).model_copy(
        update={"is_let_stand": any(item.touches(c, block.claims) for item in left for c in members)}
    )
    proposal = propose(case, ws.settings.resolution)
    if proposal is None:
        return None
    escalates = proposal.outcome is DecisionOutcome.ESCALATE
    return proposal, None if escalates else _decision(ws, block, members, proposal), undone


def _undone_by(block: Block, members: Sequence[Conflict]) -> str | None:
    """Who took back the last decision on these claims, as long as no new claim has joined them."""
    claims = {claim for c in members for claim in (c.claim_a, c.claim_b)}
    undone = [d for d in block.decisions.values() if d.undone_at is not None and d.undone_by != SWEEP]
    covering = [d for d in undone if claims <= {*d.winners, *d.losers}]
    last = max(covering, key=lambda d: (d.undone_at or d.decided_at, d.id), default=None)
    return last.undone_by if last else None


def _decision(ws: Workspace, block: Block, members: Sequence[Conflict], proposal: Proposal) -> Decision:
    claims = {key: block.claims[key] for c in members for key in (c.claim_a, c.claim_b)}
    namespace = members[0].namespace
    level, needs_global = visibility((block.records[c.record_id] for c in claims.values()), namespace)
    key = set_key(members)
    taken_back = [d for d in block.decisions.values() if d.set_id == key and d.undone_at and d.undone_by != SWEEP]
    winners = [block.records[claims[c].record_id].record for c in proposal.winners]
    best = max(winners, key=_promotion_order, default=None)
    return Decision(
        id=decision_id_of(key, proposal.outcome, SWEEP, proposal.text, len(taken_back)),
        namespace=namespace,
        set_id=key,
        block=block.key,
        outcome=proposal.outcome,
        resolution_type="auto",
        resolver=SWEEP,
        rule=f"{proposal.rule} ({POLICY_VERSION})",
        reason="; ".join(proposal.reasons),
        text=proposal.text,
        canonical_id=best.id if best else None,
        winners=proposal.winners,
        losers=proposal.losers,
        conflicts=tuple(sorted(c.id for c in members)),
        rests_on=tuple(sorted({c.record_id for c in claims.values()})),
        superseded=tuple(sorted({claims[c].record_id for c in proposal.losers if claims[c].namespace == namespace})),
        opinions=proposal.opinions,
        is_update=proposal.is_update,
        closes_at=proposal.closes_at,
        decided_at=ws.now(),
        requires_level=level,
        requires_global=needs_global,
        ordinal=len(taken_back),
    )


def _promotion_order(record: Record) -> tuple[int, float, str]:
    """Of the winners the one with most authority, then the latest, becomes canonical."""
    when = record.observed_at.timestamp() if record.observed_at else float("-inf")
    return record.authority.rank, when, record.id


def _row(conflict: Conflict, proposal: Proposal, decision: Decision | None, undone: str | None) -> Conflict:
    """The conflict with where it stands now; one that a person reopened keeps what was seen of it."""
    status = ConflictStatus.ESCALATED if decision is None else ConflictStatus.RESOLVED
    update: dict[str, object] = {"status": status, "decision_id": decision.id if decision else None}
    if undone is None or conflict.undone_by is None:
        extra = tuple(reason for reason in proposal.reasons if reason not in conflict.reasons)
        update |= {"reasons": (*conflict.reasons, *extra), "undone_by": undone}
    return conflict.model_copy(update=update)


@dataclass(frozen=True)
class _Outcome:
    """What is to stand for a block: conflict rows before and after by id, decisions by id."""

    known: Mapping[str, Conflict]
    rows: Mapping[str, Conflict]
    wanted: Mapping[str, tuple[Decision, Proposal]]


def _apply(ledger: Ledger, ws: Workspace, block: Block, outcome: _Outcome, tally: DecideTally) -> set[str]:
    known, rows, wanted = outcome.known, outcome.rows, outcome.wanted
    standing = {d.id: d for d in block.automatic}
    for key, old in standing.items():
        if key not in wanted or (old.winners, old.losers) != (wanted[key][0].winners, wanted[key][0].losers):
            take_back(ledger, ws.indexer, old, by=SWEEP, at=ws.now(), force=True)
            _reopen_elsewhere(ledger, block, old)
    if changed := [ConflictRow(id=c.id, conflict=c) for c in rows.values() if known.get(c.id) != c]:
        ledger.put(changed)
    if gone := sorted(key for key in known if key not in rows):
        ledger.delete(ConflictRow, gone)
    tally.left_open += [key for key, row in rows.items() if row.status is ConflictStatus.ESCALATED]
    new = [key for key in rows if known[key].status is ConflictStatus.OPEN]
    tally.conflicts += len(new)
    tally.escalated += len({rows[key].set_id for key in new if rows[key].status is ConflictStatus.ESCALATED})
    closed: set[str] = set()
    for key, (decision, proposal) in wanted.items():
        if key not in standing or (decision.winners, decision.losers) != (standing[key].winners, standing[key].losers):
            closed |= _settle(ledger, ws, block, decision, proposal, rows)
            tally.auto_resolved += 1
    return closed


def _reopen_elsewhere(ledger: Ledger, block: Block, old: Decision) -> None:
    """Conflicts of other blocks that this decision had made moot are looked at again."""
    others = {row.conflict.block for row in ledger.get(ConflictRow, old.conflicts).values()} - {block.key}
    mark_dirty(ledger, others)


def _settle(
    ledger: Ledger, ws: Workspace, block: Block, decision: Decision, proposal: Proposal, rows: Mapping[str, Conflict]
) -> set[str]:
    members = tuple(rows[key] for key in decision.conflicts)
    claims = {key: block.claims[key] for c in members for key in (c.claim_a, c.claim_b)}
    records = {c.record_id: block.records[c.record_id] for c in claims.values()}
    if decision.outcome is DecisionOutcome.MERGE:
        found = Undecided(decision.set_id, decision.namespace, block.key, members, claims, records)
        draft = canonical.read_text(ws, decision.text or "")
        record = canonical.write_record(ledger, ws, decision, found, draft, by_person=False)
        decision = decision.model_copy(update={"canonical_id": record.id, "wrote_canonical": True})
    sides = build_case(ws, members, claims, {key: row.record for key, row in records.items()}).sides
    write_decision(ledger, ws.indexer, decision, claims, closing_times(proposal, sides))
    return set(attach_moot(ledger, decision))

"""Removal of records with all that rests on them, and the rows that only they held."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphmem.governance.audit import append_audit
from graphmem.governance.tombstones import put_tombstones
from graphmem.governance.unfinished import note_removal
from graphmem.model.claim import Claim, Mention
from graphmem.model.conflict import ConflictStatus
from graphmem.model.decision import Decision, ReviewItem
from graphmem.model.ids import make_id
from graphmem.model.record import Record, Status
from graphmem.model.rows import (
    ClaimRow,
    ConflictRow,
    DecisionRow,
    DirtyRow,
    DueRow,
    EntityRow,
    JudgementRow,
    LogRow,
    MentionRow,
    MetaRow,
    RecordRow,
    RetirementRow,
    ReviewRow,
    Row,
)
from graphmem.services.holds import require_free
from graphmem.services.losing import unaffected
from graphmem.services.names import link_names, used_entities
from graphmem.services.sets import mark_dirty
from graphmem.services.settlement import take_back
from graphmem.services.slots import forget_attributes
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

REVIVALS = "revivals"  # id of the row that names what a removal may have brought back
ERASURE = "erasure"  # who takes back decisions that rested on what is erased


@dataclass
class Removed:
    """What a removal took away; revived are records that decisions had retired and that are no longer retired."""

    records: set[str] = field(default_factory=set)
    canonicals: set[str] = field(default_factory=set)
    claims: int = 0
    mentions: int = 0
    vectors: int = 0
    conflicts: int = 0
    decisions: int = 0
    blocks: set[str] = field(default_factory=set)
    unsettled: set[str] = field(default_factory=set)  # those of the blocks that lost conflicts or decisions
    retired_before: set[str] = field(default_factory=set)


def remove_records(ledger: Ledger, ws: Workspace, record_ids: Iterable[str]) -> Removed:
    """Remove records, canonical records drawn from them, and every row that names or quotes them.

    Decisions that rested on them are taken back and kept as bare facts without words; what they had retired is listed
    in `retired_before`, for the caller to have decided anew, and to clean the files afterwards (`erasure.clean_files`).
    Raises ConflictStateError when one of them is on legal hold.
    """
    removed = Removed(records=set(record_ids))
    note_removal(ledger)
    require_free(ledger, _with_drawn(ledger, removed.records))  # before decisions are taken back: that withdraws some
    _take_back_decisions(ledger, ws, removed)
    gone = removed.records | removed.canonicals
    rows = ledger.get(RecordRow, sorted(gone))
    taken = _delete_claims_and_mentions(ledger, removed, gone)
    _delete_conflicts(ledger, removed, gone)
    removed.vectors = len(ledger.get_vectors(sorted(gone)))
    kinds: tuple[type[Row], ...] = (RetirementRow, ReviewRow, DueRow)
    for kind in kinds:
        ledger.delete(kind, [row.id for row in ledger.find(kind, {"record_id": sorted(gone)})])
    ledger.delete(RecordRow, sorted(rows))
    put_tombstones(ledger, sorted(gone), ws.now())
    _forget_writers(ledger, ws, [row.record for row in rows.values()])
    _forget_names(ledger, ws, taken, min((row.state.sensitivity.level for row in rows.values()), default=0))
    mark_dirty(ledger, removed.blocks)
    _forget_blocks(ledger, removed.blocks)
    return removed


def _forget_writers(ledger: Ledger, ws: Workspace, records: Iterable[Record]) -> None:
    """Counters and days kept under users, sessions and agents of whom no record is left: an id is often a name."""
    gone = list(records)
    for name in ("user_id", "session_id", "agent_id"):
        named = {value for record in gone if (value := getattr(record, name))}
        lost = named - {*ledger.distinct(RecordRow, name, {name: sorted(named)})} - {ws.actor} if named else set()
        if not lost:
            continue
        ledger.delete(MetaRow, [f"{kind}|{value}" for value in lost for kind in ("writes", "rate")])
        where: Where = {"session_id": sorted(lost)} if name == "session_id" else {"actor": sorted(lost), "kind": "day"}
        ledger.delete(LogRow, [row.id for row in ledger.find(LogRow, where)])


def _take_back_decisions(ledger: Ledger, ws: Workspace, removed: Removed) -> None:
    frontier = set(removed.records)
    while frontier:
        found = decisions_touching(ledger, frontier)
        frontier = set()
        for decision in found:
            if decision.undone_at is None:
                removed.retired_before |= set(decision.superseded)
                take_back(ledger, ws.indexer, decision, by=ERASURE, at=ws.now(), force=True)
            if decision.wrote_canonical and decision.canonical_id:
                new = {decision.canonical_id} - removed.canonicals - removed.records
                removed.canonicals |= new
                frontier |= new
            _strip(ledger, decision)
            removed.decisions += 1
            removed.blocks.add(decision.block)
            removed.unsettled.add(decision.block)
    removed.retired_before -= removed.records | removed.canonicals


def decisions_touching(ledger: Ledger, records: set[str]) -> list[Decision]:
    """Decisions that retired, promoted or settled any of these records, standing or not."""
    wanted = sorted(records)
    ids = {row.retirement.decision_id for row in ledger.find(RetirementRow, {"record_id": wanted})}
    ids |= {row.retirement.decision_id for row in ledger.find(RetirementRow, {"canonical_id": wanted})}
    for side in ("record_a", "record_b"):
        rows = ledger.find(ConflictRow, {side: wanted})
        ids |= {row.conflict.decision_id for row in rows if row.conflict.decision_id}
    return [row.decision for _, row in sorted(ledger.get(DecisionRow, sorted(ids)).items())]


def barred(ledger: Ledger, record_ids: Iterable[str]) -> set[str]:
    """Those of the records that cannot be removed, since they, or canonical records drawn from them, are held."""
    going = {key: _with_drawn(ledger, {key}) for key in sorted(set(record_ids))}
    rows = ledger.get(RecordRow, sorted(set().union(*going.values())))
    held = {key for key, row in rows.items() if row.state.legal_hold}
    return {key for key, found in going.items() if found & held}


def _with_drawn(ledger: Ledger, record_ids: set[str]) -> set[str]:
    """The records, and the canonical records that standing decisions wrote out of them, and out of those."""
    going, frontier = set(record_ids), set(record_ids)
    while frontier:
        drawn = {d.canonical_id for d in decisions_touching(ledger, frontier) if d.wrote_canonical and not d.undone_at}
        frontier = {key for key in drawn if key} - going
        going |= frontier
    return going


def _strip(ledger: Ledger, decision: Decision) -> None:
    """Keep that a decision was taken and taken back, but none of its words."""
    row = ledger.get(DecisionRow, [decision.id]).get(decision.id)
    if row is None:
        return
    bare = row.decision.model_copy(update={"text": None, "reason": "", "opinions": (), "block": "erased"})
    ledger.put([DecisionRow(id=bare.id, decision=bare)])


@dataclass(frozen=True)
class _Taken:
    """Mentions and claims that were deleted: all of their records."""

    mentions: list[Mention]
    claims: list[Claim]

    @property
    def names(self) -> set[str]:
        """Name keys that stood in them."""
        return {claim.subject_key for claim in self.claims} | {mention.key for mention in self.mentions}

    @property
    def entities(self) -> set[str]:
        """Entities that they were about."""
        return {claim.entity_id for claim in self.claims} | {mention.entity_id for mention in self.mentions}


def _delete_claims_and_mentions(ledger: Ledger, removed: Removed, gone: set[str]) -> _Taken:
    where = {"record_id": sorted(gone)}
    claims = ledger.find(ClaimRow, where)
    mentions = ledger.find(MentionRow, where)
    removed.claims += len(claims)
    removed.mentions += len(mentions)
    removed.blocks |= {row.block for row in claims}
    ledger.delete(ClaimRow, [row.id for row in claims])
    ledger.delete(MentionRow, [row.id for row in mentions])
    return _Taken([row.mention for row in mentions], [row.claim for row in claims])


def _delete_conflicts(ledger: Ledger, removed: Removed, gone: set[str]) -> None:
    found: dict[str, ConflictRow] = {}
    for side in ("record_a", "record_b"):
        found.update((row.id, row) for row in ledger.find(ConflictRow, {side: sorted(gone)}))
    removed.conflicts += len(found)
    removed.unsettled |= {row.conflict.block for row in found.values()}
    removed.blocks |= removed.unsettled
    ledger.delete(ConflictRow, sorted(found))
    # Conflicts of a decision that was taken back are undecided again until they are decided anew.
    for block in sorted(removed.blocks):
        for row in ledger.find(ConflictRow, {"block": block}):
            decision = ledger.get(DecisionRow, [row.conflict.decision_id or ""]).get(row.conflict.decision_id or "")
            if decision is not None and decision.decision.undone_by == ERASURE:
                update = {"status": ConflictStatus.ESCALATED, "decision_id": None}
                ledger.put([ConflictRow(id=row.id, conflict=row.conflict.model_copy(update=update))])


def _forget_names(ledger: Ledger, ws: Workspace, taken: _Taken, level: int) -> None:
    """Names that only erased records held leave every row; of the others those that may change are linked anew."""
    names = taken.names
    left = {*ledger.distinct(MentionRow, "key", {"key": sorted(names)})}
    left |= {*ledger.distinct(ClaimRow, "subject_key", {"subject_key": sorted(names)})}
    lost = names - left
    ledger.delete(MetaRow, [f"name|{name}" for name in sorted(lost)])
    ledger.delete(DirtyRow, [f"name|{name}" for name in sorted(lost)])
    judgements = [r for r in ledger.find(JudgementRow) if _names_of(r) & lost]
    ledger.delete(JudgementRow, [row.id for row in judgements])
    for review in ledger.find(ReviewRow, {"type": "identity"}):
        if {(_bare(review.item.entity_a)), (_bare(review.item.entity_b))} & lost:
            ledger.delete(ReviewRow, [review.id])
    unused = taken.entities - used_entities(ledger, taken.entities)
    ledger.delete(EntityRow, sorted(unused))
    changed = left - unaffected(ledger, left, taken.mentions, taken.claims, level)
    # A thing that is left under another name must not keep the name that is lost.
    bereft = [row for row in ledger.get(EntityRow, sorted(taken.entities)).values() if lost & set(row.keys)]
    changed |= {key for row in bereft for key in row.keys} - lost
    if changed:
        link_names(ledger, ws, changed)


def forget_claims(ledger: Ledger, ws: Workspace, record_id: str) -> None:
    """Remove what was read from a record that stays: claims, mentions, and names that only it held."""
    removed = Removed()
    row = ledger.get(RecordRow, [record_id]).get(record_id)
    taken = _delete_claims_and_mentions(ledger, removed, {record_id})
    # What is left must be no more sensitive than the record was when others could see it.
    _forget_names(ledger, ws, taken, row.record.sensitivity.level if row is not None else 0)
    mark_dirty(ledger, removed.blocks)


def _names_of(row: JudgementRow) -> set[str]:
    return {_bare(row.judgement.key_a), _bare(row.judgement.key_b)}


def _bare(anchor: str | None) -> str:
    return (anchor or "").partition("@r-")[0]


def _forget_blocks(ledger: Ledger, blocks: set[str]) -> None:
    """Blocks without claims leave the list of what is to be swept and what was learned of them."""
    empty = sorted(blocks - {*ledger.distinct(ClaimRow, "block", {"block": sorted(blocks)})})
    ledger.delete(DirtyRow, [f"{kind}|{block}" for block in empty for kind in ("block", "decide")])
    ledger.delete(MetaRow, [f"block|{block}" for block in empty])
    attributes = {block.partition("|")[2] for block in empty}
    used = {*ledger.distinct(ClaimRow, "attribute", {"attribute": sorted(attributes)})}
    forget_attributes(ledger, sorted(attributes - used))


def note_revivals(ledger: Ledger, record_ids: Iterable[str]) -> None:
    """Remember in the transaction of a removal what may come back: a crash before it is held leaves it to the sweep."""
    wanted = set(record_ids) | set(_noted(ledger))
    if wanted:
        ledger.put([MetaRow(id=REVIVALS, body={"records": sorted(wanted)})])


def finish_revivals(ledger: Ledger, ws: Workspace) -> list[str]:
    """Hold for review what came back, once sets were decided anew; the ids."""
    noted = _noted(ledger)
    if not noted:
        return []
    ledger.delete(MetaRow, [REVIVALS])
    return hold_revived(ledger, ws, noted)


def _noted(ledger: Ledger) -> list[str]:
    row = ledger.get(MetaRow, [REVIVALS]).get(REVIVALS)
    found = row.body.get("records") if row is not None else None
    return [str(item) for item in found] if isinstance(found, list) else []


def hold_revived(ledger: Ledger, ws: Workspace, record_ids: Iterable[str]) -> list[str]:
    """Records that are retired no longer come back for review, never by themselves; their ids."""
    revived = []
    for record_id, row in sorted(ledger.get(RecordRow, sorted(record_ids)).items()):
        if row.state.status not in (Status.ACTIVE, Status.CANONICAL):
            continue
        state = row.state.model_copy(update={"hold": Status.UNDER_REVIEW, "status": Status.UNDER_REVIEW})
        ws.indexer.put_states(ledger, [(row.record, state)])
        item_id = make_id("v", record_id)
        item = ReviewItem(
            id=item_id, type="revived", namespace=row.record.namespace, record_id=record_id, created_at=ws.now(),
            reasons=("what had superseded it was erased",), requires_level=row.state.sensitivity.level,
        )  # fmt: skip
        ledger.put([ReviewRow(id=item_id, item=item)])
        revived.append(record_id)
    if revived:
        append_audit(ledger, ws.now(), ws.actor, "revive", "", {"records": len(revived)})
    return revived

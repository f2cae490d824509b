"""Rows of a snapshot without certain records: without what was drawn from them, and without what only they said."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.governance.canary import Canaries, collect_canaries, content_of
from graphmem.model.decision import Decision, ReviewItem
from graphmem.model.ids import make_id
from graphmem.model.record import Record, RecordState, Status
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

Rows = Callable[[], Iterator[Row]]
_DERIVED = (EntityRow, MetaRow, DirtyRow, LogRow, JudgementRow, ReviewRow)
_NEVER_DROPPED = ("tombstone|", "audit|")


@dataclass
class Kept:
    """What is left. gone: the records asked for, and canonical records that decisions wrote out of them."""

    source: Rows
    at: datetime | None
    gone: frozenset[str]
    taken_back: frozenset[str]
    revived: frozenset[str]
    blocks: frozenset[str]
    lost: frozenset[str] = frozenset()  # ids of rows about names, entities and writers that nothing left bears
    canaries: Canaries = field(default_factory=Canaries)

    def rows(self) -> Iterator[Row]:
        """The rows that stay, some of them rewritten, and what makes the next sweep decide anew."""
        for row in self.source():
            if (kept := self._keep(row)) is not None:
                yield kept
                if isinstance(kept, RecordRow) and kept.id in self.revived:
                    yield self._revival(kept.record)
        for block in sorted(self.blocks):
            yield DirtyRow(id=f"block|{block}", kind="block", key=block)

    def _keep(self, row: Row) -> Row | None:
        if isinstance(row, RecordRow):
            return None if row.id in self.gone else self._restated(row)
        if isinstance(row, DecisionRow):
            return self._stripped(row)
        if isinstance(row, RetirementRow):
            retirement = row.retirement
            lost = retirement.record_id in self.gone or retirement.decision_id in self.taken_back
            return None if lost else row
        if isinstance(row, ConflictRow):
            return None if {row.conflict.record_a, row.conflict.record_b} & self.gone else self._reopened(row)
        record_id = _record_of(row)
        if (record_id is not None and record_id in self.gone) or row.id in self.lost:
            return None
        return None if isinstance(row, _DERIVED) and self._holds_canary(row) else row

    def _holds_canary(self, row: Row) -> bool:
        if row.id.startswith(_NEVER_DROPPED):
            return False
        return self.canaries.stand_in(row.model_dump_json())

    def _restated(self, row: RecordRow) -> RecordRow:
        state = row.state
        retired = tuple(span for span in state.retired if span.decision_id not in self.taken_back)
        if state.decision_id not in self.taken_back and retired == state.retired:
            return row
        changes: dict[str, object] = {"retired": retired}
        if state.decision_id in self.taken_back:
            bare = RecordState(record_id=row.id)
            names = (
                "status",
                "canonical_id",
                "decision_id",
                "supersedes",
                "resolution_type",
                "resolution_date",
                "resolver",
                "closes_at",
            )
            changes |= {name: getattr(bare, name) for name in names}
            if state.hold is not None:
                changes["status"] = state.hold
        if row.id in self.revived and state.hold is None:
            changes |= {"hold": Status.UNDER_REVIEW, "status": Status.UNDER_REVIEW}
        return RecordRow.of(row.record, state.model_copy(update=changes))

    def _stripped(self, row: DecisionRow) -> DecisionRow:
        if row.id not in self.taken_back:
            return row
        update: dict[str, object] = {"text": None, "reason": "", "opinions": (), "block": "erased"}
        if row.decision.undone_at is None:
            update |= {"undone_at": self.at or row.decision.decided_at, "undone_by": "erasure"}
        return DecisionRow(id=row.id, decision=row.decision.model_copy(update=update))

    def _reopened(self, row: ConflictRow) -> ConflictRow:
        if row.conflict.decision_id not in self.taken_back:
            return row
        return ConflictRow(
            id=row.id, conflict=row.conflict.model_copy(update={"status": "escalated", "decision_id": None})
        )

    def _revival(self, record: Record) -> ReviewRow:
        item = ReviewItem(
            id=make_id("v", record.id), type="revived", namespace=record.namespace, record_id=record.id,
            created_at=self.at or record.recorded_at, reasons=("what had superseded it was erased",),
            requires_level=record.sensitivity.level,
        )  # fmt: skip
        return ReviewRow(id=item.id, item=item)


def without_records(source: Rows, record_ids: frozenset[str], at: datetime | None) -> Kept:
    """The rows of source without these records; source is read several times, since nothing of it is held whole."""
    gone, taken_back, revived = _unravel(source, record_ids)
    blocks, extra = set(), []
    for row in source():
        if isinstance(row, ClaimRow) and row.claim.record_id in gone:
            blocks.add(row.block)
            extra.append(
                f"{row.claim.subject} {row.claim.predicate} {row.claim.value.model_dump_json()} {row.claim.quote}"
            )
        elif isinstance(row, MentionRow) and row.mention.record_id in gone:
            extra.append(" ".join((row.mention.name, row.mention.descriptor, *row.mention.aliases)))
    erased = (row.record for row in source() if isinstance(row, RecordRow) and row.id in gone)
    survivors = (content_of(row.record) for row in source() if isinstance(row, RecordRow) and row.id not in gone)
    canaries = collect_canaries(erased, survivors, extra)
    return Kept(source, at, gone, taken_back, revived - gone, frozenset(blocks), _lost(source, gone), canaries)


def _lost(source: Rows, gone: frozenset[str]) -> frozenset[str]:
    """Ids of rows about names, entities, users, sessions and agents of which nothing is left but what goes.

    They may hold no word that survivors do not use too, and name the erased all the same.
    """
    going, left = set[str](), set[str]()
    for row in source():
        record_id = row.id if isinstance(row, RecordRow) else _record_of(row)
        if record_id is not None:
            (going if record_id in gone else left).update(_rows_about(row))
    lost = going - left
    logged = {row.id for row in source() if isinstance(row, LogRow) and _is_log_of(row, lost)}
    return frozenset(lost | logged)


def _is_log_of(row: LogRow, lost: set[str]) -> bool:
    return f"rate|{row.session_id}" in lost or (row.kind == "day" and f"agent|{row.actor}" in lost)


def _rows_about(row: Row) -> Iterator[str]:
    if isinstance(row, ClaimRow):
        yield from (f"name|{row.claim.subject_key}", row.claim.entity_id)
    elif isinstance(row, MentionRow):
        yield from (f"name|{row.mention.key}", row.mention.entity_id)
    elif isinstance(row, RecordRow):
        record = row.record
        yield from (f"writes|{record.user_id}", f"rate|{record.session_id}", f"agent|{record.agent_id}")


def _unravel(source: Rows, record_ids: frozenset[str]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Records that go, decisions that are taken back, and records that those had retired."""
    decisions = {row.id: row.decision for row in source() if isinstance(row, DecisionRow)}
    touched: dict[str, set[str]] = {decision_id: _rests_on(decision) for decision_id, decision in decisions.items()}
    for row in source():
        if isinstance(row, RetirementRow):
            touched.setdefault(row.retirement.decision_id, set()).add(row.retirement.record_id)
    gone, taken_back, revived = set(record_ids), set[str](), set[str]()
    frontier = True
    while frontier:
        found = {key for key, records in touched.items() if key in decisions and records & gone} - taken_back
        taken_back |= found
        for key in found:
            decision = decisions[key]
            if decision.undone_at is None:
                revived |= set(decision.superseded)
            if decision.wrote_canonical and decision.canonical_id:
                gone.add(decision.canonical_id)
        frontier = bool(found)
    return frozenset(gone), frozenset(taken_back), frozenset(revived)


def _rests_on(decision: Decision) -> set[str]:
    return {*decision.rests_on, *decision.superseded, *filter(None, [decision.canonical_id])}


def _record_of(row: Row) -> str | None:
    if isinstance(row, ClaimRow):
        return row.claim.record_id
    if isinstance(row, MentionRow):
        return row.mention.record_id
    if isinstance(row, DueRow):
        return row.record_id
    return row.item.record_id if isinstance(row, ReviewRow) else None

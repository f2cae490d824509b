"""How the memory stands, in figures: conflicts by kind, what waits for a person, documents nobody verified lately."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from pydantic import BaseModel

from graphmem.model.conflict import ConflictStatus
from graphmem.model.record import ContentType, Status
from graphmem.model.rows import ConflictRow, DecisionRow, EntityRow, MetaRow, RecordRow, ReviewRow
from graphmem.retrieval.hits import fresh_as_of
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_TOLD = "escalations|told"
_LIVE = (str(Status.ACTIVE), str(Status.CANONICAL))


class KindCount(BaseModel, frozen=True):
    """How many conflicts of a kind are in a status."""

    kind: str
    status: str
    count: int


class WaitingItem(BaseModel, frozen=True):
    """Something that waits for a person: a conflict's id or a review item's, and what it is."""

    id: str
    type: str
    kind: str


class Standing(BaseModel, frozen=True):
    """Counts of a tenant."""

    records: int
    canonical: int
    superseded: int
    entities: int
    conflicts: tuple[KindCount, ...]
    decisions: dict[str, int]  # standing ones, by rule


def standing(ws: Workspace) -> Standing:
    """Counts of the whole tenant now."""

    def work(ledger: Ledger) -> Standing:
        kinds = Counter((str(r.conflict.kind), str(r.conflict.status)) for r in ledger.find(ConflictRow))
        rules = Counter(
            r.decision.rule.split(" (")[0] for r in ledger.find(DecisionRow) if r.decision.undone_at is None
        )
        return Standing(
            records=ledger.count(RecordRow),
            canonical=ledger.count(RecordRow, {"status": str(Status.CANONICAL)}),
            superseded=ledger.count(RecordRow, {"status": str(Status.SUPERSEDED)}),
            entities=ledger.count(EntityRow),
            conflicts=tuple(KindCount(kind=k, status=s, count=n) for (k, s), n in sorted(kinds.items())),
            decisions=dict(sorted(rules.items())),
        )

    return ws.read(work)


def waiting_items(ws: Workspace) -> list[WaitingItem]:
    """Everything of the tenant that waits for a person, in order of id."""

    def work(ledger: Ledger) -> list[WaitingItem]:
        conflicts = ledger.find(ConflictRow, {"status": str(ConflictStatus.ESCALATED)})
        items = [WaitingItem(id=r.id, type="conflict", kind=str(r.conflict.kind)) for r in conflicts]
        reviews = ledger.find(ReviewRow, {"status": "waiting"})
        items += [WaitingItem(id=r.id, type=r.item.type, kind=r.item.type) for r in reviews]
        return sorted(items, key=lambda item: item.id)

    return ws.read(work)


def untold_items(ws: Workspace, items: Sequence[WaitingItem]) -> list[WaitingItem]:
    """Those of the waiting items that nobody was told of by an earlier call."""
    ids = [item.id for item in items]

    def work(ledger: Ledger) -> set[str]:
        row = ledger.get(MetaRow, [_TOLD]).get(_TOLD)
        told = row.body.get("ids") if row else None
        known = {str(key) for key in told} if isinstance(told, list) else set()
        if known != set(ids):
            ledger.put([MetaRow(id=_TOLD, body={"ids": ids})])
        return known

    known = ws.write(work)
    return [item for item in items if item.id not in known]


def stale_documents(ws: Workspace) -> list[str]:
    """Ids of live documents that were not verified for longer than the settings allow."""
    before = ws.now() - timedelta(days=ws.settings.retention.stale_document_days)
    where = {"content_type": str(ContentType.DOCUMENT), "status": list(_LIVE)}
    rows = ws.store.stream(ws.tenant, RecordRow, where)
    return [row.id for row in rows if fresh_as_of(row.record, row.state) < before]

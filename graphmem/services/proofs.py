"""Proofs that what the sweep left holds together: references, indexes, and what a search may never return."""

from pydantic import BaseModel

from graphmem.model.record import Status
from graphmem.model.rows import ConflictRow, RecordRow
from graphmem.model.scope import Principal, Role, Sensitivity
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_PROBES = 25
_K = 10
_PAGE = 500


class ProbeReport(BaseModel, frozen=True):
    """How many superseded records were looked for by their own text, and the ids of those that a leg returned."""

    probes: int
    returned: tuple[str, ...] = ()


def missing_references(ws: Workspace) -> list[str]:
    """Ids of conflicts of which a record does not exist."""

    def work(ledger: Ledger) -> list[str]:
        found: list[str] = []
        after = ""
        while rows := ledger.find(ConflictRow, after=after, limit=_PAGE):
            after = rows[-1].id
            conflicts = [row.conflict for row in rows]
            present = ledger.get(RecordRow, sorted({r for c in conflicts for r in (c.record_a, c.record_b)}))
            found += [c.id for c in conflicts if c.record_a not in present or c.record_b not in present]
        return found

    return ws.read(work)


def probe_superseded(ws: Workspace, *, probes: int = _PROBES) -> ProbeReport:
    """Ask each index for superseded records by their own words, as a reader who may see all of their namespace.

    The worst question there is: a record's text matches no other record better. Nothing of it is logged.
    """
    rows = ws.read(lambda ledger: ledger.find(RecordRow, {"status": str(Status.SUPERSEDED)}, limit=probes))
    returned: set[str] = set()
    for row in rows:
        record = row.record
        reader = Principal(
            tenant=ws.tenant,
            namespaces=(record.namespace,),
            roles=frozenset({Role.OPERATOR}),
            clearance=Sensitivity.RESTRICTED,
        )
        with ws.store.view(reader, ws.as_of()) as view:
            hits = list(view.text_leg(record.text, _K))
            if ws.models.encoder is not None and view.vectors_usable:
                hits += view.vector_leg(ws.models.encoder.encode([record.text])[0], _K)
            states = view.records([hit.record_id for hit in hits])
        returned |= {key for key, (_, state) in states.items() if state.status is Status.SUPERSEDED}
    return ProbeReport(probes=len(rows), returned=tuple(sorted(returned)))

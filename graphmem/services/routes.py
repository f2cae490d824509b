"""Whether the routes pay for themselves: share, latency and regret from the retrieval log."""

from graphmem.model.retrieval import Route
from graphmem.model.rows import LogRow
from graphmem.model.scope import Role
from graphmem.retrieval.log import HASHED, RouteUse, routes_report
from graphmem.services.reading import retriever
from graphmem.services.workspace import Workspace

_ROUTES = (Route.LOOKUP, Route.GRAPH)
_SAMPLE = 50


def report_routes(ws: Workspace, *, measure: int = 0) -> list[RouteUse]:
    """Use of every route over logged searches, most used first; of the latest `measure` questions also the regret.

    Without judged answers the regret of a search is the share of the hits that both routes agree on, or that rank first
    on another route, and that the chosen one did not show: what a person would have missed by the choice.
    """
    ws.require(Role.OPERATOR, Role.AUDITOR)
    rows = ws.read(lambda ledger: ledger.find(LogRow, {"kind": "retrieval"}))
    if measure:
        latest = sorted(rows, key=lambda row: row.at, reverse=True)[: min(measure, _SAMPLE)]
        judged = {row.id: _with_regret(ws, row) for row in latest}
        rows = [judged.get(row.id, row) for row in rows]
    return routes_report(rows)


def _with_regret(ws: Workspace, row: LogRow) -> LogRow:
    query = str(row.body.get("query", ""))
    if query.startswith(HASHED):
        return row
    shown = {str(hit[0]) for hit in _hits(row)}
    asked = retriever(ws)
    wanted: set[str] = set()
    found = []
    for route in _ROUTES:
        answer = asked.search(ws.store, ws.principal, query, ws.as_of(), k=5, route=route)
        found.append([hit.record_id for hit in answer.hits])
    wanted = set.intersection(*map(set, found)) | {ids[0] for ids in found if ids}
    missed = len(wanted - shown) / len(wanted) if wanted else 0.0
    return row.model_copy(update={"body": {**row.body, "regret": missed}})


def _hits(row: LogRow) -> list[list[object]]:
    hits = row.body.get("hits")
    return [hit for hit in hits if isinstance(hit, list) and hit] if isinstance(hits, list) else []

"""Whether the routes pay for themselves: share, latency and regret from the retrieval log."""

from collections.abc import Sequence

from graphmem.model.interval import parse_instant
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

    Without judged answers the regret of a search is the share of the hits that lookup and graph agree on, or that rank
    first on one of them, and that were not shown: what a person would have missed by the choice between the two. The
    other routes answer another kind of question, so they have none; nor have questions that were hashed.
    """
    ws.require(Role.OPERATOR, Role.AUDITOR)
    rows = ws.read(lambda ledger: ledger.find(LogRow, {"kind": "retrieval"}))
    if measure:
        comparable = [row for row in rows if row.body.get("route") in _ROUTES and not _query(row).startswith(HASHED)]
        latest = sorted(comparable, key=lambda row: (row.at, row.id), reverse=True)[: min(measure, _SAMPLE)]
        judged = {row.id: _with_regret(ws, row) for row in latest}
        rows = [judged.get(row.id, row) for row in rows]
    return routes_report(rows)


def _with_regret(ws: Workspace, row: LogRow) -> LogRow:
    """The row with what both routes find now, as of the times and for as many hits as were asked for then."""
    shown = _hits(row)
    as_of = ws.as_of().model_copy(update=_times(row))
    depth = max(len(shown), 1)
    found = [
        [
            hit.record_id
            for hit in retriever(ws).search(ws.store, ws.principal, _query(row), as_of, k=depth, route=r).hits
        ]
        for r in _ROUTES
    ]
    wanted = set.intersection(*map(set, found)) | {ids[0] for ids in found if ids}
    missed = len(wanted - set(shown)) / len(wanted) if wanted else 0.0
    return row.model_copy(update={"body": {**row.body, "regret": missed}})


def _query(row: LogRow) -> str:
    return str(row.body.get("query", ""))


def _times(row: LogRow) -> dict[str, object]:
    """Fields of the times that the caller gave."""
    given = {name: row.body.get(name) for name in ("valid_at", "known_at")}
    times = {name: parse_instant(value) for name, value in given.items() if isinstance(value, str) and value}
    return {**times, "include_superseded": bool(row.body.get("include_superseded"))}


def _hits(row: LogRow) -> Sequence[str]:
    hits = row.body.get("hits")
    return [str(hit[0]) for hit in hits if isinstance(hit, list) and hit] if isinstance(hits, list) else []

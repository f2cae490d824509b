"""The retrieval log: what was asked and what came back, as rows for replay and for counting; never text of records."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import mean, median
from typing import cast

from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant, parse_instant
from graphmem.model.retrieval import AsOf, Route, SearchAnswer
from graphmem.model.rows import LogRow
from graphmem.model.scope import Principal, Sensitivity
from graphmem.retrieval.retriever import Retriever
from graphmem.store_protocol import Store

HASHED = "sha256:"


@dataclass(frozen=True)
class Asked:
    """A search as it was asked: by whom, as of when, for how many hits, by which route."""

    principal: Principal
    as_of: AsOf
    k: int = 5
    route: Route = Route.AUTO
    session_id: str = ""


@dataclass(frozen=True)
class Replay:
    """A logged search asked again: hits then and now, None where the question was hashed and cannot be asked."""

    before: tuple[str, ...]
    after: tuple[str, ...] | None
    is_same: bool


@dataclass(frozen=True)
class RouteUse:
    """How one route was used: searches, their share, latency in milliseconds, regret where a replay measured it.

    fell_back counts searches for which another route was chosen and found nothing.
    """

    route: str
    searches: int
    share: float
    p50_ms: float
    p95_ms: float
    fell_back: int
    regret: float | None = None


def log_row(asked: Asked, answer: SearchAnswer, *, touches_restricted: bool = False) -> LogRow:
    """The row of one search. The question is hashed when the principal's clearance, or a hit, is restricted."""
    principal = asked.principal
    is_secret = touches_restricted or principal.clearance is Sensitivity.RESTRICTED
    query = f"{HASHED}{hashlib.sha256(answer.query.encode()).hexdigest()}" if is_secret else answer.query
    body: dict[str, object] = {
        "query": query,
        "k": asked.k,
        "asked_route": asked.route.value,
        "route": answer.route.value,
        "reason": "" if is_secret else answer.route_reason,
        "hits": [[hit.record_id, hit.score] for hit in answer.hits],
        "suppressed": answer.suppressed.model_dump(),
        "fell_back": any(note.endswith("answered by lookup") for note in answer.notes),
        "took_ms": answer.took_ms,
        "valid_at": format_instant(asked.as_of.valid_at),
        "known_at": format_instant(asked.as_of.known_at),
        "include_superseded": asked.as_of.include_superseded,
        "namespaces": list(principal.namespaces),
        "clearance": principal.clearance.value,
    }
    at = asked.as_of.now
    return LogRow(
        id=make_id("l", principal.tenant, answer.query_id, format_instant(at), principal.name),
        kind="retrieval",
        at=at,
        namespace=principal.write,
        actor=principal.name or "",
        session_id=asked.session_id,
        body=body,
    )


def replay(row: LogRow, store: Store, principal: Principal, retriever: Retriever, now: datetime) -> Replay:
    """Ask a logged question again, as the given principal, at the same valid and known time."""
    body = row.body
    before = tuple(hit[0] for hit in cast(list[list[str]], body.get("hits", [])))
    query = str(body.get("query", ""))
    if query.startswith(HASHED):
        return Replay(before=before, after=None, is_same=False)
    as_of = AsOf(
        now=now,
        valid_at=_instant(body.get("valid_at")),
        known_at=_instant(body.get("known_at")),
        include_superseded=bool(body.get("include_superseded")),
    )
    k, route = int(cast(int, body.get("k", 5))), str(body.get("asked_route", Route.AUTO.value))
    answer = retriever.search(store, principal, query, as_of, k=k, route=route)
    after = tuple(hit.record_id for hit in answer.hits)
    return Replay(before=before, after=after, is_same=before == after)


def routes_report(rows: Iterable[LogRow]) -> list[RouteUse]:
    """Share, latency and regret of each route over logged searches, most used first.

    Regret is read from rows whose body has `regret` (a number that a replay against judged questions adds).
    """
    groups: dict[str, list[dict[str, object]]] = defaultdict(list)
    for row in rows:
        if row.kind == "retrieval":
            groups[str(row.body.get("route", ""))].append(row.body)
    total = sum(map(len, groups.values()))
    used = [_use_of(route, bodies, total) for route, bodies in groups.items()]
    return sorted(used, key=lambda use: (-use.searches, use.route))


def _use_of(route: str, bodies: Sequence[dict[str, object]], total: int) -> RouteUse:
    times = sorted(float(cast(float, body.get("took_ms", 0.0))) for body in bodies)
    regrets = [float(cast(float, body["regret"])) for body in bodies if body.get("regret") is not None]
    return RouteUse(
        route=route,
        searches=len(bodies),
        share=round(len(bodies) / total, 4),
        p50_ms=round(median(times), 3),
        p95_ms=round(times[min(len(times) - 1, int(0.95 * len(times)))], 3),
        fell_back=sum(bool(body.get("fell_back")) for body in bodies),
        regret=round(mean(regrets), 4) if regrets else None,
    )


def _instant(value: object) -> datetime | None:
    return parse_instant(value) if isinstance(value, str) and value else None

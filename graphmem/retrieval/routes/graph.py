"""Questions that span records: a walk over names and records from the names in the question."""

from collections.abc import Sequence

from graphmem.model.retrieval import Route
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.routes.lookup import fuse, legs_of, lookup
from graphmem.retrieval.walk.neighbourhood import explore
from graphmem.retrieval.walk.network import make_network, page_rank, restart
from graphmem.retrieval.walk.paths import find_paths
from graphmem.retrieval.walk.seeds import seeds_of

_ENOUGH = 4
_PATHS = 2  # paths are found for so many times the hits that are wanted
NO_WALK = "graph: no name of the question is known and no claim is near it; answered by lookup"


def graph(ask: Ask) -> RouteAnswer:
    """Records by personalised PageRank over the question's neighbourhood, each with the path that earned it.

    Falls back to `lookup`, with a note, when there is nothing to walk from or the walk reaches nothing.
    """
    seeds = seeds_of(ask)
    if not seeds:
        return _fall_back(ask, NO_WALK)
    hood = explore(ask, seeds)
    network = make_network(hood, ask.parameters)
    if not network.records or not network.weights.nnz:
        return _fall_back(ask, "graph: the walk reached no record; answered by lookup")
    scores = page_rank(network, restart(network, hood, (), ask.parameters), ask.parameters)
    top = float(scores.max()) or 1.0
    order = sorted(range(len(scores)), key=lambda at: (-scores[at], network.records[at]))
    ids = [network.records[at] for at in order]
    paths = find_paths(network, hood, sorted(seeds), ids[: _PATHS * ask.k])
    ranked = [
        Ranked(
            record_id=record_id,
            score=float(scores[at]) / top,
            legs={"graph": round(float(scores[at]) / top, 6), **legs_of(ask, record_id)},
            path=paths.get(record_id, ()),
        )
        for at, record_id in zip(order, ids, strict=True)
    ]
    return RouteAnswer(route=Route.GRAPH, ranked=tuple(_with_rest(ask, ranked)))


def _with_rest(ask: Ask, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The walk's records, then the candidates that it did not reach, so that none is lost to a large k."""
    if len(ranked) >= _ENOUGH * ask.k:
        return list(ranked)
    reached = {item.record_id for item in ranked}
    least = min((item.score for item in ranked), default=0.0)
    rest = [item for item in fuse(ask) if item.record_id not in reached]
    return [
        *ranked,
        *(Ranked(item.record_id, least * item.score, item.legs) for item in rest),
    ]


def _fall_back(ask: Ask, note: str) -> RouteAnswer:
    answer = lookup(ask)
    return RouteAnswer(route=Route.LOOKUP, ranked=answer.ranked, notes=(note,))

"""Two routes at once: where neither is clearly the better one, a record counts by what both say of it."""

import math
from dataclasses import replace

from graphmem.retrieval.answers import RouteAnswer


def blend(walk: RouteAnswer, direct: RouteAnswer, walk_share: float) -> RouteAnswer:
    """The walk's answer with each score as the weighted sum of both routes' scores, each as a share of its best.

    A walk's scores fall off steeply, so their square roots are taken. A record that one route does not list has no part
    from it. Paths and legs stay as the walk gave them; a walk that fell back is direct already.
    """
    if walk.route is direct.route:
        return walk
    steps, plain = _scaled(walk), _scaled(direct)
    scores = {
        key: walk_share * math.sqrt(steps.get(key, 0.0)) + (1 - walk_share) * plain.get(key, 0.0)
        for key in sorted({*steps, *plain})
    }
    known = {item.record_id: item for item in (*direct.ranked, *walk.ranked)}
    ordered = sorted(scores, key=lambda key: (-scores[key], key))
    return replace(walk, ranked=tuple(replace(known[key], score=scores[key]) for key in ordered))


def _scaled(answer: RouteAnswer) -> dict[str, float]:
    best = max((item.score for item in answer.ranked), default=0.0)
    return {item.record_id: max(item.score, 0.0) / best if best > 0 else 0.0 for item in answer.ranked}

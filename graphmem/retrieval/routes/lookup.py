"""Direct questions: the text leg and the vector leg, fused, then compared with the best candidate too."""

from graphmem.model.retrieval import Route
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.fusion import scaled, weighted
from graphmem.retrieval.words import is_identifier


def lookup(ask: Ask) -> RouteAnswer:
    """Candidates of both legs by the weighted sum of their scaled scores, ties by id; near the best one first.

    Neither leg gates the other. A question with an identifier leans on the text leg, since vectors do not tell
    `ZX-4471` from `ZX-4472`. The first candidates are then compared with question and best candidate together
    (relevance feedback: Rocchio 1971), which brings up what says more of the same.
    """
    fused = fuse(ask)
    again = _with_feedback(ask, [item.record_id for item in fused[: ask.parameters.feedback_depth]])
    if not again:
        return RouteAnswer(route=Route.LOOKUP, ranked=tuple(fused))
    first = [Ranked(key, score, legs_of(ask, key)) for key, score in _by_score(again)]
    # What was not compared again stays behind, in its order and distance.
    last = fused[len(first) - 1].score
    scale = first[-1].score / last if last > 0 else 0.0
    behind = [Ranked(item.record_id, scale * item.score, item.legs) for item in fused[len(first) :]]
    return RouteAnswer(route=Route.LOOKUP, ranked=(*first, *behind))


def fuse(ask: Ask) -> list[Ranked]:
    """Candidates of both legs, best first: for routes that rank by more than the legs."""
    text, vector = scaled(ask.pool.text), scaled(ask.pool.vector)
    fused = _by_score(weighted(text, vector, _text_share(ask)))
    best = fused[: max(ask.parameters.pool, 2 * ask.k)]
    return [Ranked(record_id=record_id, score=score, legs=legs_of(ask, record_id)) for record_id, score in best]


def _with_feedback(ask: Ask, ids: list[str]) -> dict[str, float]:
    """Scores of the candidates with the best one added to the question's vector; none where there is no such vector."""
    parameters, asked = ask.parameters, ask.question.vector
    if asked is None or len(ids) < 2 or parameters.feedback <= 0:
        return {}
    vectors = ask.view.vectors_of(ids)
    if ids[0] not in vectors:
        return {}
    meant = asked + parameters.feedback * vectors[ids[0]]
    near = {key: max(float(vector @ meant), 0.0) for key, vector in vectors.items()}
    best, floor = max(near.values()), min(near.values())
    vector = {key: near.get(key, floor) / best if best > 0 else 0.0 for key in ids}
    text = scaled(ask.pool.text)
    fused = weighted(text, vector, _text_share(ask))
    return {key: fused[key] for key in ids}


def _text_share(ask: Ask) -> float:
    share = ask.parameters.text_share
    if any(is_identifier(word) for word in ask.question.content):
        share += (1 - share) * ask.parameters.identifier_bonus
    return share


def _by_score(scores: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def legs_of(ask: Ask, record_id: str) -> dict[str, float]:
    """What each leg gave a record, in the leg's own scale; a leg that does not list it is left out."""
    legs = {"text": ask.pool.text_scores, "vector": ask.pool.vector_scores}
    return {leg: round(scores[record_id], 6) for leg, scores in legs.items() if record_id in scores}

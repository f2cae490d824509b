"""Direct questions: the text leg and the vector leg, fused."""

from graphmem.model.retrieval import Route
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.fusion import scaled, weighted
from graphmem.retrieval.words import is_identifier


def lookup(ask: Ask) -> RouteAnswer:
    """Candidates of both legs by the weighted sum of their scaled scores, ties by id.

    Neither leg gates the other. A question with an identifier leans on the text leg, since vectors do not tell
    `ZX-4471` from `ZX-4472`.
    """
    parameters = ask.parameters
    text, vector = scaled(ask.pool.text), scaled(ask.pool.vector)
    share = parameters.text_share
    if any(is_identifier(word) for word in ask.question.content):
        share += (1 - share) * parameters.identifier_bonus
    fused = weighted(text, vector, share)
    best = sorted(fused.items(), key=lambda item: (-item[1], item[0]))[: max(parameters.pool, 2 * ask.k)]
    ranked = [Ranked(record_id=record_id, score=score, legs=legs_of(ask, record_id)) for record_id, score in best]
    return RouteAnswer(route=Route.LOOKUP, ranked=tuple(ranked))


def legs_of(ask: Ask, record_id: str) -> dict[str, float]:
    """What each leg gave a record, in the leg's own scale; a leg that does not list it is left out."""
    legs = {"text": ask.pool.text_scores, "vector": ask.pool.vector_scores}
    return {leg: round(scores[record_id], 6) for leg, scores in legs.items() if record_id in scores}

"""How the scores of two legs become one."""

from collections.abc import Mapping, Sequence

from graphmem.model.retrieval import LegHit


def scaled(hits: Sequence[LegHit]) -> dict[str, float]:
    """Scores of a leg as shares of its best, the worst at 0 when all are alike in sign; empty for no hits."""
    if not hits:
        return {}
    best = max(hit.score for hit in hits)
    return {hit.record_id: max(hit.score, 0.0) / best if best > 0 else 0.0 for hit in hits}


def reciprocal_rank(legs: Sequence[Sequence[LegHit]], constant: float = 60.0) -> dict[str, float]:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): the sum of 1 / (constant + rank)."""
    scores: dict[str, float] = {}
    for hits in legs:
        for rank, hit in enumerate(hits, start=1):
            scores[hit.record_id] = scores.get(hit.record_id, 0.0) + 1.0 / (constant + rank)
    return scores


def weighted(text: Mapping[str, float], vector: Mapping[str, float], text_share: float) -> dict[str, float]:
    """Sum of two legs' scaled scores, of which the text leg has `text_share`; what a leg lacks gets its floor."""
    text_floor = min(text.values(), default=0.0) / 2
    vector_floor = min(vector.values(), default=0.0)
    return {
        record_id: text_share * text.get(record_id, text_floor) + (1 - text_share) * vector.get(record_id, vector_floor)
        for record_id in sorted({*text, *vector})
    }

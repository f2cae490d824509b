"""Where a walk begins: names of the question that the store knows; else subjects of the claims nearest to it."""

from graphmem.retrieval.answers import Ask
from graphmem.retrieval.words import coverage

_RECORDS = 10  # of the best candidates whose claims are looked at


def seeds_of(ask: Ask) -> dict[str, float]:
    """Weight of each seed name, 0 to 1."""
    return {name.key: 1.0 for name in ask.question.names if name.is_written} or _claim_seeds(ask)


def _claim_seeds(ask: Ask) -> dict[str, float]:
    """Subjects of the claims that hold most of the question's words, the rarer the subject the more it weighs."""
    ids = [hit.record_id for hit in (*ask.pool.text[:_RECORDS], *ask.pool.vector[:_RECORDS])]
    words = list(ask.question.content)
    best: dict[str, float] = {}
    for claim in ask.view.claims_of(sorted(set(ids))):
        best[claim.subject_key] = max(best.get(claim.subject_key, 0.0), coverage(words, claim.quote))
    counts = ask.view.mention_counts(sorted(best))
    weighed = {key: value / max(counts.get(key, 1), 1) ** 0.5 for key, value in best.items() if value > 0}
    ranked = sorted(weighed.items(), key=lambda item: (-item[1], item[0]))[: ask.parameters.claim_seeds]
    return dict(ranked)

"""The one set of numbers that retrieval runs with, on every corpus: chosen on the dev sets (quality-retrieval.md)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Parameters:
    """Numbers of retrieval, by the part that reads them.

    Pools: how many candidates each leg gives. Fusion: shares of the legs. Factors: by how much at most recency, outcome
    and authority move a score. Floors: below them a record has nothing to do with the question.
    """

    pool: int = 100
    text_share: float = 0.5
    identifier_bonus: float = 0.5

    recency_gain: float = 0.06
    recency_half_life_days: float = 180.0
    authority_gain: float = 0.06
    resolved_gain: float = 0.04
    unresolved_loss: float = 0.04
    window_gain: float = 0.25

    cosine_floor: float = 0.18
    coverage_floor: float = 0.5
    answer_cosine: float = 0.38


DEFAULT = Parameters()

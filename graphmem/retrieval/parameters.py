"""The one set of numbers that retrieval runs with, on every corpus: chosen on the dev sets (quality-retrieval.md)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Parameters:
    """Numbers of retrieval, by the part that reads them.

    Pools: how many candidates each leg gives. Fusion: shares of the legs, and of walk and legs where neither is clear.
    Factors: by how much at most recency, outcome and authority move a score. Floors: below them a record has nothing to
    do with the question.
    """

    pool: int = 100
    vector_pool: int = 200
    text_share: float = 0.35
    identifier_bonus: float = 0.5
    feedback: float = 0.4
    feedback_depth: int = 30

    rare_records: int = 40
    few_records: int = 4
    common_part: int = 4
    walk_least_share: float = 0.35
    walk_long_share: float = 0.2
    alike_drop: float = 0.1
    clear_drop: float = 0.35
    bridge_words: int = 8
    long_words: int = 12

    walk_pool: int = 20
    walk_seed_records: int = 8
    walk_records_a_name: int = 200
    walk_strong: int = 12
    walk_anchors: int = 2
    walk_hub: int = 30
    walk_hops: int = 2
    walk_sentences: int = 1
    walk_threshold: float = 0.2
    walk_focus: float = 4.0
    walk_prior: float = 0.5
    walk_damping: float = 0.75
    walk_steps: int = 15
    name_scale: float = 5000.0
    date_weight: float = 0.3
    subject_weight: float = 3.0
    claim_seeds: int = 3
    tie_weight: float = 10.0

    recency_gain: float = 0.06
    recency_half_life_days: float = 180.0
    authority_gain: float = 0.06
    resolved_gain: float = 0.04
    unresolved_loss: float = 0.04
    window_gain: float = 0.25

    cosine_floor: float = 0.18
    coverage_floor: float = 0.6
    answer_cosine: float = 0.38


DEFAULT = Parameters()

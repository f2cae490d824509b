"""A narrower statement and a wider one are merged, each with its condition."""

from graphmem.model.decision import DecisionOutcome, PolicyOpinion
from graphmem.resolution.case import SetCase


def refinement(case: SetCase) -> PolicyOpinion:
    """Claims that differ only in how narrow their conditions are both stand; their texts together are the canon."""
    if not case.is_refinement:
        return PolicyOpinion(policy="refinement", outcome=None, reason="the claims are no refinements of each other")
    return PolicyOpinion(
        policy="refinement",
        outcome=DecisionOutcome.MERGE,
        winners=tuple(sorted(side.claim_id for side in case.sides)),
        reason="each claim holds for its own part",
    )

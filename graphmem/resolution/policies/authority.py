"""Who speaks with more authority is right."""

from graphmem.model.decision import DecisionOutcome, PolicyOpinion
from graphmem.resolution.case import SetCase


def authority(case: SetCase) -> PolicyOpinion:
    """The one group that holds an assertion of strictly higher authority than every other group wins."""
    ranked = sorted(
        (
            (max((s.record.authority.rank for s in sides if s.is_plain), default=-1), key)
            for key, sides in case.groups.items()
        ),
        reverse=True,
    )
    if len(ranked) > 1 and ranked[0][0] > ranked[1][0] and ranked[0][0] >= 0:
        sides = case.groups[ranked[0][1]]
        best = max(sides, key=lambda side: (side.record.authority.rank, side.claim_id))
        return PolicyOpinion(
            policy="authority",
            outcome=DecisionOutcome.SUPERSEDE,
            winners=tuple(side.claim_id for side in sides),
            reason=f"{best.record.id} is {best.record.authority}, above the others",
        )
    return PolicyOpinion(policy="authority", outcome=None, reason="no group has more authority than all others")

"""What more distinct sources say is likelier."""

from graphmem.model.decision import DecisionOutcome, PolicyOpinion
from graphmem.resolution.case import SetCase


def corroboration(case: SetCase) -> PolicyOpinion:
    """A group with at least two distinct sources more than every other wins; a retelling is no source (C10)."""
    support = {
        key: len({side.record.source_id or side.record.id for side in sides if side.is_plain})
        for key, sides in case.groups.items()
    }
    ranked = sorted(support.items(), key=lambda item: (-item[1], item[0]))
    if len(ranked) > 1 and ranked[0][1] >= ranked[1][1] + 2:
        return PolicyOpinion(
            policy="corroboration",
            outcome=DecisionOutcome.SUPERSEDE,
            winners=tuple(side.claim_id for side in case.groups[ranked[0][0]]),
            reason=f"{ranked[0][1]} sources against {ranked[1][1]}",
        )
    return PolicyOpinion(policy="corroboration", outcome=None, reason="no side has clearly more sources")

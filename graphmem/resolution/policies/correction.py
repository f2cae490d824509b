"""A correction, or wording that says the world changed, settles what it speaks of."""

from graphmem.model.decision import DecisionOutcome, PolicyOpinion
from graphmem.resolution.case import SetCase, Side, gap_days


def correction(case: SetCase) -> PolicyOpinion:
    """An explicit correction or change of the same source or of at least equal authority settles, whatever the gap.

    A correction is later than what it corrects even where no time is given; a change needs a known order.
    """
    for side in sorted(case.sides, key=_latest_first):
        others = case.opponents((side,))
        if side.is_change and side.may_correct and others and all(_settles(side, other) for other in others):
            winners = tuple(item.claim_id for item in case.groups[side.group])
            word = "corrects" if side.is_correction else "reports a change of"
            return PolicyOpinion(
                policy="correction",
                outcome=DecisionOutcome.SUPERSEDE,
                winners=winners,
                reason=f"{side.record.id} explicitly {word} what was said before",
            )
    return PolicyOpinion(policy="correction", outcome=None, reason="no correction or change that outranks the others")


def _latest_first(side: Side) -> tuple[float, int, str]:
    return (-(side.starts.timestamp() if side.starts else 0.0), -side.record.authority.rank, side.claim_id)


def _settles(side: Side, other: Side) -> bool:
    same_source = side.record.source_id is not None and side.record.source_id == other.record.source_id
    if not same_source and side.record.authority.rank < other.record.authority.rank:
        return False
    gap = gap_days(side, other)
    if side.is_correction and not other.is_correction:
        return gap is None or gap >= 0
    return gap is not None and gap > 0

"""What is clearly newer, and not less authoritative, is what holds now."""

from graphmem.lexicon import seed
from graphmem.model.decision import DecisionOutcome, PolicyOpinion
from graphmem.resolution.case import SetCase, Side, gap_days, newest


def recency(case: SetCase) -> PolicyOpinion:
    """The newest assertion wins when it is at least `close_days` later than every other and of no lower authority.

    Newer is by valid time, then by observed time. Unknown times have no order, nor have two whose comparison
    could not tell ("is in Lille", said in March; "relocated last year", said the year after). Of what happens once
    (born, founded) a later saying is no truer: it speaks only where the two are a change.
    """
    if seed(case.attribute).event and not case.is_update:
        return PolicyOpinion(policy="recency", outcome=None, reason="it happens once, and a later saying is no truer")
    plain = tuple(side for side in case.sides if side.is_plain)
    latest = newest(plain)
    if latest is None:
        return PolicyOpinion(policy="recency", outcome=None, reason="the order in time is unknown")
    for other in case.opponents((latest,)):
        if not _is_newer_by_comparison(case, latest, other):
            return PolicyOpinion(policy="recency", outcome=None, reason="which of the two came first is not clear")
        gap = gap_days(latest, other)
        if gap is None or gap < case.close_days:
            return PolicyOpinion(policy="recency", outcome=None, reason=f"less than {case.close_days:g} days apart")
        if other.is_plain and other.record.authority.rank > latest.record.authority.rank:
            return PolicyOpinion(policy="recency", outcome=None, reason="the newer has less authority than the older")
    winners = tuple(side.claim_id for side in case.groups[latest.group])
    when = latest.starts.date().isoformat() if latest.starts else ""
    return PolicyOpinion(
        policy="recency",
        outcome=DecisionOutcome.SUPERSEDE,
        winners=winners,
        reason=f"{latest.record.id} is clearly newer ({when})",
    )


def _is_newer_by_comparison(case: SetCase, latest: Side, other: Side) -> bool:
    """Whether no conflict between the two leaves their order open or says that it is the other way round."""
    pair = {latest.claim_id, other.claim_id}
    told = {c.newer_record_id for c in case.conflicts if {c.claim_a, c.claim_b} == pair}
    return told <= {latest.record.id}

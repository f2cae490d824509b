"""The order of settling a set (semantics §1): the first that applies speaks."""

from collections.abc import Callable
from datetime import datetime
from functools import cache

from graphmem.model.decision import DecisionOutcome, PolicyOpinion, Proposal
from graphmem.model.scope import GLOBAL
from graphmem.registry import Registry
from graphmem.resolution.case import SetCase, Side, gap_days, newest
from graphmem.resolution.drafting import draft_merge
from graphmem.settings import ResolutionSettings

POLICIES = Registry("graphmem.resolution.policies", "policy")
# The order of architecture §8; a policy file that is not named here is asked last.
ORDER = ("correction", "authority", "refinement", "recency", "corroboration")
POLICY_VERSION = "resolution-3"


def propose(case: SetCase, settings: ResolutionSettings) -> Proposal | None:
    """What is to become of a set: a supersession, a merge, an escalation, or None where there is no conflict."""
    opinions = _ask(case)
    by_name = {opinion.policy: opinion for opinion in opinions}
    is_noise = case.confidence < settings.noise_confidence and not case.is_refinement
    if (kept := _kept_for_a_person(case, opinions, is_noise=is_noise)) is not None:
        return kept
    if by_name["correction"].outcome is not None and case.confidence >= settings.noise_confidence:
        return _supersede(case, by_name["correction"], opinions)
    if is_noise:
        return None
    if reason := _order_problem(case):
        return _escalate(case, "close_or_unknown_order", reason, opinions)
    if reason := _authority_problem(case, by_name):
        return _escalate(case, "policies_disagree", reason, opinions)
    if case.confidence < settings.settle_confidence:
        percent = f"confidence {case.confidence:.2f} is below {settings.settle_confidence:g}"
        return _escalate(case, "low_confidence", percent, opinions)
    for opinion in opinions:
        if opinion.outcome is DecisionOutcome.MERGE:
            return _merge(case, opinion, opinions)
        if opinion.outcome is DecisionOutcome.SUPERSEDE:
            return _supersede(case, opinion, opinions)
    return _escalate(case, "no_policy", "no policy names a winner", opinions)


def _kept_for_a_person(case: SetCase, opinions: tuple[PolicyOpinion, ...], *, is_noise: bool) -> Proposal | None:
    """The escalation of a set that no policy may settle, whatever it says; None for all others."""
    if case.impact is not None:
        return _escalate(case, "direct_impact", case.impact, opinions)
    if case.undone_by is not None:
        return _escalate(case, "undone", f"undone by {case.undone_by}", opinions)
    if case.judged_by is not None:
        told = f"only the judge {case.judged_by} sees a conflict: its word is one vote, and settles nothing"
        return _escalate(case, "judge_alone", told, opinions)
    if case.is_let_stand and not is_noise:
        told = "a person let a side of this stand beside another: what is new about it is for a person, too"
        return _escalate(case, "let_stand", told, opinions)
    return None


def _ask(case: SetCase) -> tuple[PolicyOpinion, ...]:
    return tuple(policy(case) for policy in _policies())


@cache
def _policies() -> tuple[Callable[[SetCase], PolicyOpinion], ...]:
    """All policies in order, imported once a process."""
    names = POLICIES.names()
    ordered = [name for name in ORDER if name in names] + [name for name in names if name not in ORDER]
    return tuple(POLICIES.get(name) for name in ordered)


def _order_problem(case: SetCase) -> str | None:
    latest = newest(case.sides)
    if latest is None:
        return "the order in time is unknown"
    for other in case.opponents((latest,)):
        gap = gap_days(latest, other)
        if gap is not None and gap < case.close_days:
            return f"observed less than {case.close_days:g} days apart"
    return None


def _authority_problem(case: SetCase, by_name: dict[str, PolicyOpinion]) -> str | None:
    latest = newest(case.sides)
    if latest is not None and not case.is_refinement:
        if not latest.is_plain:
            return "the newer is an inference, a retelling or a hedge, which never supersedes an assertion"
        if any(
            o.is_plain and o.record.authority.rank > latest.record.authority.rank for o in case.opponents((latest,))
        ):
            return f"the newer is {latest.record.authority} and an older one has more authority"
    named = {o.winners for o in (by_name["authority"], by_name["recency"]) if o.outcome is DecisionOutcome.SUPERSEDE}
    if len(named) > 1:
        return "policies disagree: more authority on one side, newer on the other"
    return None


def _escalate(case: SetCase, rule: str, reason: str, opinions: tuple[PolicyOpinion, ...]) -> Proposal:
    return Proposal(set_id=case.id, outcome=DecisionOutcome.ESCALATE, rule=rule, reasons=(reason,), opinions=opinions)


def _supersede(case: SetCase, opinion: PolicyOpinion, opinions: tuple[PolicyOpinion, ...]) -> Proposal:
    winners = tuple(side for side in case.sides if side.claim_id in opinion.winners)
    losers = case.opponents(winners)
    if _only_wider(winners, losers):
        reason = "the side that would give way is shared in global, which a narrower namespace never retires"
        return _escalate(case, "wider_side", f"{reason} ({opinion.reason})", opinions)
    # A correction says that it was never so; an update, that it is so no longer.
    is_update = not any(side.is_correction for side in winners) and case.is_update
    return Proposal(
        set_id=case.id,
        outcome=DecisionOutcome.SUPERSEDE,
        rule=opinion.policy,
        winners=tuple(sorted(side.claim_id for side in winners)),
        losers=tuple(sorted(side.claim_id for side in losers)),
        is_update=is_update,
        closes_at=max((s.starts for s in winners if s.starts), default=None) if is_update else None,
        reasons=(opinion.reason,),
        opinions=opinions,
    )


def _only_wider(winners: tuple[Side, ...], losers: tuple[Side, ...]) -> bool:
    """Whether a decision would change nothing: it lives in the narrower namespace, and all that it retires is wider."""
    narrow = any(side.record.namespace != GLOBAL for side in (*winners, *losers))
    return narrow and bool(losers) and all(side.record.namespace == GLOBAL for side in losers)


def _merge(case: SetCase, opinion: PolicyOpinion, opinions: tuple[PolicyOpinion, ...]) -> Proposal:
    text = draft_merge(case)
    if text is None:
        return _escalate(case, "text_invented", "the canonical text would have to be invented", opinions)
    return Proposal(
        set_id=case.id,
        outcome=DecisionOutcome.MERGE,
        rule=opinion.policy,
        winners=(),
        losers=tuple(sorted(side.claim_id for side in case.sides)),
        text=text,
        reasons=(opinion.reason,),
        opinions=opinions,
    )


def closing_times(proposal: Proposal, sides: tuple[Side, ...]) -> dict[str, datetime | None]:
    """When each loser of an update ended: at the start of the next newer claim of the set."""
    if not proposal.is_update:
        return {}
    starts = sorted({side.starts for side in sides if side.starts is not None})
    found: dict[str, datetime | None] = {}
    for side in sides:
        if side.claim_id in proposal.losers and side.starts is not None:
            found[side.claim_id] = next((start for start in starts if start > side.starts), proposal.closes_at)
    return found

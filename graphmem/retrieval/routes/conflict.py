"""Does one contradict the other: both sides of contested slots first, then claims on slots that the names share."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.retrieval import PathStep, Route
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.cues import asks_at_large
from graphmem.retrieval.routes.lookup import fuse, legs_of, lookup
from graphmem.retrieval.words import coverage

_LOOKED_AT = 30  # of the best candidates
_NEAR = 0.7  # share of the best candidate's relevance that a side must have, where no claim on a name brings it in
_CLAIMS = 500
_UNDECIDED = (ConflictStatus.OPEN, ConflictStatus.ESCALATED)


def conflict(ask: Ask) -> RouteAnswer:
    """Both sides of undecided conflicts near the question, pair by pair, then claims that meet on a slot.

    Near is what speaks of a name of the question, or is nearly as relevant as the best candidate: a conflict of
    something else that happens to be open answers nothing.
    A question of nothing in particular gets all that is undecided, the surest first. With no conflict and no shared
    slot it falls back to `lookup`, and says so.
    """
    if asks_at_large(ask.question.content):
        return _at_large(ask)
    relevance = {item.record_id: item.score for item in fuse(ask)}
    near = sorted(relevance, key=lambda key: (-relevance[key], key))[:_LOOKED_AT]
    keys = sorted({name.key for name in ask.question.names})
    claims = ask.view.claims_about(keys, limit=_CLAIMS) if keys else []
    named = {claim.record_id for claim in claims} | _mentioning(ask, keys)
    claims = claims or ask.view.claims_of(sorted(named)[:_CLAIMS] or near)
    about = sorted({claim.record_id for claim in claims})
    live = ask.view.candidates(sorted({*about, *near}))
    contested = ask.view.conflicts(record_ids=sorted(live), statuses=_UNDECIDED)
    live |= ask.view.candidates(sorted({side for item in contested for side in (item.record_a, item.record_b)}))
    bar = _NEAR * max(relevance.values(), default=0.0)
    close = named | {key for key, score in relevance.items() if score >= bar}
    pairs = [
        item for item in contested if (sides := {item.record_a, item.record_b}) <= live and not sides.isdisjoint(close)
    ]
    order, paths = _contested_order(pairs, relevance, claims, ask)
    shared = _shared_slots([claim for claim in claims if claim.record_id in live], ask)
    rest = [key for key in sorted(relevance, key=lambda key: (-relevance[key], key)) if key in live]
    ids = list(dict.fromkeys([*order, *shared, *rest]))
    ranked = tuple(
        Ranked(
            key,
            1.0 - at / max(len(ids), 1),
            {"conflict": round(1.0 - at / max(len(ids), 1), 6), **legs_of(ask, key)},
            paths.get(key, ()),
        )
        for at, key in enumerate(ids)
    )
    if not order and not shared:
        note = "conflict: no undecided conflict and no shared slot is near the question; answered by lookup"
        return RouteAnswer(route=Route.LOOKUP, ranked=lookup(ask).ranked, notes=(note,))
    notes = (
        f"conflict: {len(pairs)} undecided near the question"
        if pairs
        else "conflict: none undecided; shared slots are shown",
    )
    return RouteAnswer(route=Route.CONFLICT, ranked=ranked, notes=notes, keep_order=True)


def _at_large(ask: Ask) -> RouteAnswer:
    contested = sorted(ask.view.conflicts(statuses=_UNDECIDED), key=lambda item: (-item.confidence, item.id))
    live = ask.view.candidates(sorted({side for item in contested for side in (item.record_a, item.record_b)}))
    pairs = [item for item in contested if {item.record_a, item.record_b} <= live]
    if not pairs:
        note = "conflict: nothing is undecided; answered by lookup"
        return RouteAnswer(route=Route.LOOKUP, ranked=lookup(ask).ranked, notes=(note,))
    order, paths = _sides(pairs)
    scores = {key: round(1.0 - at / len(order), 6) for at, key in enumerate(order)}
    ranked = tuple(Ranked(key, scores[key], {"conflict": scores[key]}, paths[key]) for key in order)
    note = f"conflict: {len(pairs)} undecided in all"
    return RouteAnswer(route=Route.CONFLICT, ranked=ranked, notes=(note,), keep_order=True)


def _mentioning(ask: Ask, keys: Sequence[str]) -> set[str]:
    found = ask.view.links_of(keys) if keys else {}
    return {record_id for ids in found.values() for record_id in ids}


def _contested_order(
    pairs: Sequence[Conflict], relevance: Mapping[str, float], claims: Sequence[Claim], ask: Ask
) -> tuple[list[str], dict[str, tuple[PathStep, ...]]]:
    """Sides of the conflicts, the conflict nearest to the question first, and what joins the two."""
    words = list(ask.question.content)
    near = {claim.record_id: coverage(words, f"{claim.attribute} {claim.quote}") for claim in claims}

    def rank(item: Conflict) -> tuple[float, str]:
        sides = (item.record_a, item.record_b)
        return (-max(relevance.get(side, 0.0) + near.get(side, 0.0) for side in sides), item.id)

    return _sides(sorted(pairs, key=rank))


def _sides(pairs: Sequence[Conflict]) -> tuple[list[str], dict[str, tuple[PathStep, ...]]]:
    order: list[str] = []
    paths: dict[str, tuple[PathStep, ...]] = {}
    for item in pairs:
        for side, other in ((item.record_a, item.record_b), (item.record_b, item.record_a)):
            order.append(side)
            paths.setdefault(side, (PathStep(source=side, relation="CONTESTS", target=other, weight=item.confidence),))
    return list(dict.fromkeys(order)), paths


def _shared_slots(claims: Iterable[Claim], ask: Ask) -> list[str]:
    """Records whose claims meet on an attribute with those of another record, slots that the question names first."""
    slots: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        slots[claim.attribute].append(claim)
    words = list(ask.question.content)
    shared = [members for members in slots.values() if len({claim.record_id for claim in members}) > 1]
    shared.sort(
        key=lambda members: (-max(coverage(words, f"{c.attribute} {c.quote}") for c in members), members[0].attribute)
    )
    return list(dict.fromkeys(claim.record_id for members in shared for claim in sorted(members, key=lambda c: c.id)))

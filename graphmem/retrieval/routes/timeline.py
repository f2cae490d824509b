"""How something evolved: claims on a slot and supersession chains in order of time, what was superseded labelled."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from graphmem.model.claim import Claim
from graphmem.model.interval import Interval
from graphmem.model.record import Outcome, Record, RecordState, Status, Tier
from graphmem.model.retrieval import PathStep, Route
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.routes.lookup import fuse, legs_of, lookup
from graphmem.retrieval.words import coverage

_LIVE = {Status.ACTIVE, Status.CANONICAL}
_CLAIMS = 500
_LINKS = 3  # steps along supersession chains
_SLOT_GAIN = 0.5  # for a claim of the slot that the question names


def timeline(ask: Ask) -> RouteAnswer:
    """The most relevant records on the question's names and what they superseded, oldest first, undated ones last.

    Falls back to `lookup`, with a note, when no name of the question is known. Superseded records are shown as such.
    """
    keys = sorted({name.key for name in ask.question.names})
    claims = ask.view.claims_about(keys, limit=_CLAIMS) if keys else []
    scores = _relevance(ask, claims)
    named = {record_id for ids in ask.view.links_of(keys).values() for record_id in ids} if keys else set()
    wanted = sorted({claim.record_id for claim in claims} | (named & set(scores)))
    if not wanted:
        answer = lookup(ask)
        note = "timeline: nothing is known of a name in the question; answered by lookup"
        return RouteAnswer(route=Route.LOOKUP, ranked=answer.ranked, notes=(note,))
    known = _with_chains(ask, wanted)
    shown = {key: pair for key, pair in known.items() if _may_show(ask, *pair)}
    live = ask.view.candidates(sorted(shown))
    kept = [key for key, (_, state) in shown.items() if key in live or state.status is Status.SUPERSEDED]
    best = sorted(kept, key=lambda key: (-_score(key, known, scores), key))[: ask.k]
    times = _times(claims)
    ordered = sorted(best, key=lambda key: (*_moment(known[key][0], times.get(key)), key))
    ranked = [
        Ranked(
            key,
            _score(key, known, scores),
            {"timeline": round(_score(key, known, scores), 6), **legs_of(ask, key)},
            _chain(known, key),
        )
        for key in ordered
    ]
    past = frozenset(key for key in best if key not in live)
    return RouteAnswer(route=Route.TIMELINE, ranked=tuple(ranked), keep_order=True, superseded=past)


def _relevance(ask: Ask, claims: Sequence[Claim]) -> dict[str, float]:
    """Relevance of records by the legs, raised for those with a claim on a slot that the question names."""
    scores = {item.record_id: item.score for item in fuse(ask)}
    words = list(ask.question.content)
    slots = {attribute: coverage(words, attribute) for attribute in {claim.attribute for claim in claims}}
    best = max(slots.values(), default=0.0)
    for claim in claims:
        gain = _SLOT_GAIN if best > 0 and slots[claim.attribute] == best else 0.0
        text = coverage(words, claim.quote)
        scores[claim.record_id] = max(scores.get(claim.record_id, 0.0), text * (1 - _SLOT_GAIN) + gain)
    return scores


def _with_chains(ask: Ask, ids: Sequence[str]) -> dict[str, tuple[Record, RecordState]]:
    """The records with what they supersede and what superseded them, some steps far."""
    known = dict(ask.view.records(ids))
    for _ in range(_LINKS):
        linked = {other for _, state in known.values() for other in (*state.supersedes, state.canonical_id) if other}
        missing = sorted(linked - set(known))
        if not missing:
            break
        known |= ask.view.records(missing)
    return known


def _may_show(ask: Ask, record: Record, state: RecordState) -> bool:
    """Live records, and superseded ones that nothing else withholds (validity, episodes, clearance)."""
    if state.status in _LIVE:
        return True
    if state.status is not Status.SUPERSEDED or record.sensitivity.level > ask.view.principal.clearance.level:
        return False
    valid = Interval(start=record.valid_from, end=record.valid_to).contains(
        ask.question.as_of.valid_at or ask.question.as_of.now
    )
    is_done = record.tier is Tier.EPISODIC and record.outcome is Outcome.RESOLVED
    return valid and not is_done


def _score(key: str, known: Mapping[str, tuple[Record, RecordState]], scores: Mapping[str, float]) -> float:
    """A record's own relevance, or that of what it superseded or was superseded by."""
    _, state = known[key]
    linked = [scores.get(other, 0.0) for other in (*state.supersedes, state.canonical_id) if other]
    return max([scores.get(key, 0.0), *(0.9 * score for score in linked)])


def _times(claims: Sequence[Claim]) -> dict[str, datetime]:
    """The earliest start that a record's claims give."""
    found: dict[str, datetime] = {}
    for claim in claims:
        start = claim.valid.start if claim.valid else None
        if start is not None and (claim.record_id not in found or start < found[claim.record_id]):
            found[claim.record_id] = start
    return found


def _moment(record: Record, claimed: datetime | None) -> tuple[bool, str]:
    """Valid time, then observed time; recording is no time of the world, so what has neither comes last."""
    time = record.valid_from or claimed or record.observed_at
    return (time is None, time.isoformat() if time else "")


def _chain(known: Mapping[str, tuple[Record, RecordState]], key: str) -> tuple[PathStep, ...]:
    _, state = known[key]
    steps = [PathStep(source=key, relation="SUPERSEDES", target=other) for other in state.supersedes if other in known]
    if state.status is Status.SUPERSEDED and state.canonical_id:
        steps.append(PathStep(source=key, relation="SUPERSEDED_BY", target=state.canonical_id))
    return tuple(steps)

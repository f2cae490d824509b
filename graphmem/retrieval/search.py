"""One question, one answer: read, gather, route, rank, show."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from graphmem.errors import UsageError
from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant
from graphmem.model.retrieval import Hit, Route, SearchAnswer
from graphmem.registry import Registry
from graphmem.retrieval.answers import Ask, Ranked, RouteAnswer
from graphmem.retrieval.blending import blend
from graphmem.retrieval.events import date_event
from graphmem.retrieval.factors import factor, factor_bounds
from graphmem.retrieval.gather import gather
from graphmem.retrieval.hits import Known, find_doubts, make_hit
from graphmem.retrieval.in_force import put_in_force_first
from graphmem.retrieval.outcomes import note_mixed_outcomes
from graphmem.retrieval.question import read_question
from graphmem.retrieval.relevance import is_related, speaks_to
from graphmem.retrieval.reranking import rerank
from graphmem.retrieval.router import Choice, choose_route
from graphmem.retrieval.routes.lookup import lookup
from graphmem.retrieval.sides import show_both_sides
from graphmem.retrieval.times import TimeReading
from graphmem.retrieval.tools import Tools
from graphmem.store_protocol import View

ROUTES = Registry("graphmem.retrieval.routes", "route", group="graphmem.routes")


def search(
    view: View,
    query: str,
    tools: Tools,
    *,
    k: int = 5,
    route: Route | str = Route.AUTO,
    times: TimeReading | None = None,
) -> SearchAnswer:
    """The best k records for a question in a view, with the route, its reason, notes and what was left out.

    times is what the question says of time where the caller has read that already.
    Raises UsageError for k below 1, a question without visible characters, or a route that does not exist.
    """
    started = perf_counter()
    asked = require_route(route)
    if isinstance(k, bool) or k < 1:
        raise UsageError(f"k is {k}: at least 1 hit must be asked for")
    question = read_question(query, view, tools.query_encoder)
    question = replace(question, times=times or date_event(question.times, view, tools.query_encoder))
    pool = gather(question, view, tools.parameters, k)
    choice = choose_route(question, pool, view, tools.parameters) if asked is Route.AUTO else Choice(asked, "asked for")
    ask = Ask(question=question, view=view, pool=pool, k=k, parameters=tools.parameters)
    answer: RouteAnswer = ROUTES.get(choice.route.value)(ask)
    if choice.walk_share < 1:
        answer = blend(answer, lookup(ask), choice.walk_share)
    answer = _read_together(ask, answer, tools)
    ranked, known = _rank(ask, answer)
    hits, side_notes = _show(ask, ranked, known, tools)
    notes = [tools.encoder_note, question.times.describe(), *answer.notes, *side_notes]
    notes.append(note_mixed_outcomes(speaks_to(query, hits, tools.parameters)) or "")
    return SearchAnswer(
        query=query,
        route=answer.route,
        route_reason=choice.reason,
        hits=tuple(hits),
        notes=tuple(note for note in notes if note),
        suppressed=view.suppressed(question.text),
        took_ms=round((perf_counter() - started) * 1000, 3),
        query_id=make_id("q", view.principal.tenant, query, choice.route.value, k, format_instant(view.as_of.now)),
    )


def _read_together(ask: Ask, answer: RouteAnswer, tools: Tools) -> RouteAnswer:
    """A direct answer as a cross-encoder ranks it, where the settings name one.

    Other routes are left alone: what a walk reaches in two steps looks like nothing to a model that sees one text.
    """
    if tools.reranking is None or answer.route is not Route.LOOKUP:
        return answer
    known = ask.view.records([item.record_id for item in answer.ranked[: tools.reranking.depth]])
    ranked, note = rerank(ask.question.text, answer.ranked, known, tools.reranking)
    return replace(answer, ranked=tuple(ranked), notes=(*answer.notes, note))


def require_route(route: Route | str) -> Route:
    """The route of that name. Raises UsageError, naming those that exist."""
    try:
        return Route(route)
    except ValueError:
        raise UsageError(f"no route called {str(route)[:40]!r}; there are: {', '.join(Route)}") from None


def _rank(ask: Ask, answer: RouteAnswer) -> tuple[list[Ranked], Known]:
    """Candidates in order of their score with all factors, and what the view knows of them.

    Factors are applied to every candidate before any is cut off. What a route reached by ways of its own passes the
    view's filters here too, unless the route shows it as history.
    """
    from_legs = set(ask.pool.ids)
    others = [item.record_id for item in answer.ranked if item.record_id not in from_legs]
    allowed = from_legs | ask.view.candidates(others) | answer.superseded if others else from_legs
    ranked = [item for item in answer.ranked if item.record_id in allowed]
    if not answer.keep_order:
        ranked = within_reach(ranked, ask)
    known = ask.view.records([item.record_id for item in ranked])
    ranked = [item for item in ranked if item.record_id in known]
    if not answer.keep_order:
        now, times = ask.question.as_of.now, ask.question.times
        weighed = [
            replace(item, score=item.score * factor(*known[item.record_id], times, now, ask.parameters))
            for item in ranked
        ]
        ranked = sorted(weighed, key=lambda item: (-item.score, item.record_id))
        ranked = put_in_force_first(ranked, known, ask.question.as_of.valid_at)
    return ranked, known


def within_reach(ranked: Sequence[Ranked], ask: Ask) -> list[Ranked]:
    """Those candidates that could be among the best k once all factors are applied; none that could is left out.

    The k-th best keeps at least its score times the least factor; a record below that, even times the greatest factor,
    cannot overtake it. Half as many again are kept, for what is found unrelated or placed beside a contested side.
    """
    enough = ask.k + ask.k // 2 + 2
    if len(ranked) <= enough:
        return list(ranked)
    least, greatest = factor_bounds(ask.parameters, ask.question.times)
    bar = ranked[enough - 1].score * least / greatest
    return [item for item in ranked if item.score >= bar]


def _show(ask: Ask, ranked: Sequence[Ranked], known: Known, tools: Tools) -> tuple[list[Hit], list[str]]:
    """The k best related records as hits, both sides of what is contested among them."""
    related = [item for item in ranked if is_related(item, ask.parameters)]
    best = related[: ask.k]
    doubts = find_doubts(ask.view, [item.record_id for item in best])
    best, known, notes = show_both_sides(best, known, doubts, ask)
    doubts = find_doubts(ask.view, [item.record_id for item in best]) if doubts else {}
    stale_days = tools.settings.retention.stale_document_days
    now = ask.question.as_of.now
    hits = [make_hit(item, known, doubts.get(item.record_id, ()), now=now, stale_days=stale_days) for item in best]
    return hits, notes

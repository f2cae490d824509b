"""A Retriever opens the view that a question asks for, by its own words and by the caller's times."""

from dataclasses import dataclass, field

from graphmem.model.retrieval import AsOf, ContextAnswer, Route, SearchAnswer
from graphmem.model.scope import Principal
from graphmem.retrieval.context import context
from graphmem.retrieval.events import date_event
from graphmem.retrieval.question import require_question
from graphmem.retrieval.search import search
from graphmem.retrieval.times import TimeReading, read_times
from graphmem.retrieval.tools import Tools
from graphmem.store_protocol import Store

_FELL_BACK = "time: nothing is known that held then; answered as of now"
_NOT_RECORDED = "time: nothing that answers this had been recorded by then"


@dataclass(frozen=True)
class Retriever:
    """Answers questions over a store, each from one state of it.

    A time in the question ("in 2022", "what did we believe in May") moves `valid_at` or `known_at`, unless the caller
    gave one. When nothing held at that valid time, the question is answered as of now, with a note; `known_at` is kept
    to. Fit for many threads.
    """

    tools: Tools = field(default_factory=Tools)

    def search(
        self,
        store: Store,
        principal: Principal,
        query: str,
        as_of: AsOf,
        *,
        k: int = 5,
        route: Route | str = Route.AUTO,
    ) -> SearchAnswer:
        """The best k records for a question; raises as `search` over a view does."""
        times = self.read_times(store, principal, query, as_of)
        moved = move(as_of, times)
        with store.view(principal, moved) as view:
            answer = search(view, query, self.tools, k=k, route=route, times=times)
        if answer.hits:
            return answer
        if moved.known_at != as_of.known_at:
            return answer.model_copy(update={"notes": (*answer.notes, _NOT_RECORDED)})
        if moved.valid_at == as_of.valid_at:
            return answer
        with store.view(principal, as_of) as view:
            answer = search(view, query, self.tools, k=k, route=route, times=times)
        return answer.model_copy(update={"notes": (_FELL_BACK, *answer.notes)}) if answer.hits else answer

    def context(
        self,
        store: Store,
        principal: Principal,
        query: str,
        as_of: AsOf,
        *,
        budget: int,
        route: Route | str = Route.AUTO,
    ) -> ContextAnswer:
        """Prompt-ready text for a question; raises as `context` over a view does."""
        times = self.read_times(store, principal, query, as_of)
        moved = move(as_of, times)
        with store.view(principal, moved) as view:
            answer = context(view, query, self.tools, budget=budget, route=route, times=times)
        if answer.citations or moved.valid_at == as_of.valid_at:
            return answer
        with store.view(principal, as_of) as view:
            answer = context(view, query, self.tools, budget=budget, route=route, times=times)
        return answer.model_copy(update={"notes": (_FELL_BACK, *answer.notes)}) if answer.citations else answer

    def read_times(self, store: Store, principal: Principal, query: str, as_of: AsOf) -> TimeReading:
        """What the question says of time, an event in it dated by what the store knows of it."""
        times = read_times(require_question(query), as_of.now)
        if times.events:
            with store.view(principal, as_of) as view:
                times = date_event(times, view, self.tools.query_encoder)
        return times


def move(as_of: AsOf, times: TimeReading) -> AsOf:
    """The times to ask for: the caller's, else those that the question's words name."""
    field_name = "known_at" if times.axis == "known" else "valid_at"
    if times.instant is None or times.instant > as_of.now or getattr(as_of, field_name) is not None:
        return as_of
    return as_of.model_copy(update={field_name: times.instant})

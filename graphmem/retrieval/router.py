"""Which route a question takes, and why: its wording, its names, and what the store's legs say of it."""

from collections.abc import Sequence

from graphmem.model.conflict import ConflictStatus
from graphmem.model.retrieval import Route
from graphmem.retrieval.answers import Pool
from graphmem.retrieval.cues import find_cues
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.question import KnownName, Question
from graphmem.store_protocol import View

_COURSE = 10
_NEAR = 10  # of the best candidates of each leg whose conflicts are looked at


def choose_route(question: Question, pool: Pool, view: View, parameters: Parameters) -> tuple[Route, str]:
    """The route for a question, with the reason in one line.

    Words that ask for a conflict, a course of time or an overview decide first, where the store has what they ask for.
    Then the names: one that few records mention gives a walk somewhere to go; without one, the legs alone are better.
    """
    cues = find_cues(question.text)
    if "conflict" in cues and _is_contested(pool, view):
        return Route.CONFLICT, f"asks for a disagreement ({cues['conflict']!r}), and there is an undecided one near it"
    if "timeline" in cues and question.names:
        return Route.TIMELINE, f"asks how something came about ({cues['timeline']!r}), of {_list(question.names)}"
    if "overview" in cues:
        return Route.OVERVIEW, f"asks for the whole rather than a part ({cues['overview']!r})"
    rare = [name for name in question.names if name.is_written and name.records <= parameters.rare_records]
    drop = similarity_drop(pool)
    is_short_bridge = "bridging" in cues and len(question.content) <= parameters.bridge_words
    if rare and drop < (parameters.bridge_drop if is_short_bridge else parameters.clear_drop):
        return (
            Route.LOOKUP,
            f"the nearest records are alike (cosine falls by {drop:.0%}), so a walk from {_list(rare)} would stray",
        )
    if rare:
        kind = next((f"{kind} ({cues[kind]!r})" for kind in ("comparison", "bridging", "causal") if kind in cues), "")
        return (
            Route.GRAPH,
            f"{kind or 'about'} {'of ' if kind else ''}{_list(rare)}: few records name it, so a walk has a start",
        )
    if question.names:
        return Route.LOOKUP, f"a direct question; {_list(question.names)}: too common to walk from"
    return Route.LOOKUP, "a direct question; no name in it is known"


def similarity_drop(pool: Pool) -> float:
    """By what share the cosine falls from the best candidate to the tenth; 1 where there are fewer or none.

    A flat course means a corpus of look-alikes, whose names lead from everything to everything.
    """
    if len(pool.vector) < _COURSE or pool.vector[0].score <= 0:
        return 1.0
    return (pool.vector[0].score - pool.vector[_COURSE - 1].score) / pool.vector[0].score


def _is_contested(pool: Pool, view: View) -> bool:
    near = sorted({hit.record_id for hit in (*pool.text[:_NEAR], *pool.vector[:_NEAR])})
    statuses = (ConflictStatus.OPEN, ConflictStatus.ESCALATED)
    return bool(near) and bool(view.conflicts(record_ids=near, statuses=statuses))


def _list(names: Sequence[KnownName]) -> str:
    return ", ".join(dict.fromkeys(name.key for name in names))

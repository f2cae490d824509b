"""Which route a question takes, and why: its wording, its names, and what the store's legs say of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.conflict import ConflictStatus
from graphmem.model.retrieval import Route
from graphmem.retrieval.answers import Pool
from graphmem.retrieval.cues import asks_at_large, find_cues
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.question import KnownName, Question
from graphmem.store_protocol import View

_COURSE = 10
_NEAR = 10  # of the best candidates of each leg whose conflicts are looked at


@dataclass(frozen=True)
class Choice:
    """The route for a question, why, and for how much a walk counts beside the legs where neither is clearly better."""

    route: Route
    reason: str
    walk_share: float = 1.0


def choose_route(question: Question, pool: Pool, view: View, parameters: Parameters) -> Choice:
    """The route for a question, with the reason in one line.

    Words that ask for a conflict, a course of time or an overview decide first, where the store has what they ask for.
    Then the names: one that few records mention gives a walk somewhere to go; without one, the legs alone are better.
    Among records that are all alike a walk strays, so there it counts for less and the legs for the rest.
    """
    cues = find_cues(question.text)
    if "conflict" in cues and asks_at_large(question.content):
        return Choice(Route.CONFLICT, f"asks what is undecided ({cues['conflict']!r}), of nothing in particular")
    if "conflict" in cues and _is_contested(pool, view):
        reason = f"asks for a disagreement ({cues['conflict']!r}), and there is an undecided one near it"
        return Choice(Route.CONFLICT, reason)
    if "timeline" in cues and question.names:
        reason = f"asks how something came about ({cues['timeline']!r}), of {_list(question.names)}"
        return Choice(Route.TIMELINE, reason)
    # A long question says what it wants to know of it: "an overview of the fees that a firm must pay when …".
    if "overview" in cues and len(question.content) <= parameters.long_words:
        return Choice(Route.OVERVIEW, f"asks for the whole rather than a part ({cues['overview']!r})")
    rare = [name for name in question.names if name.is_written and _is_rare(name, pool, parameters)]
    if not rare and question.names:
        return Choice(Route.LOOKUP, f"a direct question; {_list(question.names)}: too common to walk from")
    if not rare:
        return Choice(Route.LOOKUP, "a direct question; no name in it is known")
    kind = next((f"{kind} ({cues[kind]!r})" for kind in ("comparison", "bridging", "causal") if kind in cues), "")
    about = f"{kind or 'about'} {'of ' if kind else ''}{_list(rare)}: few records name it"
    drop = similarity_drop(pool)
    share = _walk_share(question, rare, drop, parameters, is_bridge="bridging" in cues)
    if share == 1:
        return Choice(Route.GRAPH, f"{about}, so a walk has a start")
    alike = f"the nearest records are alike (cosine falls by {drop:.0%})"
    if share == 0:
        return Choice(Route.LOOKUP, f"{alike}, so a walk from the common words {_list(rare)} would stray")
    doubt = alike if _is_proper(rare) else "as a common word"
    return Choice(Route.GRAPH, f"{about}, but {doubt}, so a walk counts for {share:.0%}, the legs for the rest", share)


def _is_rare(name: KnownName, pool: Pool, parameters: Parameters) -> bool:
    """Whether few records bear the name: few at all, and of a small store no large part, as those of two who talk.

    Of a store with fewer records than the vector leg's pool, that leg lists all.
    """
    is_common = 0 < len(pool.vector) <= parameters.common_part * name.records
    return name.records <= parameters.few_records or (name.records <= parameters.rare_records and not is_common)


def _walk_share(
    question: Question, rare: Sequence[KnownName], drop: float, parameters: Parameters, *, is_bridge: bool
) -> float:
    """For how much the walk counts: the more, the more the nearest records stand out; least for mere words.

    A long question holds enough words for the legs, so there the least is less; mere words among look-alikes lead from
    everything to everything, and count for nothing. A short question that bridges two facts is walked wherever its
    records are not all alike: it holds too little for the legs to find the second.
    """
    is_long = len(question.content) > parameters.long_words
    least = parameters.walk_long_share if is_long else parameters.walk_least_share
    if not _is_proper(rare):
        return least if drop >= parameters.alike_drop else 0.0
    if is_bridge and len(question.content) <= parameters.bridge_words and drop >= parameters.alike_drop:
        return 1.0
    clear = (drop - parameters.alike_drop) / (parameters.clear_drop - parameters.alike_drop)
    return least + (1.0 - least) * min(max(clear, 0.0), 1.0)


def _is_proper(names: Sequence[KnownName]) -> bool:
    return any(name.is_proper for name in names)


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

"""Candidates of a direct question read together with it, as many as the latency budget allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from graphmem.errors import ModelError, ProviderError
from graphmem.model.scope import Sensitivity
from graphmem.protocols import Reranker
from graphmem.retrieval.answers import Ranked
from graphmem.retrieval.hits import Known, shown_text

_BATCH = 4  # small, so that the budget is looked at often


@dataclass(frozen=True)
class Reranking:
    """Who re-ranks, how many candidates at most, and within how many milliseconds."""

    reranker: Reranker
    depth: int
    budget_ms: float


def rerank(
    question: str,
    ranked: Sequence[Ranked],
    known: Known,
    reranking: Reranking,
    clock: Callable[[], float] = perf_counter,
) -> tuple[list[Ranked], str]:
    """The first candidates in the order of their relevance as the model sees it, the others as they were; and a note.

    Only what was read is moved, and it stays ahead of the rest: its new scores lie between its best old one and that of
    the first candidate that was not read. A batch that would not fit into the budget, going by the last, is not begun.
    A model that fails, or is not there, leaves the order as it was, and the note says why.
    """
    candidates = [item for item in ranked[: reranking.depth] if item.record_id in known]
    if len(candidates) < 2:
        return list(ranked), ""
    texts = [_text_of(item, known) for item in candidates]
    name = reranking.reranker.name
    scores: list[float] = []
    try:
        reranking.reranker.prepare()
        started = clock()
        spent = last = 0.0
        while len(scores) < len(texts) and spent + last <= reranking.budget_ms and reranking.budget_ms > 0:
            scores += reranking.reranker.score(question, texts[len(scores) : len(scores) + _BATCH])
            now = (clock() - started) * 1000
            spent, last = now, now - spent
    except (ModelError, ProviderError) as error:
        return list(ranked), f"rerank: not done: {error}"
    moved = _place(candidates[: len(scores)], scores, ranked)
    read = {item.record_id for item in moved}
    rest = [item for item in ranked if item.record_id not in read]
    if len(scores) == len(texts):
        return [*moved, *rest], f"rerank: the first {len(scores)} candidates are in the order of {name}"
    within = f"{reranking.budget_ms:g} ms allowed {len(scores)} of {len(texts)} candidates"
    return [*moved, *rest], f"rerank: {within}, which are in the order of {name}; the others keep theirs"


def _place(read: Sequence[Ranked], scores: Sequence[float], ranked: Sequence[Ranked]) -> list[Ranked]:
    """What was read with scores between its best and the first of the rest, so that factors weigh as they always do."""
    if not read:
        return []
    kept = {item.record_id for item in read}
    floor = next((item.score for item in ranked if item.record_id not in kept), 0.0)
    span = max(read[0].score - floor, 0.0)
    placed = [
        replace(item, score=floor + span * score, legs={**item.legs, "rerank": round(score, 6)})
        for item, score in zip(read, scores, strict=True)
    ]
    return sorted(placed, key=lambda item: (-item.score, item.record_id))


def _text_of(item: Ranked, known: Known) -> str:
    record, state = known[item.record_id]
    if Sensitivity.RESTRICTED in {record.sensitivity, state.sensitivity}:
        return state.index_text
    text = shown_text(record.text, state.retired)
    return f"{record.title}. {text}" if record.title else text

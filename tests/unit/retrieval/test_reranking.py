"""Re-ranking of direct questions, with the tiny model that likes texts saying "open"."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from graphmem import Memory, Principal
from graphmem.errors import UnknownNameError, UsageError
from graphmem.model.retrieval import Route
from graphmem.model.scope import Role
from graphmem.retrieval import Tools
from graphmem.retrieval.answers import Ranked
from graphmem.retrieval.rerankers.onnx_cross_encoder import onnx_cross_encoder
from graphmem.retrieval.reranking import Reranking, rerank
from graphmem.settings import ModelSettings, RetrievalSettings, Settings
from graphmem.store_protocol import Store
from graphmem.testing.factory import mention, row
from graphmem.testing.store_base import put
from tests.unit.retrieval.asking import ask
from tests.unit.retrieval.rerankers.test_onnx_cross_encoder import write_model

QUESTION = "is the gate shut"


@pytest.fixture
def reranking(tmp_path: Path) -> Reranking:
    return Reranking(onnx_cross_encoder(str(write_model(tmp_path / "tiny"))), depth=20, budget_ms=60_000)


def gates(store: Store, *more: str) -> None:
    put(store, *(row(text) for text in ("The gate is shut.", "The gate is open open.", "The gate is open.", *more)))


def ticking(step_ms: float) -> Callable[[], float]:
    """A clock that moves on by so much whenever it is looked at."""
    ticks = count()
    return lambda: next(ticks) * step_ms / 1000


def test_direct_questions_are_in_the_order_of_the_model(store: Store, tools: Tools, reranking: Reranking) -> None:
    gates(store)
    plain = ask(store, QUESTION, tools)
    assert plain.hits[0].text == "The gate is shut."
    answer = ask(store, QUESTION, replace(tools, reranking=reranking))
    # The tiny model knows words in small letters only.
    assert [hit.text for hit in answer.hits] == ["The gate is open open.", "The gate is open.", "The gate is shut."]
    assert answer.notes == ("rerank: the first 3 candidates are in the order of onnx_cross_encoder:tiny",)
    assert all(0 <= hit.legs["rerank"] <= 1 for hit in answer.hits)


def test_a_walk_is_left_alone(store: Store, tools: Tools, reranking: Reranking) -> None:
    a, b = row("Ola leads the archive."), row("The archive is open open open.")
    put(store, a, b, mention(a, "Ola"), mention(a, "archive"), mention(b, "archive"))
    before, after = (
        ask(store, "what does Ola lead", t, route="graph") for t in (tools, replace(tools, reranking=reranking))
    )
    assert before.route is Route.GRAPH
    assert after.hits == before.hits
    assert not any("rerank" in note for note in after.notes)


def candidates(store: Store, tools: Tools) -> list[str]:
    return [hit.text for hit in ask(store, QUESTION, tools, k=12).hits]


def test_without_time_nothing_is_moved_and_it_says_so(store: Store, tools: Tools, reranking: Reranking) -> None:
    gates(store)
    late = replace(tools, reranking=replace(reranking, budget_ms=0))
    assert candidates(store, late) == candidates(store, tools)
    (note,) = ask(store, QUESTION, late).notes
    assert note.startswith("rerank: 0 ms allowed 0 of 3 candidates")


@pytest.mark.parametrize(("budget_ms", "read"), [(100, 4), (200, 8), (299, 8), (300, 10)])
def test_a_batch_that_would_not_fit_is_not_begun(
    store: Store, tools: Tools, reranking: Reranking, budget_ms: float, read: int
) -> None:
    rows = [row(f"The gate {n} is open.") for n in range(12)]
    put(store, *rows)
    ranked = [Ranked(item.id, 1.0 - at / 20) for at, item in enumerate(rows)]
    known = {item.id: (item.record, item.state) for item in rows}
    short = replace(reranking, depth=10, budget_ms=budget_ms)
    moved, note = rerank(QUESTION, ranked, known, short, ticking(100))
    assert sum("rerank" in item.legs for item in moved) == read
    assert [item.record_id for item in moved[read:]] == [item.record_id for item in ranked[read:]]
    assert moved == sorted(moved, key=lambda item: (-item.score, item.record_id))
    assert (f"{budget_ms} ms allowed {read} of 10" in note) == (read < 10)


def test_a_model_that_is_not_there_changes_nothing_and_is_named(store: Store, tools: Tools, tmp_path: Path) -> None:
    gates(store)
    absent = Reranking(onnx_cross_encoder(str(tmp_path / "absent")), depth=20, budget_ms=100)
    answer = ask(store, QUESTION, replace(tools, reranking=absent))
    assert [hit.text for hit in answer.hits] == candidates(store, tools)
    (note,) = answer.notes
    assert note.startswith("rerank: not done: cannot load the reranker's model")


def test_retired_sentences_are_not_read(store: Store, tools: Tools, reranking: Reranking) -> None:
    text = "open open open open. The gate is shut."
    retired = [{"span": {"start": 0, "end": 20}, "quote": text[:20], "canonical_id": "r-new", "decision_id": "d-1"}]
    put(store, row(text, state={"retired": retired, "index_text": "The gate is shut."}), row("The gate is open."))
    answer = ask(store, QUESTION, replace(tools, reranking=reranking))
    assert answer.hits[0].text == "The gate is open."


def open_memory(folder: Path, **retrieval: object) -> Memory:
    who = Principal(namespaces=["global"], roles=frozenset(Role))
    settings = Settings(retrieval=RetrievalSettings(**retrieval), models=ModelSettings(encoder="none"))
    return Memory.open(f"sqlite:///{folder / 'memory.db'}", who, settings=settings)


def test_settings_and_calls_name_the_reranker(tmp_path: Path) -> None:
    model = str(write_model(tmp_path / "tiny"))
    with open_memory(tmp_path, reranker="onnx_cross_encoder", reranker_model=model, rerank_budget_ms=60_000) as memory:
        memory.ingest([{"text": "the gate is shut", "claims": []}, {"text": "the gate is open", "claims": []}])
        assert memory.search(QUESTION, route="lookup").hits[0].text == "the gate is open"
        assert memory.search(QUESTION, route="lookup", reranker="none").hits[0].text == "the gate is shut"
        assert "rerank:" in " ".join(memory.context(QUESTION, route="lookup").notes)
    with open_memory(tmp_path) as memory:
        assert memory.search(QUESTION, route="lookup").hits[0].text == "the gate is shut"
        with pytest.raises(UsageError, match="reranker_model"):
            memory.search(QUESTION, reranker="onnx_cross_encoder")
        with pytest.raises(UnknownNameError, match="there are: cross_encoder"):
            memory.search(QUESTION, reranker="oracle")

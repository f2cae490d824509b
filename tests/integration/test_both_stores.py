"""The same inputs on the embedded store and on a real server: the same records, conflicts, ids and answers."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory, Principal
from graphmem.model.rows import RecordRow
from graphmem.neo4j_local import Status
from graphmem.services.copies import migrate
from graphmem.stores import open_store
from tests.cli.conftest import Run, home, run, store_kind
from tests.neo4j_server import empty_store

__all__ = ["home", "run", "store_kind"]

pytestmark = pytest.mark.neo4j

ALL = Principal(
    namespaces=["global", "user:1", "user:2"],
    roles={"agent", "reviewer", "operator"},
    clearance="confidential",
    name="test",
)
FLAGSHIP = [
    {"external_id": "A", "observed_at": "2021-03-15",
     "text": "FDA accelerated approval requires two randomized controlled trials."},
    {"external_id": "B", "observed_at": "2024-06-20",
     "text": "Under FDA accelerated approval, one pivotal trial may suffice for haematologic malignancies."},
    {"external_id": "C", "observed_at": "2024-12-10", "origin": "human_review", "authority": "authoritative",
     "source": {"id": "reg-team", "kind": "human"},
     "text": "The two-trial requirement for FDA accelerated approval still applies to solid tumours; "
     "one pivotal trial may suffice for haematologic malignancies."},
]  # fmt: skip
MERGED = "FDA accelerated approval requires two trials for solid tumours, one for haematologic malignancies."


class Steady:
    """A clock that stands still, for one store may ask it more often than the other, until it is moved on."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """The present instant."""
        return self._now

    def move_on(self) -> None:
        """An hour later."""
        self._now += timedelta(hours=1)


Told = list[Any]


def _answers(memory: Memory, *questions: str) -> Told:
    """What is stored, what conflicts, and what is found, without what measures time; then time goes on."""
    told: Told = [memory.export_lines(), [c.model_dump() for c in memory.conflicts()]]
    for question in questions:
        for route in ("auto", "lookup", "graph"):
            answer = memory.search(question, route=route).model_dump(exclude={"took_ms", "query_id"})
            told.append(_rounded(answer))
    clock = memory.workspace.clock
    assert isinstance(clock, Steady)
    clock.move_on()
    return told


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value


def flagship(memory: Memory) -> Told:
    question = "How many trials does FDA accelerated approval require?"
    memory.ingest(FLAGSHIP)
    memory.nightly()
    told = _answers(memory, question)
    receipt = memory.review.merge(memory.conflicts(status="escalated")[0].id, text=MERGED, resolver="reg-team")
    told += [receipt.model_dump(), *_answers(memory, question), memory.history("FDA accelerated approval").model_dump()]
    memory.review.undo(receipt.decision_id, resolver="reg-team")
    return told + _answers(memory, question)


def no_order_c7(memory: Memory) -> Told:
    memory.ingest([{"text": "The pool opens at 7."}, {"text": "The pool opens at 9.", "source": "b"}])
    memory.nightly()
    return _answers(memory, "When does the pool open?")


def versions_r1(memory: Memory) -> Told:
    memory.ingest([
        {"text": f"The library fee is {n + 3} euro.", "observed_at": f"20{10 + n}-01-01"} for n in range(12)
    ])  # fmt: skip
    memory.nightly()
    return _answers(memory, "What is the library fee?")


def erased_d2(memory: Memory) -> Told:
    memory.ingest([
        {"text": "Alice lives in Oslo.", "observed_at": "2022-01-01", "source": "a", "subjects": ["alice"]},
        {"text": "Alice lives in Berlin.", "observed_at": "2024-01-01", "source": "b", "subjects": ["alice"]},
        {"text": "The depot is in Turku.", "observed_at": "2024-01-01", "source": "c"},
    ])  # fmt: skip
    memory.nightly()
    receipt = memory.erase(source="b").model_dump(exclude={"canary", "left_outside", "vectors", "took_ms", "seconds"})
    memory.nightly()
    return [receipt, *_answers(memory, "Where does Alice live?")]


def scopes(memory: Memory) -> Told:
    memory.ingest([
        {"text": "The gate code of the yard is blue.", "namespace": "user:1", "observed_at": "2024-01-01"},
        {"text": "The gate code of the yard is red.", "namespace": "user:2", "observed_at": "2025-01-01"},
        {"text": "The yard closes at 18:00.", "observed_at": "2024-01-01"},
        {"text": "The yard closes at 20:00.", "namespace": "user:1", "observed_at": "2024-01-02"},
    ])  # fmt: skip
    memory.nightly()
    return _answers(memory, "What is the gate code of the yard?", "When does the yard close?")


def reversed_order(memory: Memory) -> Told:
    for line in reversed(FLAGSHIP):
        memory.ingest([line])
        memory.nightly()
    return _answers(memory, "How many trials does FDA accelerated approval require?")


STORIES = [flagship, no_order_c7, versions_r1, erased_d2, scopes, reversed_order]


def _tell(url: str, story: Callable[[Memory], Told]) -> Told:
    with Memory.open(url, ALL, clock=Steady()) as memory:
        told = story(memory)
        assert memory.store.check() == []
        return told


@pytest.fixture
def server_url(neo4j_server: Status, neo4j_password: str) -> str:
    return empty_store(neo4j_server, neo4j_password)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_both_stores_say_the_same(story: Callable[[Memory], Told], server_url: str, tmp_path: Path) -> None:
    embedded = _tell(f"sqlite:///{tmp_path}/a.db", story)
    served = _tell(server_url, story)
    assert len(embedded) == len(served) > 2
    for place, (left, right) in enumerate(zip(embedded, served, strict=True)):
        assert right == left, f"part {place} of the story differs"


def _copy(source: str, target: str) -> None:
    with Memory.open(source, ALL) as memory:
        encoder = memory.workspace.models.encoder
        assert encoder is not None
        opened = open_store(target, fingerprint=encoder.fingerprint, dimension=encoder.dimension)
        try:
            migrate(memory.workspace, opened)
        finally:
            opened.close()


def _kept(url: str) -> tuple[list[str], dict[str, bytes]]:
    with Memory.open(url, ALL) as memory:
        lines = [json.dumps(line, sort_keys=True, ensure_ascii=False) for line in memory.export_lines()]
        ids = [row.id for row in memory.store.stream("default", RecordRow)]
        vectors = memory.store.read("default", lambda ledger: ledger.get_vectors(ids))
        assert memory.store.check() == []
        return lines, vectors


def test_there_and_back_again_nothing_is_lost(server_url: str, tmp_path: Path) -> None:
    first, last = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    _tell(first, flagship)
    _copy(first, server_url)
    _copy(server_url, last)
    lines, vectors = _kept(first)
    assert (len(lines), len(vectors)) == (3, len(vectors)) and vectors
    assert _kept(server_url) == _kept(last) == (lines, vectors)


def test_the_demo_tells_the_same_story(server_url: str, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedded = run("demo", "--story", "fda").out
    monkeypatch.setenv("GRAPHMEM_STORE", server_url)
    served = run("demo", "--story", "fda").out
    assert "canonical" in embedded
    assert served.strip() == embedded.partition("\nNext: ")[0].strip()

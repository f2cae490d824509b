"""What a view of the server store reads at once, and what it leaves unread, changes no answer."""

import pytest
from neo4j import GraphDatabase

from graphmem import Memory, Principal
from graphmem.errors import StoreBusyError
from graphmem.model.rows import RecordRow
from graphmem.neo4j_local import Status
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import (
    DIMENSION,
    FINGERPRINT,
    TENANT,
    as_of,
    embed,
    principal,
    row,
    supersede,
)
from graphmem.testing.store_base import put
from graphmem.testing.store_vector import put_vectors
from tests.neo4j_server import empty_store

pytestmark = pytest.mark.neo4j

ALL = Principal(namespaces=["global"], roles={"agent", "reviewer", "operator"}, name="test")
QUESTION = "When does the pool open?"
_FLAGS = (
    "MATCH (x:Version) WHERE (x:RecordVersion OR x:VectorVersion) AND NOT x:Ended"
    " RETURN labels(x) AS labels, x.id AS id, x.unconditional AS flag ORDER BY labels, id"
)


@pytest.fixture
def url(neo4j_server: Status, neo4j_password: str) -> str:
    return empty_store(neo4j_server, neo4j_password)


def _opened(url: str) -> Store:
    return open_store(url, fingerprint=FINGERPRINT, dimension=DIMENSION)


def _ask(url: str, password: str, statement: str) -> list[list[object]]:
    with GraphDatabase.driver(url.partition("?")[0], auth=("neo4j", password)) as driver:
        return [list(found.values()) for found in driver.execute_query(statement).records]


def _told(memory: Memory) -> list[object]:
    found = [memory.search(QUESTION, route=route) for route in ("lookup", "graph", "timeline", "overview", "conflict")]
    return [answer.model_dump(exclude={"took_ms", "query_id"}) for answer in found]


def test_rows_of_an_earlier_release_are_answered_from_as_before(url: str, neo4j_password: str) -> None:
    with Memory.open(url, ALL) as memory:
        memory.ingest([
            {"text": "The pool opens at 7.", "observed_at": "2021-01-01"},
            {"text": "The pool opens at 9.", "observed_at": "2025-01-01", "source": "b"},
            {"text": "The pool on Elm Road is heated."},
            {"text": "The pool was shut for repairs.", "valid_to": "2022-01-01"},
        ])  # fmt: skip
        memory.nightly()
        before, flags = _told(memory), _ask(url, neo4j_password, _FLAGS)
        assert {flag for _, _, flag in flags} == {True, False}
        _ask(url, neo4j_password, "MATCH (x:Version) REMOVE x.unconditional")
        assert _told(memory) == before
        memory.store.rebuild_text_index()
        assert _ask(url, neo4j_password, _FLAGS) == flags
        assert _told(memory) == before


def test_putting_rows_of_an_earlier_release_again_writes_nothing(url: str, neo4j_password: str) -> None:
    store, item = _opened(url), row("The pool opens at 7.")
    put(store, item)
    _ask(url, neo4j_password, "MATCH (x:Version) REMOVE x.unconditional")
    assert store.write(TENANT, lambda ledger: ledger.put([item])) == 0
    assert store.describe()["ended_versions"] == 0
    store.close()


@pytest.mark.parametrize("asks_last", [True, False], ids=["what was left out comes last", "a leg comes last"])
def test_a_view_whose_rows_were_purged_is_refused(url: str, *, asks_last: bool) -> None:
    store, item = _opened(url), row("The pool opens at 7.")
    put(store, item, row("The pool is heated."))

    def read() -> None:
        with store.view(principal(), as_of()) as view:
            assert view.text_leg("pool", 9)
            store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [item.id]))
            store.scrub()
            if asks_last:
                view.suppressed("pool")
            else:
                view.text_leg("pool opens", 9)

    with pytest.raises(StoreBusyError, match="ask again"):
        read()
    store.close()


def test_records_that_come_with_vectors_are_those_that_a_view_may_show(url: str) -> None:
    store = _opened(url)
    old, new, other = row("The pool opens at 7."), row("The pool opens at 8."), row("A barge.", namespace="user:9")
    put(store, old, new, other, *supersede(new, [old]))
    put_vectors(store, {item.id: embed("pool") for item in (old, new, other)})
    ids = [old.id, new.id, other.id]
    with store.view(principal(), as_of()) as view:
        alone = view.records(ids)
    with store.view(principal(), as_of()) as view:
        assert list(view.vectors_of(ids)) == [new.id]
        assert view.records(ids) == alone
        assert alone.keys() == {old.id, new.id}
    with store.view(principal(), as_of()) as view:
        met = [hit.record_id for hit in view.vector_leg(embed("pool"), 9)]
        assert met == list(view.vectors_of(met)) == [new.id]
        assert view.records(ids) == alone
    store.close()

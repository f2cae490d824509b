"""What goes wrong with a server is said in one line with its remedy, and nothing is half written."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from neo4j import GraphDatabase

from graphmem.errors import SchemaError, StoreError
from graphmem.model.rows import ClaimRow, RecordRow
from graphmem.neo4j_local import LocalServer, Ports, Status
from graphmem.store_protocol import Ledger, Store
from graphmem.stores import open_store
from graphmem.testing.factory import DIMENSION, FINGERPRINT, TENANT, claim, principal, row
from graphmem.testing.store_base import put, seen
from tests.neo4j_server import empty_store

pytestmark = pytest.mark.neo4j


def opened(url: str, *, dimension: int = DIMENSION) -> Store:
    return open_store(url, fingerprint=FINGERPRINT, dimension=dimension)


def refused(action: Callable[[], object], match: str) -> None:
    with pytest.raises(StoreError, match=match) as raised:
        action()
    assert "\n" not in str(raised.value) and len(str(raised.value)) <= 500


@pytest.fixture
def url(neo4j_server: Status, neo4j_password: str) -> str:
    return empty_store(neo4j_server, neo4j_password)


def test_nobody_listens() -> None:
    refused(lambda: opened("neo4j://u:p@127.0.0.1:1"), "does not answer: start it")


def test_the_password_is_wrong(url: str) -> None:
    refused(lambda: opened(url.replace("://", "://neo4j:not-the-password@")), "GRAPHMEM_NEO4J_PASSWORD|too many wrong")


def test_the_database_is_missing(url: str) -> None:
    refused(lambda: opened(url.replace("database=neo4j", "database=elsewhere")), "database")


def test_the_dimension_is_another(url: str) -> None:
    opened(url).close()
    with pytest.raises(SchemaError, match=f"{DIMENSION} dimensions"):
        opened(url, dimension=DIMENSION + 1)


def test_a_transaction_that_the_server_ends_leaves_nothing(url: str, neo4j_password: str) -> None:
    store = opened(url)
    first = row("The pool opens at 7.")

    def work(ledger: Ledger) -> None:
        ledger.put([first, claim(first, "pool", "opening time", 7)])
        with GraphDatabase.driver(url.partition("?")[0], auth=("neo4j", neo4j_password)) as driver:
            rows, _, _ = driver.execute_query(
                "SHOW TRANSACTIONS YIELD transactionId, currentQuery, status, elapsedTime"
                " WHERE NOT currentQuery STARTS WITH 'SHOW' RETURN transactionId AS id"
            )
            for found in rows:
                driver.execute_query(f"TERMINATE TRANSACTIONS '{found['id']}'")
        ledger.put([row("The pool opens at 8.")])

    refused(lambda: store.write(TENANT, work), "run")
    assert store.read(TENANT, lambda ledger: ledger.count(RecordRow) + ledger.count(ClaimRow)) == 0
    assert store.check() == []
    assert put(store, first) == 1
    store.close()


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server that tests may stop and start."""
    server = LocalServer(tmp_path_factory.mktemp("own") / "home", heap="512m", pagecache="64m")
    server.start(Ports(bolt=0, http=0))
    yield server
    server.stop()


def _own_url(server: LocalServer) -> str:
    store = server.status().store
    assert store is not None
    return store.replace("://", f"://neo4j:{server.password}@")


def _restart(server: LocalServer) -> None:
    """Stop it, and start it on the same port, as an operator would."""
    port = int((server.status().store or "").rpartition(":")[2].partition("?")[0])
    server.stop()
    server.start(Ports(bolt=port, http=0))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_restart_in_the_middle_of_an_ingest(own_server: LocalServer) -> None:
    url = _own_url(own_server)
    store = opened(url)
    faults: list[str] = []
    done: list[int] = []
    is_going = threading.Event()

    def ingest(first: int) -> None:
        for number in range(first, 40):
            item = row(f"Locker {number} of the pool is green.")
            put(store, item, claim(item, f"locker {number}", "colour", "green"))
            done.append(number)
            if number == 10:
                is_going.set()
            time.sleep(0.05)

    def ingest_or_say() -> None:
        try:
            ingest(0)
        except StoreError as error:
            faults.append(str(error))

    writer = threading.Thread(target=ingest_or_say)
    writer.start()
    assert is_going.wait(120)
    _restart(own_server)
    writer.join(180)
    assert not writer.is_alive()
    assert all("\n" not in fault and ("again" in fault or "start it" in fault) for fault in faults), faults
    assert store.check() == []
    counts = store.read(TENANT, lambda ledger: (ledger.count(RecordRow), ledger.count(ClaimRow)))
    assert counts[0] == counts[1] >= len(done)
    ingest(0)
    assert len(seen(store)) == 40
    assert store.read(TENANT, lambda ledger: (ledger.count(RecordRow), ledger.count(ClaimRow))) == (40, 40)
    store.close()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_read_only_database(own_server: LocalServer) -> None:
    url = _own_url(own_server)
    store = opened(url)
    kept = row("The pool opens at 7.", namespace="user:1")
    put(store, kept)
    home = Path(own_server.status().home)
    (home / "conf" / "own.conf").write_text("server.databases.read_only=neo4j\n", encoding="utf-8")
    _restart(own_server)
    refused(lambda: put(store, row("The pool opens at 9.", namespace="user:1")), "read-only")
    assert seen(store, principal("user:1")) == {kept.id}
    store.close()
    reader = opened(url)
    assert seen(reader, principal("user:1")) == {kept.id}
    reader.close()

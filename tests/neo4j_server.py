"""A Neo4j server for one test session: own home, free ports, ended by its process id."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graphmem.errors import StoreError
from graphmem.neo4j_local import LocalServer, Ports, Status
from graphmem.neo4j_local.home import Home

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Status]:
    """Where the session's server is; GRAPHMEM_NEO4J_PASSWORD is set as long as it runs.

    Mark tests that use it with `neo4j`: a parallel run then keeps them in one process, and starts one server.
    Where Maven or Java is missing the tests fail and say so; they are never passed over.
    """
    server = LocalServer(tmp_path_factory.mktemp("neo4j") / "home", heap="1g", pagecache="128m")
    try:
        status = server.start(Ports(bolt=0, http=0))
    except StoreError as error:
        pytest.fail(f"THE NEO4J TESTS HAVE NOT RUN: {error}", pytrace=False)
    before = os.environ.get("GRAPHMEM_NEO4J_PASSWORD")
    os.environ["GRAPHMEM_NEO4J_PASSWORD"] = server.password
    yield status
    if before is None:
        del os.environ["GRAPHMEM_NEO4J_PASSWORD"]
    else:
        os.environ["GRAPHMEM_NEO4J_PASSWORD"] = before
    server.stop()


@pytest.fixture(scope="session")
def neo4j_password(neo4j_server: Status) -> str:
    """Password of the user neo4j of the session's server."""
    return Home(Path(neo4j_server.home)).read_password()


def _delete_some(transaction: "ManagedTransaction") -> int:
    query = "MATCH (n) WITH n LIMIT 5000 DETACH DELETE n"
    return transaction.run(query).consume().counters.nodes_deleted


def empty_store(server: Status, password: str) -> str:
    """URL of the server's database after all nodes in it were deleted; indexes stay, as they do in use."""
    # .venv-st, which reads this file too, has no driver.
    from neo4j import GraphDatabase

    assert server.store is not None
    url = server.store.partition("?")[0]
    with GraphDatabase.driver(url, auth=("neo4j", password)) as driver, driver.session() as session:
        # In portions, each a managed transaction: writers that a test killed may still hold locks on the server.
        while session.execute_write(_delete_some):
            pass
    return server.store


def everything_held(server: Status, password: str, *, with_ended: bool = True) -> bytes:
    """Labels, types and properties of all nodes and relationships, as text; what has ended is kept for readers that
    began before, until it is scrubbed or some minutes old."""
    from neo4j import GraphDatabase

    queries = (
        f"MATCH (n) {'' if with_ended else 'WHERE NOT n:Ended'} RETURN [labels(n), properties(n)] AS held",
        "MATCH ()-[r]->() RETURN [type(r), properties(r)] AS held",
    )
    url = (server.store or "").partition("?")[0]
    with GraphDatabase.driver(url, auth=("neo4j", password)) as driver, driver.session() as session:
        found = [row["held"] for query in queries for row in session.run(query)]
    return json.dumps(found, ensure_ascii=False, default=repr).encode()

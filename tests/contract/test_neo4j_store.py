"""The server store keeps the contract of stores, on a real server."""

import pytest

from graphmem.neo4j_local import Status
from graphmem.testing.store_contract import StoreContract
from tests.neo4j_server import empty_store


@pytest.mark.neo4j
class TestNeo4jStore(StoreContract):
    """All of it, on one server that is emptied for each test."""

    @pytest.fixture
    def store_url(self, neo4j_server: Status, neo4j_password: str) -> str:
        return empty_store(neo4j_server, neo4j_password)

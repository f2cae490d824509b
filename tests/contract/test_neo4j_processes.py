"""The server store keeps the contract of several processes, some of them killed."""

import pytest

from graphmem.neo4j_local import Status
from graphmem.testing.store_processes import ProcessContract
from tests.neo4j_server import empty_store


@pytest.mark.neo4j
@pytest.mark.slow
@pytest.mark.timeout(900)
class TestNeo4jProcesses(ProcessContract):
    """On one server, whose password the processes find in their environment."""

    @pytest.fixture
    def store_url(self, neo4j_server: Status, neo4j_password: str) -> str:
        return empty_store(neo4j_server, neo4j_password)

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import DIMENSION, FINGERPRINT
from tests.neo4j_server import empty_store


@pytest.fixture(params=["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of either kind."""
    url = f"sqlite:///{tmp_path}/memory.db"
    if request.param == "neo4j":
        url = empty_store(request.getfixturevalue("neo4j_server"), request.getfixturevalue("neo4j_password"))
    opened = open_store(url, fingerprint=FINGERPRINT, dimension=DIMENSION)
    yield opened
    opened.close()

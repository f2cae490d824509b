from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import DIMENSION, FINGERPRINT


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path}/memory.db", fingerprint=FINGERPRINT, dimension=DIMENSION)
    yield opened
    opened.close()

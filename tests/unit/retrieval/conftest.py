"""An embedded store on a temporary path, and the toy encoder whose vectors the builders store."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from graphmem.protocols import Vectors
from graphmem.retrieval import Tools
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing import factory


class ToyEncoder:
    """Bags of words as vectors; a token is a word or a sign."""

    dimension = factory.DIMENSION
    fingerprint = factory.FINGERPRINT

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        return np.stack([factory.embed(text) for text in texts])

    def count_tokens(self, text: str) -> int:
        """Runs of blanks part tokens."""
        return len(text.split())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    opened = open_store(url, fingerprint=factory.FINGERPRINT, dimension=factory.DIMENSION)
    yield opened
    opened.close()


@pytest.fixture
def tools() -> Tools:
    """The toy encoder, and no finder of names."""
    return Tools(encoder=ToyEncoder())

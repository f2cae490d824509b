"""A store encrypted at rest keeps the contract of stores too, among several processes as well."""

from pathlib import Path

import pytest

from graphmem.testing.store_contract import StoreContract
from graphmem.testing.store_processes import ProcessContract


@pytest.fixture
def store_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of its own for each test; its key is where every process that is started finds it."""
    monkeypatch.setenv("GRAPHMEM_STORE_KEY", f"x'{'5a' * 32}'")  # raw: deriving one takes a third of a second
    return f"sqlite:///{tmp_path}/store.db"


class TestEncryptedStore(StoreContract):
    """All of it."""


class TestEncryptedProcesses(ProcessContract):
    """On a file that the processes race to make."""

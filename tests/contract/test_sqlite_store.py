"""The embedded store keeps the contract of stores."""

from pathlib import Path

import pytest

from graphmem.testing.store_contract import StoreContract


class TestSqliteStore(StoreContract):
    """All of it, on a file of its own for each test."""

    @pytest.fixture
    def store_url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path}/store.db"

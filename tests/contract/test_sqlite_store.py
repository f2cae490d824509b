"""The embedded store keeps the contract of stores."""

from pathlib import Path

import pytest

from graphmem.stores.sqlite import deck
from graphmem.testing.store_contract import StoreContract
from graphmem.testing.store_decisions import DecisionContract
from graphmem.testing.store_oracle import OracleContract
from graphmem.testing.store_scope import ScopeContract
from graphmem.testing.store_text import TextLegContract
from graphmem.testing.store_time import TimeContract


class TestSqliteStore(StoreContract):
    """All of it, on a file of its own for each test."""

    @pytest.fixture
    def store_url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path}/store.db"


class TestSmallPartOfAStore(TextLegContract, ScopeContract, TimeContract, DecisionContract, OracleContract):
    """What the text leg promises, for readers of a small part of a large store: FTS5 answers them, by SQL."""

    @pytest.fixture
    def store_url(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        monkeypatch.setattr(deck, "SMALL", 0)
        monkeypatch.setattr(deck, "SHARE", 0)
        return f"sqlite:///{tmp_path}/store.db"

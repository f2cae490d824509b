"""The embedded store keeps the contract of several processes, and its own promises about the file."""

from pathlib import Path

import pytest

from graphmem.testing.store_processes import ProcessContract


class TestSqliteProcesses(ProcessContract):
    """On a file that the processes race to make."""

    @pytest.fixture
    def store_url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path}/store.db"

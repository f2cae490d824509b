"""What a sweep reads goes by what is new, not by what is stored: counted in rows, since timings are of one machine."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from graphmem import Memory, Principal
from graphmem.bench.scale import generate
from graphmem.settings import ModelSettings, Settings
from graphmem.stores.sqlite.ledger import SqliteLedger

T = TypeVar("T")
QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))
SOMEBODY = Principal(
    namespaces=["global", "user:1", "user:2"], roles={"agent", "reviewer", "operator"}, clearance="confidential"
)
NEWS: Sequence[dict[str, Any]] = [
    {"text": f"Quay {n} is {length} m long.", "source": f"q{n}-{length}",
     "claims": [{"subject": f"Quay {n}", "attribute": "length", "value": {"amount": length, "unit": "m"}}]}
    for n in range(20) for length in (30, 40)
]  # fmt: skip


class Counted:
    """Rows that ledgers handed out, by the method that did."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.rows: Counter[str] = Counter()
        for name in ("get", "find", "facts", "distinct"):
            patch.setattr(SqliteLedger, name, self._counting(name, getattr(SqliteLedger, name)))

    def _counting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **named: Any) -> Any:
            found = method(*given, **named)
            self.rows[name] += len(found)
            return found

        return counted


def _rows_read(path: Path, stored: int, patch: pytest.MonkeyPatch) -> tuple[Counter[str], Counter[str]]:
    """Rows that a night with the same news reads, and that the night after it reads, in a store of that size."""
    with Memory.open(f"sqlite:///{path}", SOMEBODY, settings=QUICK) as memory:
        memory.ingest(generate(stored).records())
        memory.nightly()
        memory.ingest(NEWS)
        with patch.context() as inner:
            counted = Counted(inner)
            assert memory.nightly().conflicts == 20
            news = Counter(counted.rows)
            counted.rows.clear()
            assert memory.nightly().blocks == 0
            return news, counted.rows


def test_a_night_reads_no_more_rows_in_a_larger_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small, quiet_small = _rows_read(tmp_path / "small.db", 300, monkeypatch)
    large, quiet_large = _rows_read(tmp_path / "large.db", 1500, monkeypatch)
    assert small["find"] > 40  # the counting counts
    assert sum(large.values()) <= sum(small.values()) * 1.1, (small, large)
    assert quiet_small == quiet_large

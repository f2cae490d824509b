"""A write compares so many pairs at most; what it puts off is found by the sweep."""

from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.model.scope import Principal, Role
from graphmem.services import detection

WHO = Principal(tenant="t", namespaces=("global",), roles=frozenset(Role))
LINES: list[dict[str, object]] = [
    {"text": f"The {place} opens at {hour}.", "observed_at": "2025-01-01", "source": str(hour)}
    for place in ("pool", "kiosk")
    for hour in (7, 9)
]


@pytest.mark.parametrize(("room", "opened"), [(0, 0), (4, 1), (8, 2)])
def test_what_a_write_puts_off_is_found_by_the_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, opened: int
) -> None:
    monkeypatch.setattr(detection, "WRITE_PAIRS", room)
    with Memory.open(f"sqlite:///{tmp_path}/memory.db", WHO) as memory:
        memory.ingest(LINES)
        assert len(memory.conflicts()) == opened
        memory.nightly()
        assert len(memory.conflicts()) == 2

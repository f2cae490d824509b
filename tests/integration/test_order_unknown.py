"""Where comparison cannot tell which of two came first, no policy retires one by a clock of its own."""

from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.model.scope import Principal, Role

WHO = Principal(tenant="t", namespaces=("global",), roles=frozenset(Role))


@pytest.mark.parametrize("seat", [("warehouse", "Lille", "Ghent"), ("workshop", "Turku", "Oulu")])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_move_of_an_uncertain_time_is_left_to_a_person(
    tmp_path: Path, seat: tuple[str, str, str], backwards: bool
) -> None:
    thing, before, after = seat
    lines: list[dict[str, object]] = [
        {"text": f"The {thing} is in {before}.", "observed_at": "2024-03-01", "source": "x"},
        {"text": f"The {thing} relocated to {after} last year.", "observed_at": "2025-08-01", "source": "x"},
    ]
    with Memory.open(f"sqlite:///{tmp_path}/memory.db", WHO) as memory:
        memory.ingest(lines[::-1] if backwards else lines)
        memory.nightly()
        assert not memory.conflicts(status="resolved")
        assert {hit.text for hit in memory.search(f"Where is the {thing}?").hits} == {
            str(line["text"]) for line in lines
        }

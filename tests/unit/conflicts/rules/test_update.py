import pytest

from graphmem.protocols import SidedClaim, SlotFacts
from tests.unit.conflicts.builders import EVENT, SINGLE, UNKNOWN, draft, side
from tests.unit.conflicts.rules.tables import speak

OLD = side(draft("8 EUR"), said="2025-01-01")
CASES = [
    pytest.param(OLD, side(draft("9 EUR"), said="2026-01-01"), SINGLE, True, id="ordered by saying"),
    pytest.param(OLD, side(draft("9 EUR"), said="2025-01-01"), SINGLE, False, id="said on one day"),
    pytest.param(OLD, side(draft("9 EUR")), SINGLE, False, id="one has no date"),
    pytest.param(OLD, side(draft("9 EUR"), said="2026-01-01"), EVENT, False, id="what happens once does not change"),
    pytest.param(
        OLD, side(draft("9 EUR", change="moved"), said="2026-01-01"), EVENT, True, id="but for what the text says"
    ),
    pytest.param(OLD, side(draft("9 EUR", change="correction"), said="2026-01-01"), SINGLE, False, id="a correction"),
    pytest.param(
        side(draft("Bo", valid="2019")), side(draft("Cy", valid="2021")), SINGLE, True, id="ordered by the text"
    ),
    pytest.param(
        side(draft("Bo", valid="2019")), side(draft("Cy", valid="2019")), SINGLE, False, id="both in one year"
    ),
    pytest.param(
        side(draft("Bo", valid="2019")), side(draft("Cy", valid="2019-03")), SINGLE, False, id="a month within"
    ),
    pytest.param(
        side(draft("2 goals", valid="2019")), side(draft("3 goals", valid="2021")), UNKNOWN, False, id="two events"
    ),
    pytest.param(
        side(draft("Bo", valid="2019"), said="2026-01-01"),
        side(draft("Cy"), said="2024-01-01"),
        SINGLE,
        False,
        id="a late report of old times leaves the order open",
    ),
]


@pytest.mark.parametrize(("left", "right", "slot", "speaks"), CASES)
def test_update(left: SidedClaim, right: SidedClaim, slot: SlotFacts, speaks: bool) -> None:
    assert (speak("update", left, right, slot) is not None) == speaks

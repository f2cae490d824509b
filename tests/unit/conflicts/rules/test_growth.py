import pytest

from graphmem.protocols import SidedClaim, SlotFacts
from tests.unit.conflicts.builders import UNKNOWN, draft, side
from tests.unit.conflicts.rules.tables import speak

AGE = SlotFacts(attribute="age", single=0.97, source="lexicon")
CASES = [
    pytest.param(
        side(draft("5 years"), said="2024-06-01"),
        side(draft("7 years"), said="2026-06-01"),
        UNKNOWN,
        True,
        id="two years later two years more",
    ),
    pytest.param(
        side(draft("5 years"), said="2024-06-01"),
        side(draft("9 years"), said="2026-06-01"),
        UNKNOWN,
        False,
        id="too much",
    ),
    pytest.param(
        side(draft("7 years"), said="2024-06-01"),
        side(draft("5 years"), said="2026-06-01"),
        UNKNOWN,
        False,
        id="the wrong way",
    ),
    pytest.param(side(draft("5 years")), side(draft("7 years")), UNKNOWN, False, id="no dates"),
    pytest.param(
        side(draft("58"), said="2024-06-01"), side(draft("60"), said="2026-06-01"), AGE, True, id="an age in years"
    ),
    pytest.param(
        side(draft("58"), said="2024-06-01"), side(draft("60"), said="2026-06-01"), UNKNOWN, False, id="a count"
    ),
    pytest.param(
        side(draft("5 km"), said="2024-06-01"), side(draft("7 km"), said="2026-06-01"), UNKNOWN, False, id="no time"
    ),
]


@pytest.mark.parametrize(("left", "right", "slot", "speaks"), CASES)
def test_growth(left: SidedClaim, right: SidedClaim, slot: SlotFacts, speaks: bool) -> None:
    assert (speak("growth", left, right, slot) is not None) == speaks

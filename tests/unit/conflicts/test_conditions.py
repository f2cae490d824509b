import pytest

from graphmem.conflicts.conditions import Fit, fit_conditions
from tests.unit.conflicts.builders import draft

CASES = [
    pytest.param("5 kW", "5 kW", "apart", id="ranges that do not meet"),
    pytest.param("2 kW", "5 kW", "apart", id="ranges that do not meet, with a gap"),
    pytest.param("Rule 8.3.1", "Rule 8.4.1", "crossed", id="numbers of sections count nothing"),
    pytest.param("01.02.2024", "01.03.2024", "crossed", id="nor do dates with dots"),
]


@pytest.mark.parametrize(("below", "above", "fit"), CASES)
def test_bounds_of_conditions(below: str, above: str, fit: Fit) -> None:
    left, right = draft("2 trials", when={"under": below}), draft("1 trial", when={"over": above})
    assert fit_conditions(left, right) == fit
    assert fit_conditions(right, left) == fit

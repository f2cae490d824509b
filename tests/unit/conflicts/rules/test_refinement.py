import pytest

from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param({}, {"for": "solid tumours"}, True, id="a part of all"),
    pytest.param({"for": "tumours"}, {"for": "solid tumours"}, True, id="a part of a part"),
    pytest.param({"for": "solid tumours"}, {"for": "solid tumours"}, False, id="the same part"),
    pytest.param({"for": "adults"}, {"for": "children"}, False, id="two parts"),
    pytest.param({}, {"except": "not children"}, True, id="with an exception"),
    pytest.param({}, {"frequency": "monthly"}, False, id="how often restricts nothing"),
    pytest.param({"in": "Norway"}, {"in": "Norway", "for": "adults"}, True, id="one condition more"),
    pytest.param({}, {}, False, id="no conditions"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_refinement(left: dict[str, str], right: dict[str, str], speaks: bool) -> None:
    assert (speak("refinement", draft("2 trials", when=left), draft("1 trial", when=right)) is not None) == speaks

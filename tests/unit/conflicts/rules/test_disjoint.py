import pytest

from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param({"for": "adults"}, {"for": "children"}, 0.9, id="two groups"),
    pytest.param({"if": "children"}, {"unless": "not children"}, 0.9, id="a rule and its exception"),
    pytest.param({"kind": "under 5 kW"}, {"kind": "over 5 kW"}, 0.9, id="two ranges that do not meet"),
    pytest.param({"under": "5 kW"}, {"over": "5 kW"}, 0.9, id="both sides of one bound"),
    pytest.param({"before": "lunch"}, {"after": "lunch"}, 0.9, id="before and after"),
    pytest.param({"in": "Norway"}, {"in": "Spain"}, 0.9, id="two countries"),
    pytest.param({"in": "Norway"}, {"at": "night"}, 0.45, id="restrictions that cannot be laid side by side"),
    pytest.param({"for": "adults"}, {"for": "adults"}, None, id="one group"),
    pytest.param({}, {"for": "adults"}, None, id="all and a part"),
    pytest.param({"in": "Munich"}, {"in": "Bavaria"}, None, id="a place within the other"),
]


@pytest.mark.parametrize(("left", "right", "strength"), CASES)
def test_disjoint(left: dict[str, str], right: dict[str, str], strength: float | None) -> None:
    finding = speak("disjoint", draft("2", when=left), draft("1", when=right))
    assert (finding and finding.strength) == strength

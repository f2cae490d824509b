import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft(when={"in": "12 sites"}), draft(when={"in": "14 sites"}), True, id="two counts of sites"),
    pytest.param(draft(when={"in": "twelve sites"}), draft(when={"in": "12 sites"}), False, id="one count in words"),
    pytest.param(draft(when={"in": "12 sites"}), draft(when={"in": "14 rooms"}), False, id="other things"),
    pytest.param(draft(when={"for": "2 people"}), draft(when={"for": "4 people"}), False, id="groups restrict"),
    pytest.param(draft(when={"in": "bay 4"}), draft(when={"in": "bay 5"}), False, id="numbered places restrict"),
    pytest.param(draft("red", when={"in": "2 rooms"}), draft("blue", when={"in": "3 rooms"}), False, id="other values"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_count(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("count", left, right) is not None) == speaks

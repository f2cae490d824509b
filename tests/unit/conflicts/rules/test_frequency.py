import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft(when={"frequency": "daily"}), draft(when={"frequency": "weekly"}), True, id="daily, weekly"),
    pytest.param(draft(when={"frequency": "daily"}), draft(when={"frequency": "daily"}), False, id="both daily"),
    pytest.param(draft(when={"frequency": "daily"}), draft(), False, id="one says nothing"),
    pytest.param(
        draft("pump", when={"frequency": "daily"}),
        draft("valve", when={"frequency": "weekly"}),
        False,
        id="other things",
    ),
    pytest.param(
        draft(when={"frequency": "daily"}),
        draft(yes=False, when={"frequency": "weekly"}),
        False,
        id="not weekly but daily",
    ),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_frequency(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("frequency", left, right) is not None) == speaks

import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft(when={"for": "five years"}), draft(when={"for": "seven years"}), True, id="two terms"),
    pytest.param(draft(when={"within": "72 hours"}), draft(when={"on": "within 24 hours"}), True, id="two limits"),
    pytest.param(
        draft(when={"within": "72 hours"}), draft(when={"within": "3 days"}), False, id="one limit in two units"
    ),
    pytest.param(draft(when={"for": "five years"}), draft(when={"for": "students"}), False, id="a term and a group"),
    pytest.param(draft(when={"for": "five years"}), draft(), False, id="one gives no term"),
    pytest.param(
        draft("record", when={"for": "five years"}), draft("form", when={"for": "two years"}), False, id="other things"
    ),
    pytest.param(
        draft(when={"for": "5 years"}), draft(yes=False, when={"for": "7 years"}), False, id="not seven but five"
    ),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_duration(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("duration", left, right) is not None) == speaks

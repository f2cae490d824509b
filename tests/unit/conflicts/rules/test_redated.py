import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import UNKNOWN, draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft("exile", valid="1960"), draft("exile", valid="1964"), True, id="one flight, two years"),
    pytest.param(draft("exile", valid="1960"), draft("exile", valid="1960-03"), False, id="a month within the year"),
    pytest.param(draft("exile", valid="1960"), draft("exile"), False, id="one is not dated"),
    pytest.param(draft("exile", valid="1960"), draft("office", valid="1964"), False, id="two things"),
    pytest.param(draft("exile", valid="1960"), draft("exile", valid="1964", yes=False), False, id="denied for 1964"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_redated(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    finding = speak("redated", left, right, UNKNOWN)
    assert (finding is not None) == speaks
    assert finding is None or finding.strength < 0.5

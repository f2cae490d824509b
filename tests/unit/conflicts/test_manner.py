import pytest

from graphmem.conflicts.manner import tell
from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft

CASES = [
    pytest.param(draft("badge"), "badge", id="a plain value"),
    pytest.param(draft("badge", modality="required", yes=False), "need not badge", id="what need not be"),
    pytest.param(draft("badge", yes=False), "is not badge", id="denied"),
    pytest.param(draft(yes=False), "no, nothing", id="nothing fills it"),
    pytest.param(draft("1 inspection", when={"under": "5 kW"}), "1 inspection (under 5 kW)", id="for a part"),
    pytest.param(draft("40000000 EUR"), "40,000,000 EUR", id="large amounts are written out"),
]


@pytest.mark.parametrize(("claim", "told"), CASES)
def test_tell(claim: ClaimDraft, told: str) -> None:
    assert tell(claim) == told

import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Relation
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import SINGLE, draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft("more than 40 m"), draft("52 m"), SINGLE, "52 m lies within more than 40 m", id="above a floor"),
    pytest.param(draft("at most 20"), draft("12"), SINGLE, "12 lies within at most 20", id="below a ceiling"),
    pytest.param(draft("10-20 m"), draft("15 m"), SINGLE, "15 m lies within 10 to 20 m", id="inside a range"),
    pytest.param(draft("more than 40 m"), draft("35 m"), SINGLE, None, id="outside"),
    pytest.param(draft("40 m"), draft("40 m"), SINGLE, None, id="two amounts"),
    pytest.param(draft("at least 3"), draft("at least 4"), SINGLE, None, id="two floors"),
    pytest.param(draft("at least 3 m"), draft("4 h"), SINGLE, None, id="other measures"),
    pytest.param(draft("at least 3"), draft("5", yes=False), SINGLE, None, id="a denial is for other rules"),
    pytest.param(draft("at least 3", modality="required"), draft("5"), SINGLE, None, id="a rule and a fact"),
]


@pytest.mark.parametrize(("left", "right", "slot", "detail"), CASES)
def test_bounds_speaks_alike_either_way_round(
    left: ClaimDraft, right: ClaimDraft, slot: SlotFacts, detail: str | None
) -> None:
    finding = speak("bounds", left, right, slot)
    assert finding == speak("bounds", right, left, slot)
    assert (finding.detail.partition(": ")[2] if finding else None) == detail
    assert finding is None or finding.relation is Relation.COMPATIBLE

import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import MANY, draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(
        draft("bay 4", modality="permitted"),
        draft("bay 4", modality="permitted", yes=False, negator="not"),
        True,
        id="may and may not",
    ),
    pytest.param(draft(modality="required"), draft(modality="prohibited", negator="not"), True, id="must and must not"),
    pytest.param(draft(modality="required"), draft(modality="prohibited"), False, id="forbidden is for rule modality"),
    pytest.param(draft("olives"), draft("olives", yes=False), True, id="likes and does not like"),
    pytest.param(draft("olives"), draft("capers", yes=False), False, id="of another thing"),
    pytest.param(draft(True), draft(False), True, id="works and does not work"),
    pytest.param(draft(False), draft(True, yes=False), False, id="two ways to deny agree"),
    pytest.param(draft("Munich"), draft("Bavaria", yes=False), True, id="in the town but not in its land"),
    pytest.param(draft("Munich", yes=False), draft("Bavaria"), False, id="in the land but not in that town"),
    pytest.param(draft("5 km"), draft("5000 m", yes=False), True, id="the same length denied in another unit"),
    pytest.param(
        draft("fee", quantifier="some"),
        draft("fee", yes=False, quantifier="some"),
        False,
        id="quantified claims are for rule quantifier",
    ),
    pytest.param(draft("badge", modality="required"), draft("badge", yes=False), False, id="a rule that is not kept"),
    pytest.param(draft("physician"), draft("doctor", yes=False), True, id="a synonym denied"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_negation(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    finding = speak("negation", left, right, MANY)
    assert (finding is not None) == speaks
    assert finding is None or finding.kind == "negation"

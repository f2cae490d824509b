import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft("Oslo"), draft("Oslo"), True, id="the same name"),
    pytest.param(draft("0.4 km"), draft("400 m"), True, id="the same length"),
    pytest.param(draft("2 trials"), draft("2"), True, id="the counted noun left out"),
    pytest.param(draft("2 trials"), draft("3 trials"), False, id="numbers differ"),
    pytest.param(draft("5 km"), draft("5 h"), False, id="units differ"),
    pytest.param(draft("2019-03"), draft("2019-04"), False, id="dates differ"),
    pytest.param(draft("2019"), draft("2019-03"), False, id="one date is finer"),
    pytest.param(draft("olives"), draft("olives", yes=False), False, id="polarity differs"),
    pytest.param(draft(modality="required"), draft(modality="permitted"), False, id="manner differs"),
    pytest.param(
        draft(modality="prohibited"),
        draft(modality="permitted", yes=False),
        True,
        id="prohibited and may not are one norm",
    ),
    pytest.param(draft(quantifier="all"), draft(quantifier="most"), False, id="quantifiers differ"),
    pytest.param(draft(when={"for": "adults"}), draft(), False, id="conditions differ"),
    pytest.param(draft(valid="1994"), draft(valid="1997"), False, id="dated apart"),
    pytest.param(draft("at least 3"), draft("3"), False, id="bounds differ"),
    pytest.param(draft("at least 3"), draft("at least 4"), False, id="floors differ"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_duplicate(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("duplicate", left, right) is not None) == speaks

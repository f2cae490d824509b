import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import MANY, UNKNOWN, draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param(draft(yes=False), draft("nuts"), True, id="no allergies against nuts"),
    pytest.param(draft("0"), draft("Ada"), True, id="none at all against a name"),
    pytest.param(draft("0"), draft("9 EUR"), True, id="what is free has no price"),
    pytest.param(draft("0"), draft("3 trials"), False, id="two counts: rule numeric"),
    pytest.param(draft(yes=False), draft(True), False, id="a plain yes and no: rule negation"),
    pytest.param(draft(yes=False), draft("nuts", yes=False), False, id="both deny"),
    pytest.param(draft("nuts"), draft("eggs"), False, id="both fill it"),
    pytest.param(draft(yes=False), draft("nuts", when={"in": "winter"}), True, id="none, so none in winter"),
    pytest.param(draft(yes=False, when={"in": "winter"}), draft("nuts"), False, id="none in winter only"),
    pytest.param(draft(yes=False), draft("nuts", modality="required"), False, id="what must be is not what is"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_absence(left: ClaimDraft, right: ClaimDraft, speaks: bool) -> None:
    assert (speak("absence", left, right, MANY) is not None) == speaks


@pytest.mark.parametrize(
    ("predicate", "speaks"),
    [pytest.param("does not go", True, id="habit"), pytest.param("did not go", False, id="once")],
)
def test_what_was_denied_of_one_occasion_denies_no_other(predicate: str, speaks: bool) -> None:
    denied = draft(yes=False, predicate=predicate)
    assert (speak("absence", denied, draft("home"), UNKNOWN) is not None) == speaks

import pytest

from graphmem.model.claim import ClaimDraft
from tests.unit.conflicts.builders import draft
from tests.unit.conflicts.rules.tables import speak

CASES = [
    pytest.param({}, {"for": "solid tumours"}, True, id="a part of all"),
    pytest.param({"for": "tumours"}, {"for": "solid tumours"}, True, id="a part of a part"),
    pytest.param({"for": "solid tumours"}, {"for": "solid tumours"}, False, id="the same part"),
    pytest.param({"for": "adults"}, {"for": "children"}, False, id="two parts"),
    pytest.param({}, {"except": "not children"}, True, id="with an exception"),
    pytest.param({}, {"frequency": "monthly"}, False, id="how often restricts nothing"),
    pytest.param({"in": "Norway"}, {"in": "Norway", "for": "adults"}, True, id="one condition more"),
    pytest.param({}, {}, False, id="no conditions"),
]


@pytest.mark.parametrize(("left", "right", "speaks"), CASES)
def test_refinement(left: dict[str, str], right: dict[str, str], speaks: bool) -> None:
    assert (speak("refinement", draft("2 trials", when=left), draft("1 trial", when=right)) is not None) == speaks


DENIALS = [
    pytest.param(draft("physics", yes=False), draft("physics", when={"at": "Torsk High"}), False, id="denied for all"),
    pytest.param(
        draft("physics"), draft("physics", yes=False, when={"at": "Torsk High"}), True, id="denied for a part"
    ),
    pytest.param(
        draft(modality="prohibited"),
        draft(modality="permitted", when={"for": "guide dogs"}),
        True,
        id="a rule's exception",
    ),
    pytest.param(
        draft(modality="permitted", yes=False),
        draft(modality="permitted", when={"for": "guide dogs"}),
        True,
        id="a rule's exception, written with not",
    ),
]


@pytest.mark.parametrize(("wide", "narrow", "speaks"), DENIALS)
def test_denials(wide: ClaimDraft, narrow: ClaimDraft, speaks: bool) -> None:
    assert (speak("refinement", wide, narrow) is not None) == speaks

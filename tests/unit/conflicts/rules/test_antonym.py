import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import MANY, draft
from tests.unit.conflicts.rules.tables import speak

STATE = SlotFacts(attribute="be", single=0.1, source="lexicon")
CASES = [
    pytest.param(draft("enabled"), draft("disabled"), 0.92, id="enabled, disabled"),
    pytest.param(draft("open"), draft("closed"), 0.92, id="open, closed"),
    pytest.param(draft("wet"), draft("dry"), 0.92, id="wet, dry"),
    pytest.param(draft("open to the public"), draft("closed to the public"), 0.92, id="all other words the same"),
    pytest.param(draft("open"), draft("closed to visitors"), 0.6, id="one side says more"),
    pytest.param(draft("open on weekdays"), draft("closed for repairs"), None, id="different things said of each"),
    pytest.param(draft("open"), draft("open"), None, id="the same word"),
    pytest.param(draft("open"), draft("blue"), None, id="strangers"),
    pytest.param(draft("open", yes=False), draft("closed"), None, id="not open agrees with closed"),
    pytest.param(draft("hot", yes=False), draft("cold", yes=False), 0.46, id="neither hot nor cold is only odd"),
    pytest.param(draft("alarm", attribute="enable"), draft("alarm", attribute="disable"), 0.92, id="opposite verbs"),
    pytest.param(
        draft("alarm", attribute="enable"), draft("heater", attribute="disable"), None, id="of different things"
    ),
    pytest.param(draft(True, attribute="rise"), draft(True, attribute="fall"), 0.92, id="rise, fall"),
    pytest.param(draft("open", modality="required"), draft("closed"), None, id="must be open, is closed"),
]


@pytest.mark.parametrize(("left", "right", "strength"), CASES)
def test_antonym(left: ClaimDraft, right: ClaimDraft, strength: float | None) -> None:
    finding = speak("antonym", left, right, STATE)
    assert (finding and finding.strength) == strength
    assert finding is None or finding.kind == "antonym"


def test_two_opposite_things_may_both_be_reported() -> None:
    assert speak("antonym", draft("losses"), draft("profits"), MANY) is None

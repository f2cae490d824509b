import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import MANY, SINGLE, UNKNOWN, draft
from tests.unit.conflicts.rules.tables import speak

NEEDS = SlotFacts(attribute="require", single=0.1, source="lexicon")
CASES = [
    pytest.param(draft("Oslo"), draft("Turku"), SINGLE, True, id="two towns where one may stand"),
    pytest.param(draft("Urdu"), draft("Welsh"), MANY, False, id="a slot of many values"),
    pytest.param(draft("Brix"), draft("Corvid"), UNKNOWN, False, id="nobody knows the slot"),
    pytest.param(draft("Munich"), draft("Bavaria"), SINGLE, False, id="a place within the other"),
    pytest.param(draft("Munich"), draft("Berlin"), SINGLE, True, id="two places side by side"),
    pytest.param(draft("Munich"), draft("München"), SINGLE, False, id="one place in two languages"),
    pytest.param(draft("USA"), draft("United States"), SINGLE, False, id="one country, two names"),
    pytest.param(draft("Brix"), draft("Brix Ltd"), SINGLE, False, id="the legal form changes nothing"),
    pytest.param(draft("Dr Anna Kern"), draft("Kern"), SINGLE, False, id="surname and full name"),
    pytest.param(draft("Anna Kern"), draft("Anna Holm"), SINGLE, True, id="a shared first name is not enough"),
    pytest.param(draft("World Health Organization"), draft("WHO"), SINGLE, False, id="initials"),
    pytest.param(draft("Room 3"), draft("Room 5"), SINGLE, True, id="numbers part names"),
    pytest.param(draft("Room 3"), draft("Room 3b"), SINGLE, True, id="a letter after the number parts them too"),
    pytest.param(draft("physician"), draft("doctor"), SINGLE, False, id="synonyms"),
    pytest.param(draft("dog"), draft("animal"), SINGLE, False, id="a broader word"),
    pytest.param(draft("red"), draft("blue"), MANY, True, id="one colour at a time, whatever the slot"),
    pytest.param(draft("steel bridge"), draft("wooden bridge"), MANY, True, id="one material at a time"),
    pytest.param(draft("red car"), draft("blue house"), MANY, False, id="class words of different things"),
    pytest.param(draft("Urdu", quantifier="only"), draft("Welsh"), MANY, True, id="the only one"),
    pytest.param(draft("Oslo", yes=False), draft("Turku"), SINGLE, False, id="not Oslo agrees with Turku"),
    pytest.param(draft("Oslo", modality="required"), draft("Turku"), SINGLE, False, id="a norm and a fact"),
    pytest.param(draft("Oslo"), draft("5 km"), SINGLE, False, id="not two names"),
    pytest.param(draft("Android 10"), draft("Android 12"), NEEDS, True, id="two versions as the least"),
    pytest.param(draft("Android 10"), draft("Android 12"), MANY, False, id="two versions of many"),
    pytest.param(draft("Android 10"), draft("Java 12"), NEEDS, False, id="two things that are required"),
]


@pytest.mark.parametrize(("left", "right", "slot", "speaks"), CASES)
def test_value(left: ClaimDraft, right: ClaimDraft, slot: SlotFacts, speaks: bool) -> None:
    finding = speak("value", left, right, slot)
    assert (finding is not None) == speaks
    assert finding is None or finding.kind == "value"


def test_a_description_may_be_whom_the_other_names() -> None:
    two_names = speak("value", draft("Downer"), draft("Playford"))
    described = speak("value", draft("Downer"), draft("head of government"))
    assert two_names is not None
    assert described is not None
    assert described.strength < 0.75 < two_names.strength


def test_who_a_role_is_said_to_be_is_one_as_a_rule() -> None:
    ravi, mette = (draft(name, subject="engineer on duty", attribute="be") for name in ("Ravi", "Mette"))
    be = SlotFacts(attribute="be", single=0.1, source="lexicon")
    assert speak("value", ravi, mette, be) is not None
    assert speak("value", draft("Ravi", subject="Engineer", attribute="be"), mette, be) is None


def test_strength_is_the_probability_that_the_slot_is_single() -> None:
    finding = speak("value", draft("Oslo"), draft("Turku"), SlotFacts(attribute="slot", single=0.77, source="learned"))
    assert finding is not None
    assert finding.strength == 0.77

import pytest

from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Relation
from graphmem.protocols import SlotFacts
from tests.unit.conflicts.builders import MANY, SINGLE, UNKNOWN, draft
from tests.unit.conflicts.rules.tables import speak

MUST = "required"
CASES = [
    pytest.param(draft("5 km"), draft("5000 m"), SINGLE, None, id="same length, other unit"),
    pytest.param(draft("0.4 km"), draft("600 m"), SINGLE, "0.4 km against 600 m", id="other length, other unit"),
    pytest.param(draft("5 km"), draft("5.3 km"), SINGLE, None, id="rounding explains it"),
    pytest.param(draft("5 km"), draft("6 km"), SINGLE, "5 km against 6 km", id="touching is not overlapping"),
    pytest.param(draft("2 trials"), draft("1 trial"), SINGLE, "1 trial against 2 trial", id="a count is exact"),
    pytest.param(draft("2 trials"), draft("1 study"), SINGLE, None, id="trials and studies may be counted apart"),
    pytest.param(draft("2 trials"), draft("1 goal"), SINGLE, None, id="different things are counted"),
    pytest.param(draft("2 trials"), draft("1"), SINGLE, "1 against 2 trial", id="the noun left out"),
    pytest.param(draft("5 km"), draft("3 h"), SINGLE, None, id="units of different things"),
    pytest.param(draft("5 EUR"), draft("5 USD"), SINGLE, None, id="currencies do not compare"),
    pytest.param(draft("8 EUR"), draft("9 EUR"), SINGLE, "8 EUR against 9 EUR", id="one currency"),
    pytest.param(draft("5 %"), draft("7 %"), SINGLE, "5% against 7%", id="shares"),
    pytest.param(draft("5 %"), draft("7 percentage points"), SINGLE, None, id="percent are not percentage points"),
    pytest.param(draft("20 °C"), draft("68 °F"), SINGLE, None, id="temperatures with an offset"),
    pytest.param(draft("20 °C"), draft("90 °F"), SINGLE, "20 °C against 90 °F", id="other temperature"),
    pytest.param(draft("at least 3"), draft("5"), SINGLE, None, id="five is at least three"),
    pytest.param(draft("at least 3"), draft("2"), SINGLE, "2 against at least 3", id="two is not at least three"),
    pytest.param(draft("more than 3"), draft("3"), SINGLE, "3 against more than 3", id="three is not more than three"),
    pytest.param(draft("at least 3"), draft("3"), SINGLE, None, id="three is at least three"),
    pytest.param(draft("at most 3"), draft("at least 4"), SINGLE, "at most 3 against at least 4", id="bounds apart"),
    pytest.param(draft("at least 3"), draft("at least 4"), SINGLE, None, id="two floors of a fact agree"),
    pytest.param(
        draft("at least 3", modality=MUST),
        draft("at least 4", modality=MUST),
        SINGLE,
        "at least 3 against at least 4",
        id="two floors of a rule do not",
    ),
    pytest.param(draft("10-20 m"), draft("15 m"), SINGLE, None, id="inside a range"),
    pytest.param(draft("10-20 m"), draft("25 m"), SINGLE, "10 to 20 m against 25 m", id="outside a range"),
    pytest.param(draft("about 400"), draft("415"), SINGLE, None, id="about is five per cent"),
    pytest.param(draft("about 400"), draft("500"), SINGLE, "about 400 against 500", id="about is not any"),
    pytest.param(draft("1000 members"), draft("1023 members"), SINGLE, None, id="a round thousand"),
    pytest.param(draft("100"), draft("500"), SINGLE, "100 against 500", id="high overlap of words, other number"),
    pytest.param(draft("2 trials"), draft("3 trials"), MANY, "2 trial against 3 trial", id="of one thing one number"),
    pytest.param(draft("2"), draft("3"), MANY, None, id="a slot of many amounts"),
    pytest.param(
        draft("2 kg"), draft("3 kg"), UNKNOWN, "2 kg against 3 kg", id="an unknown slot has one amount as a rule"
    ),
    pytest.param(draft("5 km"), draft("gravel"), SINGLE, None, id="not a quantity"),
    pytest.param(draft("5 km", yes=False), draft("6 km"), SINGLE, None, id="not five agrees with six"),
    pytest.param(
        draft("2 trials", modality=MUST),
        draft("1 trial", modality="permitted"),
        SINGLE,
        "1 trial against 2 trial",
        id="two are required, one may suffice",
    ),
]


@pytest.mark.parametrize(("left", "right", "slot", "detail"), CASES)
def test_numeric(left: ClaimDraft, right: ClaimDraft, slot: SlotFacts, detail: str | None) -> None:
    finding = speak("numeric", left, right, slot)
    if finding is not None and finding.relation is Relation.COMPATIBLE:
        assert finding.strength < 0.5
        finding = None
    assert (finding and finding.detail) == (detail and f"slot: {detail}")


def test_an_amount_on_an_unknown_slot_is_too_weak_to_settle_by_itself() -> None:
    finding = speak("numeric", draft("2 kg"), draft("3 kg"), UNKNOWN)
    assert finding is not None
    assert finding.strength < 0.75


def test_two_floors_of_a_fact_are_a_doubt() -> None:
    finding = speak("numeric", draft("more than 800"), draft("more than 700"))
    assert finding is not None
    assert (finding.relation, finding.kind) == (Relation.COMPATIBLE, "numeric")

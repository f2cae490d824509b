"""The ordered questions: what wins over what when several rules speak."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.conflicts.comparer import RULES, RuleComparer, load_rules
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Relation
from graphmem.protocols import SidedClaim, SlotFacts
from tests.unit.conflicts.builders import EVENT, MANY, SINGLE, UNKNOWN, draft, side

COMPARER = RuleComparer()


def compare(a: ClaimDraft | SidedClaim, b: ClaimDraft | SidedClaim, slot: SlotFacts = SINGLE) -> str:
    sides = [claim if isinstance(claim, SidedClaim) else side(claim) for claim in (a, b)]
    return COMPARER.compare(sides[0], sides[1], slot).relation.value


QUESTIONS = [
    pytest.param(
        draft("5 bar", subject="Pump 1"), draft("6 bar", subject="Pump 2"), SINGLE, "unrelated", id="same entity?"
    ),
    pytest.param(draft("Oslo"), draft("Turku"), MANY, "compatible", id="single-valued?"),
    pytest.param(draft("Oslo"), draft("Turku"), SINGLE, "contradiction", id="values incompatible"),
    pytest.param(draft("0.4 km"), draft("400 m"), SINGLE, "duplicate", id="units normalised"),
    pytest.param(draft("Oslo", valid="2019"), draft("Turku", valid="2021"), SINGLE, "update", id="intervals apart"),
    pytest.param(
        draft("Oslo", valid="2019"), draft("Turku", valid="2021"), EVENT, "compatible", id="apart, happens once"
    ),
    pytest.param(
        draft("2 goals", valid="2019"), draft("3 goals", valid="2021"), UNKNOWN, "compatible", id="two events"
    ),
    pytest.param(draft("2 trials"), draft("1 trial", when={"for": "leukaemia"}), SINGLE, "refinement", id="narrower"),
    pytest.param(
        draft("2 trials"), draft("2 trials", when={"for": "leukaemia"}), SINGLE, "compatible", id="narrower but equal"
    ),
    pytest.param(
        draft("2", when={"for": "adults"}), draft("1", when={"for": "children"}), SINGLE, "compatible", id="other parts"
    ),
    pytest.param(draft("Oslo"), draft("Turku", modality="possible"), SINGLE, "compatible", id="a hedge denies nothing"),
    pytest.param(draft("Oslo"), draft("Turku", modality="planned"), SINGLE, "compatible", id="a plan denies nothing"),
    pytest.param(draft("Oslo"), draft("Oslo", yes=False), MANY, "contradiction", id="polarity needs no single slot"),
]


@pytest.mark.parametrize(("a", "b", "slot", "relation"), QUESTIONS)
def test_questions(a: ClaimDraft, b: ClaimDraft, slot: SlotFacts, relation: str) -> None:
    assert compare(a, b, slot) == relation


def test_what_is_ordered_in_time_is_an_update_and_surer_than_the_bare_clash() -> None:
    old, new = side(draft("Oslo"), said="2023-01-01"), side(draft("Turku"), said="2025-01-01")
    bare = COMPARER.compare(side(draft("Oslo")), side(draft("Turku")), SINGLE)
    ordered = COMPARER.compare(old, new, SINGLE)
    assert (ordered.relation, ordered.newer) == (Relation.UPDATE, "b")
    assert ordered.confidence > bare.confidence


def test_an_update_is_worth_what_its_own_curve_says() -> None:
    asked: list[tuple[str, float]] = []

    def doubtful(kind: str, rule: str, strength: float) -> float:
        asked.append((kind, strength))
        return 0.4 if kind == "update" else 0.9

    old, new = side(draft("Oslo"), said="2023-01-01"), side(draft("Turku"), said="2025-01-01")
    told = RuleComparer(doubtful).compare(old, new, SINGLE)
    assert (told.relation, told.confidence) == (Relation.UPDATE, 0.4)
    # What the clash is worth, and a part of the doubt that is left: the strength that labels are kept under.
    assert asked[-1] == ("update", pytest.approx(0.93)) and told.strength == pytest.approx(0.93)


def test_hearsay_is_shown_but_settles_nothing() -> None:
    told = COMPARER.compare(side(draft("Oslo")), side(draft("Turku", said_by="Frank")), SINGLE)
    assert told.relation is Relation.CONTRADICTION
    assert 0.25 < told.confidence < 0.75


def test_a_restriction_that_was_not_read_keeps_a_clash_from_settling_by_itself() -> None:
    general = draft("3 trials", subject="Applicant").model_copy(update={"quote": "Applicants need three trials"})
    lost = draft("1 trial", subject="Applicant").model_copy(update={"quote": "Applicants from abroad need one trial"})
    read = lost.model_copy(update={"quote": "Applicants need one trial"})
    assert COMPARER.compare(side(general), side(read), SINGLE).confidence >= 0.75
    told = COMPARER.compare(side(general), side(lost), SINGLE)
    assert told.relation is Relation.CONTRADICTION
    assert told.confidence < 0.75


def test_every_rule_is_found_by_name_and_documented_in_words_of_its_own() -> None:
    documents = [rule.__doc__ for _, rule in load_rules()]
    assert [name for name, _ in load_rules()] == RULES.names()
    assert all(documents)
    assert len(set(documents)) == len(documents)


SIDES = st.builds(
    lambda value, yes, modality, when, said: side(draft(value, yes=yes, modality=modality, when=when), said=said),
    st.sampled_from(
        ["Oslo", "Turku", "Munich", "Bavaria", "open", "closed", "5 km", "5000 m", "6 km", "2 trials", "2019", "2021"]
    ),
    st.booleans(),
    st.sampled_from(["asserted", "required", "permitted", "prohibited", "possible", "planned", "reported"]),
    st.sampled_from([{}, {"for": "adults"}, {"for": "children"}, {"frequency": "daily"}]),
    st.sampled_from([None, "2020-01-01", "2021-06-01"]),
)
SLOTS = st.sampled_from([SINGLE, MANY, UNKNOWN, EVENT])


@given(SIDES, SIDES, SLOTS)
def test_the_comparer_is_symmetric_but_for_newer(a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> None:
    there, back = COMPARER.compare(a, b, slot), COMPARER.compare(b, a, slot)
    assert (there.relation, there.kind, there.confidence) == (back.relation, back.kind, back.confidence)
    assert back.newer == {"a": "b", "b": "a", None: None}[there.newer]


@given(SIDES, SLOTS)
def test_a_claim_never_contradicts_itself(a: SidedClaim, slot: SlotFacts) -> None:
    assert COMPARER.compare(a, a, slot).relation in {Relation.DUPLICATE, Relation.COMPATIBLE}

"""What claims tell of two texts between them: whether all is said twice, whether one text says both, what is left."""

from collections.abc import Sequence

import pytest

from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.model.conflict import Comparison, Relation
from graphmem.protocols import PairScore, TextPair

CLASHES = (Relation.CONTRADICTION, Relation.UPDATE, Relation.REFINEMENT)


class Alarmist:
    """A judge that sees a contradiction everywhere."""

    name = "alarmist"

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        return [PairScore(score=0.95, probability=0.95, reasons=()) for _ in pairs]


def as_it_is(kind: str, rule: str, strength: float) -> float:
    return strength


def compare(a: str, b: str, judge: Alarmist | None = None) -> Comparison:
    pair = TextPair(a=a, b=b)
    return compare_texts([pair], extractor=spacy_claims, slots=lexicon_slots(), judge=judge, calibration=as_it_is)[0]


# One text says of one time both what the other says and what would deny it: it was read too coarsely.
SAID_BY_ONE = [
    pytest.param(
        "Ana Berg won two singles titles.", "Ana Berg won two singles titles and sixty doubles titles.", id="parts"
    ),
    pytest.param("The word for it is pharmacon or pharmakon.", "The word for it is pharmacon.", id="alternatives"),
]


@pytest.mark.parametrize(("a", "b"), SAID_BY_ONE)
def test_what_one_text_says_together_is_no_clash_with_the_other(a: str, b: str) -> None:
    assert compare(a, b).relation not in CLASHES
    assert compare(b, a).relation not in CLASHES


def test_a_text_that_corrects_itself_clashes_with_what_it_corrects() -> None:
    corrected = "Lena lives in Oslo. Correction: Lena lives in Turku."
    assert compare("Lena lives in Oslo.", corrected).relation in CLASHES


TWICE = [
    pytest.param("The interest rate is 3 percent.", "The interest rate is 3%.", True, id="a unit by another word"),
    pytest.param("Ana works at Brix.", "Ana is employed by Brix.", True, id="a verb by another word"),
    pytest.param("Low ratings canceled the plans.", "High ratings canceled the plans.", False, id="whose"),
    pytest.param(
        "Only 6.0 quakes appear on the list.", "Only 6.0 or greater quakes appear on the list.", False, id="or"
    ),
]


@pytest.mark.parametrize(("a", "b", "twice"), TWICE)
def test_a_judge_is_heard_on_a_repetition_only_where_differing_words_were_not_read(a: str, b: str, twice: bool) -> None:
    assert compare(a, b).relation is Relation.DUPLICATE
    assert (compare(a, b, Alarmist()).relation is Relation.DUPLICATE) is twice


BOTH_HOLD = [
    pytest.param("The annual fee is 40 euros.", "The annual fee is 40 dollars.", id="currencies"),
    pytest.param("The study enrolled 120 women.", "The study enrolled 80 men.", id="counted things"),
    pytest.param("The hall seats about 200 people.", "The hall seats 205 people.", id="about"),
    pytest.param("The road is 5 km long.", "The road is 5.3 km long.", id="rounding"),
    pytest.param("Some members pay a fee.", "Some members do not pay a fee.", id="some"),
]


@pytest.mark.parametrize(("a", "b"), BOTH_HOLD)
def test_where_rules_read_all_that_differs_no_judge_is_heard(a: str, b: str) -> None:
    told = compare(a, b, Alarmist())
    assert told.relation is Relation.COMPATIBLE
    assert told.confidence < 0.25


APART = [
    pytest.param("Berit won the prize in 1999.", "Berit won the prize in 2004.", id="two events"),
    pytest.param("Tern Systems was founded by Eva Lund.", "Tern Systems was founded in Malmo.", id="two slots"),
    pytest.param("Firms must report losses.", "Firms must report profits.", id="two duties"),
    pytest.param("Firms must keep records for five years.", "Firms must publish reports every five years.", id="verbs"),
]


@pytest.mark.parametrize(("a", "b"), APART)
def test_a_judge_alone_makes_no_conflict_of_two_matters(a: str, b: str) -> None:
    assert compare(a, b, Alarmist()).confidence < 0.5


def test_a_doubt_of_claims_and_a_judge_ask_a_person() -> None:
    told = compare("The trust has over 700 members.", "The trust has over 800 members.", Alarmist())
    assert 0.5 <= told.confidence < 0.75


def test_what_was_tried_or_almost_done_settles_nothing() -> None:
    denied = "Grisham did not win the popular vote."
    assert compare("Grisham won the popular vote.", denied).confidence >= 0.75
    for lessened in ("Grisham almost won the popular vote.", "Grisham tried to win the popular vote."):
        assert compare(lessened, denied).confidence < 0.75

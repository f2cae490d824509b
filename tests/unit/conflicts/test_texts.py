"""Pairs of texts: whose claims meet, when the judge is asked, and what its word is worth."""

from collections.abc import Sequence

import pytest

from graphmem.conflicts.difference import kind_of_difference
from graphmem.conflicts.slots import lexicon_slots
from graphmem.conflicts.texts import compare_texts
from graphmem.extractors.spacy_claims import spacy_claims
from graphmem.model.conflict import Comparison, Relation
from graphmem.protocols import PairScore, TextPair


class Judge:
    """Gives one probability for everything and remembers what it was asked."""

    name = "judge"

    def __init__(self, probability: float) -> None:
        self._probability = probability
        self.asked: list[TextPair] = []

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        self.asked += pairs
        return [PairScore(score=self._probability, probability=self._probability, reasons=("because",)) for _ in pairs]


def as_it_is(kind: str, rule: str, strength: float) -> float:
    return strength


def compare(a: str, b: str, judge: Judge | None = None, **fields: str) -> Comparison:
    pair = TextPair(a=a, b=b, **fields)
    return compare_texts([pair], extractor=spacy_claims, slots=lexicon_slots(), judge=judge, calibration=as_it_is)[0]


PRONOUNS = [
    pytest.param(
        "Jon Lund lives in Oslo.", "He lives in Turku.", {}, "contradiction", id="a pronoun for the other's subject"
    ),
    pytest.param("He lives in Oslo.", "He lives in Turku.", {}, "contradiction", id="two pronouns are one person"),
    pytest.param(
        "He lives in Oslo.", "Jon Lund lives in Turku.", {"a_entity": "Jon Lund"}, "contradiction", id="entity given"
    ),
    pytest.param("Jon Lund lives in Oslo.", "Lund lives in Turku.", {}, "contradiction", id="surname"),
    pytest.param("Jon Lund lives in Oslo.", "Eva Lund lives in Turku.", {}, "unrelated", id="another first name"),
    pytest.param("Jon Lund lives in Oslo.", "Jon Lund's sister lives in Turku.", {}, "compatible", id="his sister"),
]


@pytest.mark.parametrize(("a", "b", "fields", "relation"), PRONOUNS)
def test_whose_claims_meet(a: str, b: str, fields: dict[str, str], relation: str) -> None:
    assert compare(a, b, **fields).relation == relation


def test_the_judge_is_asked_only_where_claims_leave_it_open() -> None:
    judge = Judge(0.9)
    assert compare("Lena lives in Oslo.", "Lena lives in Turku.", judge).rule == "value"
    assert judge.asked == []
    told = compare("Lena sings at every wedding.", "Lena has never sung in public.", judge)
    assert len(judge.asked) == 1
    assert (told.relation, told.confidence) == (Relation.CONTRADICTION, 0.9)
    assert "because" in told.reasons


def test_a_judge_beside_the_ranker_moves_the_rank_by_its_vote() -> None:
    pair = TextPair(a="Lena sings at every wedding.", b="Lena has never sung in public.")
    ranks = [
        compare_texts(
            [pair], extractor=spacy_claims, slots=lexicon_slots(), judge=judge, ranker=ranker, calibration=as_it_is
        )[0].score
        for ranker in [Judge(0.3)]
        for judge in (Judge(0.1), Judge(0.4), ranker, Judge(0.9))
    ]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


RANKED = [
    pytest.param("Lena Holm lives in Oslo.", "Mats Berg lives in Turku.", {}, 0.7, id="claims only do not meet"),
    pytest.param(
        "It weighs 30 kg.", "It weighs 50 kg.", {"a_entity": "Pump-114", "b_entity": "Pump-115"}, 0.0, id="two things"
    ),
]


@pytest.mark.parametrize(("a", "b", "fields", "rank"), RANKED)
def test_the_ranker_orders_what_claims_only_failed_to_join(a: str, b: str, fields: dict[str, str], rank: float) -> None:
    judge = Judge(0.7)
    (told,) = compare_texts(
        [TextPair(a=a, b=b, **fields)], extractor=spacy_claims, slots=lexicon_slots(), judge=judge, ranker=judge
    )
    assert told.relation is Relation.UNRELATED
    assert told.score == pytest.approx(rank, abs=0.001)


STRANGERS = [
    pytest.param("Pump-114 weighs 30 kg.", "Pump-115 weighs 50 kg.", id="a number apart"),
    pytest.param("M. Okafor, the harbour pilot, is 58.", "M. Okafor, the violinist, is 31.", id="namesakes"),
    pytest.param("Lena Holm lives in Oslo.", "Mats Berg lives in Turku.", id="two people"),
]


@pytest.mark.parametrize(("a", "b"), STRANGERS)
def test_a_judge_makes_no_contradiction_of_two_things(a: str, b: str) -> None:
    told = compare(a, b, Judge(0.99))
    assert told.relation is Relation.UNRELATED
    assert told.confidence < 0.5


def test_a_doubtful_judge_leaves_the_relation() -> None:
    told = compare("Lena sings at every wedding.", "Lena paints.", Judge(0.2))
    assert told.relation is Relation.COMPATIBLE
    assert told.confidence == 0.2


def test_a_judge_does_not_overrule_claims_that_say_the_same() -> None:
    assert compare("Lena lives in Oslo.", "Lena lives in Oslo.", Judge(0.99)).relation is Relation.DUPLICATE


KINDS = [
    ("The hall was full.", "The hall was never full.", "negation"),
    ("It has 3 doors.", "It has 4 doors.", "numeric"),
    ("The road is wet.", "The road is dry.", "antonym"),
    ("Ana sings.", "Ana paints.", "value"),
]


@pytest.mark.parametrize(("a", "b", "kind"), KINDS)
def test_the_kind_of_what_only_a_judge_has_found(a: str, b: str, kind: str) -> None:
    assert kind_of_difference(a, b) == kind_of_difference(b, a) == kind


def test_no_pairs_no_answers() -> None:
    assert compare_texts([], extractor=spacy_claims, slots=lexicon_slots()) == []

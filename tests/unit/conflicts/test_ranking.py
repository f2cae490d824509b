"""The rank of a pair: the scorer's order where claims leave it open, higher where they clash, last where they part."""

import pytest

from graphmem.conflicts.ranking import rank
from graphmem.model.conflict import Comparison, ConflictKind, Relation

OPEN = Comparison(relation=Relation.COMPATIBLE, confidence=0.1, score=0.1)
CLASH = Comparison(relation=Relation.CONTRADICTION, kind=ConflictKind.VALUE, confidence=0.95, score=0.95)
HEARSAY = CLASH.model_copy(update={"confidence": 0.3})
TWO_THINGS = Comparison(relation=Relation.UNRELATED, confidence=0.02, score=0.02)


def of(claims: Comparison, score: float, vote: float | None = None) -> float:
    return rank(claims, score, parted=claims is TWO_THINGS, vote=vote)


@pytest.mark.parametrize("claims", [OPEN, CLASH, TWO_THINGS], ids=["open", "clash", "apart"])
def test_the_scorer_orders_pairs_of_one_sort(claims: Comparison) -> None:
    scores = [0.01, 0.2, 0.5, 0.9, 0.99, 1.2, 2.9]  # beyond 1 lies what the time between two sayings adds
    ranks = [of(claims, score) for score in scores]
    assert ranks == sorted(ranks) and len(set(ranks)) == len(ranks)
    assert all(0 <= one <= 1 for one in ranks)


def test_open_pairs_keep_the_score_itself() -> None:
    assert of(OPEN, 0.3) == pytest.approx(0.3)


def test_a_clash_is_worth_its_confidence() -> None:
    assert of(HEARSAY, 0.4) < of(OPEN, 0.4) < of(CLASH, 0.4)
    assert of(CLASH, 0.5) == pytest.approx(0.95)


def test_two_things_come_last_whatever_the_scorer_sees() -> None:
    assert of(TWO_THINGS, 0.99) < of(OPEN, 0.01)


def test_a_second_judge_moves_every_pair_that_it_votes_on() -> None:
    for claims in (OPEN, HEARSAY):
        assert of(claims, 0.5, 0.1) < of(claims, 0.5) < of(claims, 0.5, 0.9)

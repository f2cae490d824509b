"""The packaged judge, with the packaged model and encoder."""

from datetime import UTC, datetime

import pytest

from graphmem.conflicts.scorer import PairScorer, load_pair_scorer
from graphmem.conflicts.scorer.change import weigh_gap
from graphmem.protocols import TextPair

# Each line: a contradiction, and a pair of nearly the same words that is none.
ORDERED = [
    pytest.param(("The choir meets on Monday.", "The choir meets on Friday."),
                 ("The choir meets on Monday.", "On Monday the choir meets."), id="weekday"),
    pytest.param(("Guests may park in bay 4.", "Guests may not park in bay 4."),
                 ("Guests may park in bay 4.", "Guests may also park in bay 4."), id="negation"),
    pytest.param(("Nordal Foods was founded in 1990.", "Nordal Foods was founded in 1974."),
                 ("Nordal Foods was founded in 1990.", "Nordal Foods was founded in 1990 by two brothers."), id="year"),
    pytest.param(("The night alarm is enabled.", "The night alarm is disabled."),
                 ("The night alarm is enabled.", "The night alarm is turned on."), id="antonym"),
    pytest.param(("The pier is 0.4 km long.", "The pier is 600 m long."),
                 ("The pier is 0.4 km long.", "The pier is 400 m long."), id="unit"),
    pytest.param(("Grease the hinge monthly.", "Do not grease the hinge monthly."),
                 ("Grease the hinge monthly.", "Don't forget to grease the hinge monthly."), id="double negation"),
    pytest.param(("The trial showed less pain with the drug.", "The trial showed no effect of the drug on pain."),
                 ("The trial showed less pain with the drug.", "The drug reduced pain in the trial."), id="finding"),
]  # fmt: skip


@pytest.fixture(scope="module")
def scorer() -> PairScorer:
    return load_pair_scorer()


@pytest.mark.parametrize(("clash", "harmless"), ORDERED)
def test_a_contradiction_ranks_above_its_twin(
    scorer: PairScorer, clash: tuple[str, str], harmless: tuple[str, str]
) -> None:
    worse, better = scorer.score([TextPair(a=a, b=b) for a, b in (clash, harmless)])
    assert worse.score > better.score + 0.1


def test_the_same_pair_has_the_same_score_either_way_round_and_in_any_batch(scorer: PairScorer) -> None:
    pairs = [TextPair(a=a, b=b) for case in ORDERED for a, b in case.values]
    together = scorer.score(pairs)
    assert [one.probability for one in together] == pytest.approx(
        [scorer.score([TextPair(a=pair.b, b=pair.a)])[0].probability for pair in pairs], abs=1e-6
    )


def test_no_pairs_no_scores(scorer: PairScorer) -> None:
    assert scorer.score([]) == []


def test_reasons_name_the_words(scorer: PairScorer) -> None:
    (found,) = scorer.score([TextPair(a="The choir meets on Monday.", b="The choir meets on Friday.")])
    assert any("Monday" in reason and "Friday" in reason for reason in found.reasons)


def test_of_passages_it_alleges_nothing(scorer: PairScorer) -> None:
    filler = " The harbour has a long history and many visitors come to see it every summer." * 6
    statement, passage = scorer.score(
        [
            TextPair(a="The choir meets on Monday.", b="The choir meets on Friday."),
            TextPair(a=f"The choir meets on Monday.{filler}", b=f"The choir meets on Friday.{filler}"),
        ]
    )
    assert passage.probability < 0.25 < statement.probability


def test_time_ranks_and_leaves_the_probability(scorer: PairScorer) -> None:
    early, late = datetime(2020, 1, 1, tzinfo=UTC), datetime(2023, 1, 1, tzinfo=UTC)
    text = {"a": "Lena works for Brix.", "b": "Lena works for Nordal."}
    plain, timed = scorer.score([TextPair(**text), TextPair(**text, a_time=early, b_time=late)])
    assert timed.probability == plain.probability
    assert timed.score > plain.score


def test_the_chance_of_a_change_grows_with_time_and_is_none_without() -> None:
    first, second, third = (datetime(year, 1, 1, tzinfo=UTC) for year in (2020, 2021, 2025))
    assert weigh_gap(first, first) == weigh_gap(first, None) == 0
    assert 0 < weigh_gap(first, second) == weigh_gap(second, first) < weigh_gap(first, third) < 1

"""Curves, abstention and re-fitting from labels."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.conflicts.calibration import (
    REVIEW_BELOW,
    REVIEW_FROM,
    Calibration,
    Curve,
    calibrate_score,
    load_calibration,
    read_calibration,
)
from graphmem.conflicts.calibration_error import expected_error, measure_calibration
from graphmem.conflicts.calibration_fit import FEWEST, FEWEST_AT_ALL, Label, correct_prior, fit_curve, refit
from graphmem.errors import InputError


def labels(count: int, seed: int = 0, curve: str = "numeric") -> list[Label]:
    """Findings whose strength promises more than it holds: right in half as many cases."""
    draw = random.Random(seed)
    strengths = [draw.random() for _ in range(count)]
    return [
        Label(curve=curve, strength=strength, contradicts=draw.random() < strength / 2, group=str(i % 40))
        for i, strength in enumerate(strengths)
    ]


def fitted(count: int) -> Curve:
    own = labels(count)
    return fit_curve([label.strength for label in own], [label.contradicts for label in own])


@pytest.mark.parametrize(
    ("count", "method"), [(FEWEST_AT_ALL - 1, "abstain"), (FEWEST - 1, "share"), (120, "platt"), (2000, "isotonic")]
)
def test_how_a_curve_is_fitted_depends_on_how_many_labels_there_are(count: int, method: str) -> None:
    assert fitted(count).method == method


@pytest.mark.parametrize("count", [120, 2000])
def test_a_fitted_curve_says_what_the_labels_say(count: int) -> None:
    curve = fitted(count)
    assert curve.at(0.9) == pytest.approx(0.45, abs=0.12)
    assert curve.at(0.1) == pytest.approx(0.05, abs=0.12)


# 0.05 ** (1 / n): so many right ones in a row leave less than one chance in twenty that the true share is lower.
@pytest.mark.parametrize(("count", "worth"), [(10, 0.7411), (11, 0.7616), (20, 0.8609), (98, 0.9699)])
def test_labels_that_all_agree_are_worth_what_they_vouch_for(count: int, worth: float) -> None:
    curve = fit_curve([0.8] * count, [True] * count)
    assert (curve.method, curve.at(0.8), curve.at(1.0)) == ("share", worth, worth)
    assert curve.at(0.4) == pytest.approx(worth / 2, abs=1e-4)
    assert fit_curve([0.8] * count, [False] * count).at(1.0) == 0.01


def test_what_nobody_labelled_goes_to_a_person() -> None:
    nothing = Calibration(version="0", curves={})
    assert REVIEW_FROM < nothing.calibrate("numeric", "numeric", 1.0) < REVIEW_BELOW
    assert nothing.calibrate_score("judge", 1.0) < REVIEW_BELOW


def test_an_abstaining_curve_never_settles() -> None:
    assert fit_curve([1.0] * 9, [True] * 9).at(1.0) < REVIEW_BELOW


def test_a_curve_of_the_rule_goes_before_that_of_the_kind() -> None:
    low, high = (
        Curve(method="platt", x=(0.0, 1.0), y=(0.0, top), prior=0.5, labels=99, positives=50) for top in (0.4, 0.9)
    )
    both = Calibration(version="0", curves={"numeric": low, "numeric/bound": high})
    assert both.calibrate("numeric", "bound", 1.0) == 0.9
    assert both.calibrate("numeric", "other", 1.0) == 0.4


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=400), st.floats(0.05, 0.95))
def test_a_curve_never_falls_and_stays_a_probability(pairs: list[tuple[float, bool]], prior: float) -> None:
    curve = fit_curve([strength for strength, _ in pairs], [truth for _, truth in pairs], prior=prior)
    values = [curve.at(x) for x in np.linspace(-0.5, 1.5, 41)]
    assert values == sorted(values)
    assert all(0 < value < 1 for value in values)


def test_a_prior_moves_the_odds_by_bayes() -> None:
    assert correct_prior(np.array([0.5]), 0.5, 0.2)[0] == pytest.approx(0.2)
    assert correct_prior(np.array([0.8]), 0.5, 0.2)[0] == pytest.approx(0.5)
    assert correct_prior(np.array([0.3]), 0.3, 0.3)[0] == pytest.approx(0.3)


def test_refitting_lowers_the_error_on_groups_not_used() -> None:
    boastful = Curve(method="platt", x=(0.0, 1.0), y=(0.0, 0.99), prior=0.5, labels=40, positives=20)
    result = refit(Calibration(version="0", curves={"numeric": boastful}), labels(600), version="1")
    assert result.after["numeric"].error < 0.06 < result.before["numeric"].error
    assert result.calibration.version == "1"


def test_refitting_is_pure_and_blind_to_order() -> None:
    start = load_calibration()
    own = labels(400)
    shuffled = random.Random(5).sample(own, len(own))
    assert refit(start, own) == refit(start, shuffled)
    assert load_calibration() == start


def test_too_few_decisions_leave_a_curve_as_it_was() -> None:
    curve = Curve(method="platt", x=(0.0, 1.0), y=(0.1, 0.9), prior=0.5, labels=99, positives=50)
    start = Calibration(version="0", curves={"numeric": curve})
    result = refit(start, labels(10))
    assert result.calibration.curves["numeric"] == curve
    assert result.before == result.after


def test_a_kind_first_seen_in_few_decisions_abstains() -> None:
    result = refit(Calibration(version="0", curves={}), labels(9, curve="antonym"))
    assert result.calibration.curves["antonym"].method == "abstain"


def test_error_of_a_braggart_and_of_an_honest_one() -> None:
    truth = [True] * 2 + [False] * 8
    assert expected_error([1.0] * 10, truth) == pytest.approx(0.8)
    assert expected_error([0.2] * 10, truth) == pytest.approx(0.0)
    assert expected_error([], []) == 0.0
    assert measure_calibration([0.2] * 10, truth).precision_high is None
    assert measure_calibration([0.8] * 10, truth).precision_high == 0.2


def test_the_packaged_file_knows_the_packaged_judge() -> None:
    curve = load_calibration().curves["judge:pair_scorer"]
    assert curve.labels > 1000
    assert calibrate_score("pair_scorer", 0.05) < calibrate_score("pair_scorer", 0.95)


@pytest.mark.parametrize(
    ("curve", "complaint"),
    [
        ('{"method":"platt","x":[0,1],"y":[0.9,0.1],"prior":0.5,"labels":9,"positives":3}', "not decrease"),
        ('{"method":"platt","x":[0,0],"y":[0.1,0.1],"prior":0.5,"labels":9,"positives":3}', "must increase"),
        ('{"method":"platt","x":[0],"y":[0.1,0.2],"prior":0.5,"labels":9,"positives":3}', "one length"),
        ('{"method":"platt","x":[0],"y":[1.5],"prior":0.5,"labels":9,"positives":3}', "between 0 and 1"),
    ],
)
def test_a_file_with_a_curve_that_is_none_is_refused(curve: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_calibration(f'{{"version":"1","curves":{{"numeric":{curve}}}}}')

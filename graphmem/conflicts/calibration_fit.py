"""Fitting of calibration curves from labels: labelled public pairs, or the decisions of reviewers."""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from graphmem.conflicts.calibration import Calibration, Curve
from graphmem.conflicts.calibration_error import CalibrationFigures, measure_calibration

FEWEST_AT_ALL = 10  # labels for any curve
FEWEST = 30  # labels for a Platt curve
FEWEST_OF_A_CLASS = 8
ENOUGH = 300  # labels for an isotonic curve
_GRID = np.linspace(0.0, 1.0, 41)

Floats = NDArray[np.float64]


class Label(BaseModel, frozen=True):
    """One finding with the truth about it. curve is what it belongs to ("numeric", "judge:pair_scorer").

    group is what must not be split between fitting and testing: an entity, a question, a premise.
    """

    curve: str
    strength: float
    contradicts: bool
    group: str = ""


class Refit(BaseModel, frozen=True):
    """A new calibration with the figures of every touched curve before and after, both on held-out groups."""

    calibration: Calibration
    before: dict[str, CalibrationFigures]
    after: dict[str, CalibrationFigures]


def correct_prior(probability: Floats, sample: float, assumed: float) -> Floats:
    """Probabilities of a sample in which a share `sample` is positive, for a population where a share `assumed` is.

    Bayes' rule on the odds (Saerens et al. 2002, eq. 2.4).
    """
    ratio = (assumed / (1 - assumed)) / (sample / (1 - sample))
    clipped = np.clip(probability, 1e-6, 1 - 1e-6)
    odds = clipped / (1 - clipped) * ratio
    return np.asarray(odds / (1 + odds), dtype=np.float64)


def fit_curve(
    strength: Sequence[float], contradicts: Sequence[bool], *, prior: float | None = None, weight: Floats | None = None
) -> Curve:
    """A curve from labels: isotonic from ENOUGH on, Platt's sigmoid from FEWEST on, both classes well represented.

    With fewer, or where nearly all agree, there is no slope to fit: strength then counts in proportion, and at its mean
    it is worth what the labels vouch for, the lower end of the 95 % interval of the share that was right (one-sided,
    Clopper and Pearson 1934). Below FEWEST_AT_ALL the curve abstains. prior is the share of contradictions to assume;
    by default that among the labels.
    """
    x, y = np.asarray(strength, dtype=np.float64), np.asarray(contradicts, dtype=bool)
    weights = np.ones(len(x)) if weight is None else weight
    counts = {"labels": len(y), "positives": int(y.sum())}
    share = (counts["positives"] + 1) / (len(y) + 2)
    if len(y) < FEWEST_AT_ALL:
        return Curve(method="abstain", x=(0.0, 1.0), y=(0.0, 1.0), prior=prior or share, **counts)
    rarer = min(counts["positives"], len(y) - counts["positives"])
    if len(y) < FEWEST or rarer < FEWEST_OF_A_CLASS:
        middle = round(max(0.05, float(np.average(x, weights=weights))), 4)
        sure = round(_vouched(counts["positives"], len(y)), 4)
        return Curve(method="share", x=(0.0, middle), y=(0.0, sure), prior=prior or share, **counts)
    sample = float(np.average(y, weights=weights))
    grid = np.linspace(min(0.0, float(x.min())), max(1.0, float(x.max())), len(_GRID))
    method = "isotonic" if len(y) >= ENOUGH else "platt"
    values = (_isotonic if method == "isotonic" else _platt)(x, y, weights, grid)
    values = correct_prior(values, sample, prior) if prior is not None else values
    values = np.maximum.accumulate(np.clip(values, 0.0, 1.0)).round(4)
    keep = _corners(values)
    return Curve(
        method="isotonic" if method == "isotonic" else "platt",
        x=tuple(float(value) for value in grid[keep].round(4)),
        y=tuple(float(value) for value in values[keep]),
        prior=sample if prior is None else prior,
        **counts,
    )


def _vouched(right: int, count: int) -> float:
    """Share that is exceeded with 95 % certainty when so many of so many were right."""
    from scipy.stats import beta  # training only

    return float(beta.ppf(0.05, right, count - right + 1)) if right else 0.0


def _corners(values: Floats) -> list[int]:
    """Grid points without which the line would run otherwise."""
    inner = [i for i in range(1, len(values) - 1) if abs(values[i - 1] - 2 * values[i] + values[i + 1]) > 1e-9]
    return [0, *inner, len(values) - 1]


def _isotonic(x: Floats, y: NDArray[np.bool_], weight: Floats, grid: Floats) -> Floats:
    """Isotonic regression on quantile bins, shrunk by two labels of the mean, so that no end is 0 or 1."""
    from sklearn.isotonic import IsotonicRegression  # training only

    order = np.argsort(x, kind="stable")
    bins = np.array_split(order, max(10, min(40, len(x) // 25)))
    mean = float(np.average(y, weights=weight))
    size = np.array([weight[part].sum() for part in bins])
    share = np.array([(weight[part] @ y[part] + 2 * mean) / (weight[part].sum() + 2) for part in bins])
    middle = np.array([np.average(x[part], weights=weight[part]) for part in bins])
    fitted = IsotonicRegression(out_of_bounds="clip").fit(middle, share, sample_weight=size)
    return np.asarray(fitted.predict(grid), dtype=np.float64)


def _platt(x: Floats, y: NDArray[np.bool_], weight: Floats, grid: Floats) -> Floats:
    """Platt's sigmoid on the log odds of the strength; flat where a falling one would fit better."""
    from sklearn.linear_model import LogisticRegression  # training only

    fitted = LogisticRegression(C=1.0).fit(_log_odds(x), y, sample_weight=weight)
    if fitted.coef_[0, 0] <= 0:
        return np.full(len(grid), float(np.average(y, weights=weight)))
    return np.asarray(fitted.predict_proba(_log_odds(grid))[:, 1], dtype=np.float64)


def _log_odds(strength: Floats) -> Floats:
    clipped = np.clip(strength, 0.005, 0.995)
    return np.log(clipped / (1 - clipped)).reshape(-1, 1)


def refit(calibration: Calibration, labels: Sequence[Label], *, version: str | None = None) -> Refit:
    """Fit every curve that has labels anew. Pure: the same labels, in any order, give the same curves.

    Both figures are taken on the labels; the new curve's on groups that were left out when it was fitted (five folds).
    A curve with fewer than FEWEST new labels keeps what it was, if it was any.
    """
    by_curve: dict[str, list[Label]] = defaultdict(list)
    for label in sorted(labels, key=lambda label: (label.curve, label.group, label.strength, label.contradicts)):
        by_curve[label.curve].append(label)
    curves, before, after = dict(calibration.curves), {}, {}
    for name, own in by_curve.items():
        truth = [label.contradicts for label in own]
        old = calibration.curves.get(name)
        new = fit_curve([label.strength for label in own], truth)
        before[name] = measure_calibration([_apply(calibration, name, label.strength) for label in own], truth)
        if len(own) < FEWEST:
            curves.setdefault(name, new)
            after[name] = before[name] if old else measure_calibration([new.at(label.strength) for label in own], truth)
            continue
        curves[name] = new
        after[name] = measure_calibration(_held_out(own), truth)
    return Refit(
        calibration=Calibration(version=version or calibration.version, curves=curves), before=before, after=after
    )


def _apply(calibration: Calibration, name: str, strength: float) -> float:
    kind, _, rule = name.partition("/")
    if name.startswith("judge:"):
        return calibration.calibrate_score(name.removeprefix("judge:"), strength)
    return calibration.calibrate(kind, rule, strength)


def _held_out(labels: Sequence[Label], folds: int = 5) -> list[float]:
    """Probability of each label by a curve fitted without its group."""
    group_of: Callable[[int], str] = lambda i: labels[i].group or str(i)  # noqa: E731
    number = {group: i % folds for i, group in enumerate(sorted({group_of(i) for i in range(len(labels))}))}
    result = [0.0] * len(labels)
    for fold in range(folds):
        inside = [label for i, label in enumerate(labels) if number[group_of(i)] != fold]
        curve = fit_curve([label.strength for label in inside], [label.contradicts for label in inside])
        for i, label in enumerate(labels):
            if number[group_of(i)] == fold:
                result[i] = curve.at(label.strength)
    return result

"""Fitting of the pair scorer's model: boosted trees and a linear part, added up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.preprocessing import StandardScaler

from graphmem.conflicts.scorer.trees import CLIP, Forest, convert_boosting

Floats = NDArray[np.float64]
# More of these never makes a contradiction less likely, everything else being equal.
RISING = frozenset(
    """denied_on_one_side one_denies outcomes_opposed antonyms antonyms_in_context antonyms_crossed exclusive
    exclusive_in_context numbers_clash numbers_clash_in_context years_clash years_clash_in_context ordinals_clash
    months_clash values_in_one_frame siblings_in_context cousins_in_context names_clash_in_context cosine
    cosine_left_short up_against_down value_gap""".split()
)


@dataclass(frozen=True)
class Sample:
    """A set as a matrix; weight is its share in training."""

    name: str
    family: str
    weight: float
    rows: Floats
    truth: NDArray[np.bool_]
    groups: NDArray[np.str_]
    regimes: NDArray[np.str_]

    def weighing(self, weight: float) -> "Sample":
        """The same with another share."""
        return replace(self, weight=weight)

    def only(self, chosen: NDArray[np.intp]) -> "Sample":
        """The chosen rows."""
        return replace(
            self,
            rows=self.rows[chosen],
            truth=self.truth[chosen],
            groups=self.groups[chosen],
            regimes=self.regimes[chosen],
        )

    def row_weights(self) -> Floats:
        """Weights that sum to the set's share, the rarer class lifted towards one half."""
        share = float(self.truth.mean())
        lifted = np.ones(len(self.truth))
        if 0 < share < 1:
            lifted = np.where(self.truth, 0.5 / share, 0.5 / (1 - share)) ** 0.7
        return np.asarray(lifted * self.weight / lifted.sum(), dtype=np.float64)


def fit_model(samples: Sequence[Sample], names: Sequence[str]) -> Forest:
    """Trees with rising features held monotonic, and a ridge logistic regression, both on the log-odds scale."""
    used = [sample for sample in samples if sample.weight > 0]
    rows = np.vstack([sample.rows for sample in used])
    truth = np.concatenate([sample.truth for sample in used])
    weight = np.concatenate([sample.row_weights() for sample in used])
    weight = weight / weight.mean()
    trees = HistGradientBoostingClassifier(
        max_iter=150,
        learning_rate=0.06,
        max_leaf_nodes=15,
        min_samples_leaf=40,
        l2_regularization=5.0,
        random_state=0,
        monotonic_cst=[int(name in RISING) for name in names],
    ).fit(rows, truth, sample_weight=weight)
    clipped = np.clip(rows, -CLIP, CLIP)
    scale = StandardScaler().fit(clipped)
    linear = LogisticRegression(C=0.02, max_iter=300).fit(scale.transform(clipped), truth, sample_weight=weight)
    slope = linear.coef_[0] / scale.scale_
    start = float(linear.intercept_[0] - slope @ scale.mean_)
    return convert_boosting(trees, tuple(names), slope=slope, start=start)


def held_out_margins(sample: Sample, rest: Sequence[Sample], fit: Callable[[Sequence[Sample]], Forest]) -> Floats:
    """Margin of each row by a model trained on the rest and on the other groups of the set, five folds."""
    margins = np.zeros(len(sample.truth))
    folds = StratifiedGroupKFold(5, shuffle=True, random_state=0)
    for inside, outside in folds.split(sample.rows, sample.truth, sample.groups):
        margins[outside] = fit([*rest, sample.only(inside)]).margin(sample.rows[outside])
    return margins

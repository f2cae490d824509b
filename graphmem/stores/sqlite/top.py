"""The best of many scores."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_GROUP = 64


def best_of(scores: NDArray[np.floating[Any]], k: int, margin: float = 0.0) -> NDArray[np.int64]:
    """Places in `scores` of the k best, and of all within the margin of the k-th."""
    if len(scores) <= k:
        return np.arange(len(scores))
    return np.flatnonzero(scores >= kth_best(scores, k) - margin)


def kth_best(scores: NDArray[np.floating[Any]], k: int) -> float:
    """The k-th best score of more than k."""
    above = scores[scores >= _floor(scores, k)]
    return float(np.partition(above, len(above) - k)[len(above) - k])


def _floor(scores: NDArray[np.floating[Any]], k: int) -> float:
    """A number that at least k scores reach: the k-th best of the maxima of groups, found many times faster."""
    groups = len(scores) // _GROUP
    if groups < 4 * k:
        return float(scores.min())
    maxima = scores[: groups * _GROUP].reshape(groups, _GROUP).max(axis=1)
    return float(np.partition(maxima, groups - k)[groups - k])

"""Figures of a comparer on labelled pairs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from graphmem.conflicts.calibration_error import expected_error
from graphmem.model.conflict import Comparison, Relation

HIGH, RAISED = 0.75, 0.25  # settled by policy from HIGH on, no conflict below RAISED (semantics §1)
RESAMPLES = 200


class Figures(BaseModel, frozen=True):
    """Ranking by score, decisions by confidence. None where a figure has no meaning (one class, nothing so high).

    Intervals are 95 % bootstrap percentiles over groups.
    """

    pairs: int
    positive: float
    auc: float | None
    auc_interval: tuple[float, float] | None
    average_precision: float | None
    average_precision_interval: tuple[float, float] | None
    best_f1: float
    calibration_error: float
    mean_confidence: float
    coverage_high: float
    precision_high: float | None
    recall_high: float


def always(value: float, count: int) -> list[Comparison]:
    """What a comparer says that answers every pair alike."""
    relation = Relation.CONTRADICTION if value >= HIGH else Relation.COMPATIBLE
    return [Comparison(relation=relation, confidence=value, score=value) for _ in range(count)]


def share_flagged(results: Sequence[Comparison]) -> dict[str, float]:
    """Share of comparisons that call a conflict: at even odds, at all (a person would see it), settled by policy."""
    calls = np.array(
        [one.confidence if one.relation in (Relation.CONTRADICTION, Relation.UPDATE) else 0.0 for one in results]
    )
    levels = (("flagged", 0.5), ("raised", RAISED), ("settled", HIGH))
    return {"pairs": float(len(calls))} | {name: round(float((calls >= at).mean()), 4) for name, at in levels}


def measure_figures(
    score: Sequence[float], confidence: Sequence[float], truth: Sequence[bool], groups: Sequence[str]
) -> Figures:
    """All figures of one file."""
    s, p, y = np.asarray(score, float), np.asarray(confidence, float), np.asarray(truth, bool)
    high = p >= HIGH
    both = bool(y.any() and not y.all())
    auc, precision = _rank(s, y) if both else (None, None)
    intervals = _resample(s, y, groups) if both else (None, None)
    return Figures(
        pairs=len(y),
        positive=round(float(y.mean()), 4),
        auc=auc,
        auc_interval=intervals[0],
        average_precision=precision,
        average_precision_interval=intervals[1],
        best_f1=_best_f1(s, y),
        calibration_error=round(expected_error(confidence, truth), 4),
        mean_confidence=round(float(p.mean()), 4),
        coverage_high=round(float(high.mean()), 4),
        precision_high=round(float(y[high].mean()), 4) if high.any() else None,
        recall_high=round(float(high[y].mean()), 4) if y.any() else 0.0,
    )


def _rank(score: NDArray[np.float64], truth: NDArray[np.bool_]) -> tuple[float, float]:
    from sklearn.metrics import average_precision_score, roc_auc_score  # slow to import; benchmarks only

    return round(float(roc_auc_score(truth, score)), 4), round(float(average_precision_score(truth, score)), 4)


def _best_f1(score: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """Best F1 of any threshold; calling everything positive is among them."""
    if not truth.any():
        return 0.0
    thresholds, inverse = np.unique(-score, return_inverse=True)
    called = np.cumsum(np.bincount(inverse, minlength=len(thresholds)))
    right = np.cumsum(np.bincount(inverse, weights=truth, minlength=len(thresholds)))
    return round(float(np.max(2 * right / (called + truth.sum()))), 4)


def _resample(
    score: NDArray[np.float64], truth: NDArray[np.bool_], groups: Sequence[str]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Percentile intervals of both ranking figures, groups drawn with replacement."""
    _, member = np.unique(np.asarray(groups), return_inverse=True)
    rows_of = [np.flatnonzero(member == group) for group in range(member.max() + 1)]
    draw = np.random.default_rng(0)
    found = []
    for _ in range(RESAMPLES):
        rows = np.concatenate([rows_of[i] for i in draw.integers(len(rows_of), size=len(rows_of))])
        if truth[rows].any() and not truth[rows].all():
            found.append(_rank(score[rows], truth[rows]))
    low, high = np.percentile(np.array(found or [(0.0, 0.0)]), [2.5, 97.5], axis=0).round(4)
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))

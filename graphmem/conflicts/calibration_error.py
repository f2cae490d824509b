"""How far probabilities are from what they promise."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel

BINS = 10


class CalibrationFigures(BaseModel, frozen=True):
    """Expected calibration error and Brier score of some labels, and how those at .75 and above did.

    precision_high is None where no pair reached .75.
    """

    labels: int
    positives: int
    error: float
    brier: float
    coverage_high: float
    precision_high: float | None


def expected_error(confidence: Sequence[float], contradicts: Sequence[bool]) -> float:
    """Expected calibration error over ten bins of equal width (Guo et al. 2017, eq. 3); 0 without pairs."""
    p, y = np.asarray(confidence, dtype=np.float64), np.asarray(contradicts, dtype=np.float64)
    if not len(p):
        return 0.0
    bins = np.minimum((p * BINS).astype(int), BINS - 1)
    gaps = [
        abs(p[bins == i].mean() - y[bins == i].mean()) * (bins == i).sum() for i in range(BINS) if (bins == i).any()
    ]
    return float(sum(gaps) / len(p))


def measure_calibration(
    confidence: Sequence[float], contradicts: Sequence[bool], high: float = 0.75
) -> CalibrationFigures:
    """Figures of confidences against the truth."""
    p, y = np.asarray(confidence, dtype=np.float64), np.asarray(contradicts, dtype=bool)
    above = p >= high
    return CalibrationFigures(
        labels=len(y),
        positives=int(y.sum()),
        error=round(expected_error(confidence, contradicts), 4),
        brier=round(float(np.mean((p - y) ** 2)), 4) if len(y) else 0.0,
        coverage_high=round(float(above.mean()), 4) if len(y) else 0.0,
        precision_high=round(float(y[above].mean()), 4) if above.any() else None,
    )

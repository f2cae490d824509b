"""What the outputs of a cross-encoder say of relevance."""

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ModelError


def relevance_of(logits: NDArray[np.float64]) -> list[float]:
    """Relevance of each row, 0 to 1: the logistic function of a model's only output.

    Raises ModelError for a model with several: a classifier, which says nothing of relevance.
    """
    if logits.ndim != 2 or logits.shape[1] != 1:
        raise ModelError(f"a reranker has one output; this model has {logits.shape[-1]}")
    return [float(value) for value in 1 / (1 + np.exp(-logits[:, 0]))]

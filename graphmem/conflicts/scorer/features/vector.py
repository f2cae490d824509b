"""All features of pairs as a matrix."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.conflicts.scorer.alignment import Alignment, align
from graphmem.conflicts.scorer.features import meaning as meanings
from graphmem.conflicts.scorer.features.finding import finding
from graphmem.conflicts.scorer.features.frames import frames
from graphmem.conflicts.scorer.features.lexical import lexical
from graphmem.conflicts.scorer.features.polarity import polarity
from graphmem.conflicts.scorer.features.surface import surface
from graphmem.protocols import Encoder


def measure(pair: Alignment) -> dict[str, float]:
    """Every feature that needs no encoder, by name."""
    return surface(pair) | lexical(pair) | polarity(pair) | frames(pair) | finding(pair)


def feature_names() -> tuple[str, ...]:
    """Names of the columns, in order."""
    return (*measure(align("", "")), *meanings.NAMES)


def build_matrix(texts: Sequence[tuple[str, str]], encoder: Encoder) -> NDArray[np.float64]:
    """One row a pair, one column a feature; the order of the two texts makes no difference."""
    pairs = [align(a, b) for a, b in texts]
    measured = np.array([list(measure(pair).values()) for pair in pairs], dtype=np.float64)
    return np.hstack([measured.reshape(len(pairs), -1), meanings.meaning(pairs, encoder)])

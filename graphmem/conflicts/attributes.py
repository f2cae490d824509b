"""Unknown attributes mapped to known ones by the likeness of their phrases: for cardinality, never for identity."""

from collections.abc import Sequence

import numpy as np

from graphmem.protocols import Encoder, Vectors

_LIKE_ENOUGH = 0.72
_LEAD = 0.04  # the nearest must lead the next by this much, or nothing is said


class SimilarAttributes:
    """Nearest known attribute by cosine of encoded phrases; the same words always map the same way."""

    def __init__(self, encoder: Encoder, known: Sequence[str]) -> None:
        self._encoder = encoder
        self._known = sorted(set(known))
        self._vectors: Vectors | None = None

    def nearest(self, attribute: str) -> str | None:
        """Known attribute of like meaning, None when none is near enough or two are equally near."""
        if not self._known:
            return None
        if self._vectors is None:
            self._vectors = self._encoder.encode(self._known)
        scores = self._vectors @ self._encoder.encode([attribute])[0]
        order = np.argsort(-scores, kind="stable")
        best = float(scores[order[0]])
        lead = best - float(scores[order[1]]) if len(order) > 1 else best
        return self._known[int(order[0])] if best >= _LIKE_ENOUGH and lead >= _LEAD else None

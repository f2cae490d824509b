"""The vector leg: the nearest by the server's index with the filters inside it, or by exact cosine over the scope.

Answers as long as the scope, and small scopes, are scored exactly. Those that come first are scored again from the
stored bytes, so that a score is the same on every path and equal to the embedded store's.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphmem.errors import UsageError
from graphmem.model.retrieval import LegHit
from graphmem.protocols import Vectors
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.codec import DEPENDS, RETIRED, STANDS
from graphmem.stores.neo4j.labels import encoder_label, vector_index
from graphmem.stores.neo4j.reader import Reader

SMALL_SCOPE = 100  # vectors that are scored exactly as fast as the index is asked
_MARGIN = 1e-4  # the server scores in single precision: rows this near the k-th may tie with it
_MOST = 2000


class VectorLeg:
    """Vector queries of one reader as of one change."""

    def __init__(self, reader: Reader, fingerprint: str, dimension: int, *, indexed: bool) -> None:
        self._reader = reader
        self._dimension = dimension
        self._indexed = indexed
        parts = {"encoder": encoder_label(fingerprint), "index": vector_index(fingerprint)}
        self._nearest = cypher.fill(cypher.NEAREST, **parts)
        self._exact = cypher.fill(cypher.EXACT, **parts)
        self._some = cypher.fill(cypher.SOME_VECTORS, **parts)

    def search(self, vector: Vectors, k: int) -> list[LegHit]:
        """Candidates, best first, ties by id."""
        if vector.shape != (self._dimension,):
            raise UsageError(f"a vector of shape {vector.shape} cannot be compared: it must be ({self._dimension},)")
        if k < 1:
            return []
        rows = self._by_index(vector, k) if self._asks_index(k) else self._exactly(vector, k)
        hits = sorted((-_cosine(row["half"], vector), row["id"]) for row in rows)
        return [LegHit(record_id=id_, score=-badness) for badness, id_ in hits[:k]]

    def _asks_index(self, k: int) -> bool:
        if not self._indexed or k > _MOST // 4:
            return False
        return int(self._reader.ask(self._some, {"most": SMALL_SCOPE + 1})[0]["number"]) > SMALL_SCOPE

    def _by_index(self, vector: Vectors, k: int) -> Sequence[Any]:
        shows_all = self._reader.rewinds or self._reader.as_of.include_superseded
        shown = [STANDS, DEPENDS, RETIRED] if shows_all else [STANDS, DEPENDS]
        limit = 4 * k + 60  # the index is approximate: more is asked for than is needed, and scored again
        while limit <= _MOST:
            rows = self._reader.ask(self._nearest, {"vector": vector.tolist(), "standings": shown, "limit": limit})
            passing = [row for row in rows if row["passes"]]
            is_all = len(rows) < limit
            # The last one asked for must be clearly worse than the k-th that passes, or others may tie with it.
            if is_all or (len(passing) >= k and rows[-1]["score"] < passing[k - 1]["score"] - _MARGIN):
                return passing
            limit *= 4
        return self._exactly(vector, k)

    def _exactly(self, vector: Vectors, k: int) -> Sequence[Any]:
        limit = k + 20
        while True:
            rows = self._reader.ask(self._exact, {"vector": vector.tolist(), "limit": limit})
            if len(rows) < limit or rows[-1]["score"] < rows[k - 1]["score"] - _MARGIN:
                return rows
            limit *= 4


def _cosine(half: bytes, vector: Vectors) -> float:
    stored = np.frombuffer(half, dtype="<f2").astype(np.float32)
    length = np.sqrt(np.einsum("i,i->", stored, stored))
    unit = stored / (length if length > 0 else 1)
    return float((unit.astype(np.float64) * np.asarray(vector, dtype=np.float32).astype(np.float64)).sum())

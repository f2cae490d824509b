"""The vector leg: the nearest by the server's index with the filters inside it, or by exact cosine over the scope.

Answers as long as the scope, and small scopes, are scored exactly. Those that come first are scored again from the
stored bytes, so that a score is the same on every path and equal to the embedded store's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
_MOST_SCOPES = 10_000
_Scored = tuple[str, bytes | None, float]


class LargeScopes:
    """Scopes that the index is asked for: where they shrink later it still finds all, only no faster."""

    def __init__(self) -> None:
        self._known: set[tuple[str, ...]] = set()

    def __contains__(self, scopes: Sequence[str]) -> bool:
        return tuple(scopes) in self._known

    def add(self, scopes: Sequence[str]) -> None:
        """Remember them; what is remembered stays bounded."""
        if len(self._known) >= _MOST_SCOPES:
            self._known.clear()
        self._known.add(tuple(scopes))


class VectorLeg:
    """Vector queries of one reader as of one change."""

    def __init__(self, reader: Reader, fingerprint: str, dimension: int, *, large: LargeScopes | None) -> None:
        self._reader = reader
        self._dimension = dimension
        self._large = large  # None where the server has no index that filters
        self.halves: dict[str, bytes] = {}  # float16 bytes of the candidates that were met
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
        self.halves.update((id_, half) for id_, half, _ in rows if half is not None)
        scores = _cosines([half for _, half, _ in rows], vector)
        hits = sorted(zip((-scores).tolist(), (id_ for id_, _, _ in rows), strict=True))
        return [LegHit(record_id=id_, score=-badness) for badness, id_ in hits[:k]]

    def _asks_index(self, k: int) -> bool:
        if self._large is None or k > _MOST // 4:
            return False
        scopes = self._reader.scopes
        if scopes not in self._large:
            if int(self._reader.ask(self._some, {"most": SMALL_SCOPE + 1})[0]["number"]) <= SMALL_SCOPE:
                return False
            self._large.add(scopes)
        return True

    def _by_index(self, vector: Vectors, k: int) -> list[_Scored]:
        shows_all = self._reader.rewinds or self._reader.as_of.include_superseded
        shown = [STANDS, DEPENDS, RETIRED] if shows_all else [STANDS, DEPENDS]
        # The index is approximate: more is asked for than is needed, and scored again.
        limit = min(4 * k, k + 100) + 60
        while limit <= _MOST:
            rows = self._rows(self._nearest, {"vector": vector.tolist(), "standings": shown, "limit": limit})
            passing = [row for row in rows if row[1] is not None]
            is_all = len(rows) < limit
            # The last one asked for must be clearly worse than the k-th that passes, or others may tie with it.
            if is_all or (len(passing) >= k and rows[-1][2] < passing[k - 1][2] - _MARGIN):
                return passing
            limit *= 4
        return self._exactly(vector, k)

    def _exactly(self, vector: Vectors, k: int) -> list[_Scored]:
        limit = k + 20
        while True:
            rows = self._rows(self._exact, {"vector": vector.tolist(), "limit": limit})
            if len(rows) < limit or rows[-1][2] < rows[k - 1][2] - _MARGIN:
                return rows
            limit *= 4

    def _rows(self, query: str, values: Mapping[str, Any]) -> list[_Scored]:
        """Id, float16 bytes (None for what does not pass) and the server's score, best first."""
        rows: list[_Scored] = self._reader.ask(query, values)[0]["rows"]
        return sorted(rows, key=lambda row: (-row[2], row[0]))


def _cosines(halves: Sequence[bytes | None], vector: Vectors) -> NDArray[np.float64]:
    """Scores of stored vectors, to the last bit those of the embedded store."""
    stored = np.frombuffer(b"".join(half or b"" for half in halves), dtype="<f2").astype(np.float32)
    stored = stored.reshape(len(halves), len(vector))
    lengths = np.sqrt(np.einsum("ij,ij->i", stored, stored))
    units = stored / np.where(lengths > 0, lengths, 1)[:, None]
    found: NDArray[np.float64] = (units.astype(np.float64) * vector.astype(np.float64)).sum(axis=1)
    return found

"""The vector leg: exact cosine over the partitions of the reader's namespaces."""

from collections.abc import Sequence

import numpy as np

from graphmem.errors import UsageError
from graphmem.model.retrieval import LegHit
from graphmem.protocols import Vectors
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.selection import Selection
from graphmem.stores.sqlite.top import best_of


def search_vectors(session: Session, selections: Sequence[Selection], vector: Vectors, k: int) -> list[LegHit]:
    """Candidates of one reader, best first, ties by id. Raises UsageError for a vector of another length."""
    scored: list[tuple[float, str]] = []
    for selection in selections:
        dimension = selection.partition.dimension
        if vector.shape != (dimension,):
            raise UsageError(f"a vector of shape {vector.shape} cannot be compared: it must be ({dimension},)")
        scored += _best(session, selection, np.ascontiguousarray(vector, dtype=np.float32), k)
    return [LegHit(record_id=id_, score=-score) for score, id_ in sorted(scored)[: max(k, 0)]]


def _best(session: Session, selection: Selection, vector: Vectors, k: int) -> list[tuple[float, str]]:
    """Negative scores and ids of at least the k best candidates of a partition, ties with the k-th included."""
    partition = selection.partition
    slots = np.flatnonzero(selection.candidates & partition.alive[: partition.count])
    if not len(slots) or k < 1:
        return []
    slots = partition.nearest(vector, slots, k)
    exact = (partition.gather(slots).astype(np.float64) * vector.astype(np.float64)).sum(axis=1)
    best = best_of(exact, k)
    return list(zip((-exact[best]).tolist(), partition.ids_of(slots[best], session), strict=True))

"""The vector leg: exact cosine over the partitions of the reader's namespaces."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import UsageError
from graphmem.model.retrieval import LegHit
from graphmem.protocols import Vectors
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.partition import Partition
from graphmem.stores.sqlite.reader import VISIBLE_RETIREMENT, Reader
from graphmem.stores.sqlite.records import CHUNK, marks

# Scores of a matrix product depend on a row's place in the last bits: rows this near the k-th are scored again.
_MARGIN = 1e-5


class VectorLeg:
    """Vector queries of one reader in one snapshot."""

    def __init__(self, session: Session, reader: Reader) -> None:
        self._session = session
        self._reader = reader

    def search(self, partitions: Sequence[Partition], vector: Vectors, k: int) -> list[LegHit]:
        """Candidates, best first, ties by id."""
        scored: list[tuple[float, int]] = []
        for partition in partitions:
            if vector.shape != (partition.dimension,):
                raise UsageError(
                    f"a vector of shape {vector.shape} cannot be compared: it must be ({partition.dimension},)"
                )
            scored += self._best(partition, np.ascontiguousarray(vector, dtype=np.float32), k)
        if not scored or k < 1:
            return []
        ids = self._ids([rid for _, rid in scored])
        hits = sorted((-score, ids[rid]) for score, rid in scored)
        return [LegHit(record_id=id_, score=-score) for score, id_ in hits[:k]]

    def _best(self, partition: Partition, vector: Vectors, k: int) -> list[tuple[float, int]]:
        """Scores and numbers of at least the k best candidates of a partition, ties with the k-th included."""
        slots = np.flatnonzero(self._candidates(partition))
        if not len(slots) or k < 1:
            return []
        scores = partition.score(vector, slots)
        if len(slots) > k:
            cut = np.partition(scores, len(scores) - k)[len(scores) - k] - _MARGIN
            slots = slots[scores >= cut]
        exact = (partition.gather(slots).astype(np.float64) * vector.astype(np.float64)).sum(axis=1)
        rids = partition.columns["rid"][slots]
        return [(float(score), int(rid)) for score, rid in zip(exact, rids, strict=True)]

    def _candidates(self, partition: Partition) -> NDArray[np.bool_]:
        """The condition `Reader.candidate` over the partition's columns."""
        reader = self._reader
        count = partition.count
        column = {name: values[:count] for name, values in partition.columns.items()}
        mask: NDArray[np.bool_] = partition.alive[:count].copy()
        for condition in (
            column["level"] <= reader.level,
            column["held"] == 0,
            column["gone"] == 0,
            column["expires"] > reader.now,
            column["valid_from"] <= reader.valid,
            column["valid_to"] > reader.valid,
            column["episode"] >= reader.episode_cut,
            column["written_level"] <= reader.level,
            column["written_global"] <= int(reader.sees_global),
            column["written"] <= reader.believed,
            column["unwritten"] > reader.believed,
            column["recorded"] <= reader.believed,
        ):
            mask &= condition
        if not reader.include_superseded:
            mask &= ~self._retired(column)
        return mask

    def _retired(self, column: dict[str, NDArray[Any]]) -> NDArray[np.bool_]:
        """The condition `Reader.retired`; where the rows of decisions must speak, the database is asked."""
        if self._reader.known is not None:
            return np.isin(column["rid"], self._retired_by_decisions())
        retired = (column["retired"] != 0) & (column["closes"] <= self._reader.valid)
        hidden = (column["requires_level"] > self._reader.level) | (
            column["requires_global"] > int(self._reader.sees_global)
        )
        slots = np.flatnonzero(hidden)
        if len(slots):
            rids = [int(rid) for rid in column["rid"][slots]]
            retired[slots] = np.isin(column["rid"][slots], self._retired_of(rids))
        return np.asarray(retired, dtype=bool)

    def _retired_by_decisions(self) -> list[int]:
        return [
            rid
            for (rid,) in self._session.rows(
                "SELECT DISTINCT r.rid FROM retirement t JOIN record r ON r.tenant = t.tenant AND r.id = t.record_id"
                f" WHERE t.tenant = :tenant AND t.whole AND NOT t.promoted AND {VISIBLE_RETIREMENT}"
                " AND (t.closes_us IS NULL OR t.closes_us <= :valid)",
                self._reader.parameters,
            )
        ]

    def _retired_of(self, rids: list[int]) -> list[int]:
        found: list[int] = []
        for start in range(0, len(rids), CHUNK):
            numbers = ", ".join(map(str, rids[start : start + CHUNK]))
            found += [rid for (rid,) in self._session.rows(
                f"SELECT r.rid FROM record r WHERE r.rid IN ({numbers}) AND {self._reader.retired}",
                self._reader.parameters,
            )]  # fmt: skip
        return found

    def _ids(self, rids: list[int]) -> dict[int, str]:
        found: dict[int, str] = {}
        for start in range(0, len(rids), CHUNK):
            part = rids[start : start + CHUNK]
            found |= {
                int(rid): str(id_)
                for rid, id_ in self._session.rows(
                    f"SELECT rid, id FROM record WHERE rid IN ({marks(len(part))})", part
                )
            }
        return found

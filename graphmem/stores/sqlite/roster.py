"""The records of several partitions side by side, by number: what the text leg adds its scores up in."""

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.partition import Partition
from graphmem.stores.sqlite.postings import Posting, Totals

_K1, _B = 1.2, 0.75  # of BM25, as in FTS5
_KEPT = 2


class Roster:
    """Places 0 to count - 1 for the records of the partitions, in their order.

    saturation is what BM25 adds to a token's frequency, by the length of the text.
    """

    def __init__(self, partitions: Sequence[Partition], totals: Totals) -> None:
        self.starts = [0]
        for partition in partitions:
            self.starts.append(self.starts[-1] + partition.count)
        numbers = [partition.columns["rid"][: partition.count] for partition in partitions]
        self.rids: NDArray[np.int64] = np.concatenate(numbers) if numbers else np.zeros(0, dtype=np.int64)
        lengths = np.concatenate([p.columns["length"][: p.count] for p in partitions]) if partitions else self.rids
        average = totals.tokens / totals.rows if totals.rows else 1.0
        # In the order in which FTS5 calculates, so that both ways give the same scores to the last bit.
        self.saturation: NDArray[np.float64] = _K1 * ((1 - _B) + _B * lengths.astype(np.float64) / average)
        ids = [partition.columns["id"][: partition.count] for partition in partitions]
        self.ids: NDArray[np.bytes_] = np.concatenate(ids) if ids else np.zeros(0, dtype="S1")
        self._places = np.full(int(self.rids.max(initial=0)) + 1, -1, dtype=np.int32)
        self._places[self.rids] = np.arange(self.count, dtype=np.int32)

    @property
    def count(self) -> int:
        """How many places there are."""
        return self.starts[-1]

    def place(self, posting: Posting) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Places of a posting's records as far as they are here, and how often each holds the token."""
        inside = int(np.searchsorted(posting.rids, len(self._places)))
        places = self._places[posting.rids[:inside]]
        here = places >= 0
        return places[here], posting.counts[:inside][here]

    def places_of(self, rids: NDArray[np.int64]) -> NDArray[np.int32]:
        """Places of the records of those ascending numbers, as far as they are here."""
        places = self._places[rids[: int(np.searchsorted(rids, len(self._places)))]]
        return places[places >= 0]


class Rosters:
    """The rosters last asked for, each of given partitions at given changes; fit for many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[tuple[int, int], ...], Roster] = {}

    def of(self, partitions: Sequence[Partition], totals: Totals, seq: int) -> Roster:
        """The roster of those partitions in a snapshot at change seq."""
        key = ((seq, 0), *((partition.scope, partition.seq) for partition in partitions))
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None:
                found = Roster(partitions, totals)
            self._kept[key] = found
            while len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
        return found

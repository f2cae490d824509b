"""Answers of the store that hold as long as nothing changes: kept as of one change, the least used ones dropped."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values by key, up to so many bytes; fit for many threads."""

    def __init__(self, most_bytes: int, size: Callable[[V], int]) -> None:
        self._lock = threading.Lock()
        self._most = most_bytes
        self._size = size
        self._seq = -1
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._bytes = 0

    def of(self, seq: int, keys: Sequence[K], read: Callable[[Sequence[K]], Mapping[K, V]]) -> dict[K, V]:
        """Values of the keys at change seq; `read` gives those that are not known, in a snapshot at that change."""
        with self._lock:
            if seq > self._seq:
                self._seq, self._bytes = seq, 0
                self._kept.clear()
            found = {key: self._kept[key] for key in keys if key in self._kept} if seq == self._seq else {}
            for key in found:
                self._kept.move_to_end(key)
        missing = [key for key in keys if key not in found]
        if missing:
            fresh = read(missing)
            found |= fresh
            self._keep(seq, fresh)
        return found

    def _keep(self, seq: int, fresh: Mapping[K, V]) -> None:
        with self._lock:
            if seq != self._seq:
                return
            for key, value in fresh.items():
                if key not in self._kept:
                    self._kept[key] = value
                    self._bytes += self._size(value)
            while self._bytes > self._most and self._kept:
                self._bytes -= self._size(self._kept.popitem(last=False)[1])

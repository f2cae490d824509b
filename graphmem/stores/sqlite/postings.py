"""In which records each token stands, read from the text index when first asked and kept while nothing changes."""

import threading
from collections import OrderedDict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.connection import Session

MOST_BYTES = 48 << 20  # of postings kept
_NAME = "search_instances"


class Posting(NamedTuple):
    """Numbers of the records that hold a token, ascending, and how often each does."""

    rids: NDArray[np.int64]
    counts: NDArray[np.int32]


class Totals(NamedTuple):
    """Size of the text index: its rows, and their tokens, the namespace's among them."""

    rows: int
    tokens: int


def make_readable(session: Session) -> None:
    """Make the connection's table through which postings are read; outside a transaction, whose end would drop it."""
    session.run(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{_NAME} USING fts5vocab('main', 'search', 'instance')")


def totals_of(session: Session) -> Totals:
    """Size of the text index, as FTS5 keeps it: the number of rows, then the number of tokens of each column."""
    rows, *tokens = _numbers(session.value("SELECT block FROM search_data WHERE id = 1") or b"\0")
    return Totals(rows, sum(tokens))


class Postings:
    """Postings of all tenants as of one change, the least used ones dropped; fit for many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq = -1
        self._kept: OrderedDict[str, Posting] = OrderedDict()
        self._bytes = 0

    def of(self, session: Session, seq: int, token: str) -> Posting:
        """Posting of a token in the session's snapshot, which is at change seq."""
        with self._lock:
            if seq > self._seq:
                self._seq, self._bytes = seq, 0
                self._kept.clear()
            found = self._kept.get(token) if seq == self._seq else None
            if found is not None:
                self._kept.move_to_end(token)
                return found
        read = _read(session, token)
        with self._lock:
            if seq == self._seq and token not in self._kept:
                self._kept[token] = read
                self._bytes += _size(read)
                while self._bytes > MOST_BYTES:
                    self._bytes -= _size(self._kept.popitem(last=False)[1])
        return read


def _read(session: Session, token: str) -> Posting:
    # One text of all numbers is several times faster to hand over than a row for each.
    listed = session.value(f"SELECT group_concat(doc) FROM temp.{_NAME} WHERE term = ?", (token,))
    numbers = np.array(listed.split(","), dtype=np.int64) if listed else np.zeros(0, dtype=np.int64)
    rids, counts = np.unique(numbers, return_counts=True)
    return Posting(rids, counts.astype(np.int32))


def _size(posting: Posting) -> int:
    return posting.rids.nbytes + posting.counts.nbytes + 200


def _numbers(packed: bytes) -> list[int]:
    """Numbers of seven bits a byte, each ended by a byte below 128."""
    found, number = [], 0
    for byte in packed:
        number = number << 7 | byte & 127
        if byte < 128:
            found.append(number)
            number = 0
    return found

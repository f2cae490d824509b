"""In which records each token stands, read from the text index when first asked and kept while nothing changes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.remembered import Remembered

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
    """Postings of all tenants as of one change; fit for many threads."""

    def __init__(self) -> None:
        self._kept: Remembered[str, Posting] = Remembered(MOST_BYTES, _size)

    def of(self, session: Session, seq: int, tokens: Sequence[str]) -> list[Posting]:
        """Posting of each token in the session's snapshot, which is at change seq."""
        found = self._kept.of(seq, tokens, lambda missing: {token: _read(session, token) for token in missing})
        return [found[token] for token in tokens]


def numbers_of(listed: str | None) -> NDArray[np.int64]:
    """The numbers of a text in which commas part them: several times faster to hand over than a row for each."""
    return np.array(listed.split(","), dtype=np.int64) if listed else np.zeros(0, dtype=np.int64)


def _read(session: Session, token: str) -> Posting:
    listed = session.value(f"SELECT group_concat(doc) FROM temp.{_NAME} WHERE term = ?", (token,))
    rids, counts = np.unique(numbers_of(listed), return_counts=True)
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

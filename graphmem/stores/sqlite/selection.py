"""Which records of a partition a reader may know of, and which are candidates: `reader.py` over arrays.

Masks are made anew only when something changes. Between two questions nothing does but the time: masks say until when
they hold, the first instant at which some record expires, begins or ends to hold, or is closed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.codec import ERASED, FOREVER, QUARANTINED
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.partition import Partition
from graphmem.stores.sqlite.reader import VISIBLE_RETIREMENT, Reader
from graphmem.stores.sqlite.records import CHUNK

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Masks:
    """One reader's candidates (`Reader.candidate`), and the other records that may be known by reason
    (`Reader.suppressed_reason`); from an instant until before another.
    """

    candidates: Mask
    reasons: dict[str, Mask]
    since: int
    until: int


@dataclass(frozen=True)
class Selection:
    """A partition and one reader's masks over it. The partition keeps masks, never a selection, which holds it."""

    partition: Partition
    masks: Masks

    @property
    def candidates(self) -> Mask:
        """Records that a leg may return."""
        return self.masks.candidates

    @property
    def reasons(self) -> dict[str, Mask]:
        """Records that may be known and are no candidates, by reason."""
        return self.masks.reasons


def select(session: Session, reader: Reader, partition: Partition) -> Selection:
    """The reader's masks over the partition, which is of the session's snapshot."""
    if reader.known is not None or reader.valid != reader.now:
        return Selection(partition, _Selecting(session, reader, partition).make())
    key = (reader.level, reader.sees_global, reader.include_superseded)
    kept = partition.kept.get(key)
    if not isinstance(kept, Masks) or not kept.since <= reader.now < kept.until:
        kept = partition.kept[key] = _Selecting(session, reader, partition).make()
    return Selection(partition, kept)


class _Selecting:
    """The making of masks."""

    def __init__(self, session: Session, reader: Reader, partition: Partition) -> None:
        self._session = session
        self._reader = reader
        self._partition = partition
        self._columns = {name: values[: partition.count] for name, values in partition.columns.items()}
        self._until = FOREVER

    def make(self) -> Masks:
        """All of them."""
        known = self._known()
        held = self._columns["held"]
        current = known & (held == 0) & self._is_current()
        reasons = {"quarantined": known & (held == QUARANTINED), "expired": known & (held == 0) & ~current}
        found = current & (self._columns["episode"] >= self._reader.episode_cut)
        self._ends(self._columns["episode"] - self._reader.episode_cut + self._reader.now + 1)
        if not self._reader.include_superseded:
            retired = self._retired(known)
            reasons["superseded"] = current & retired
            found &= ~retired
        return Masks(found, reasons, self._reader.now, self._until)

    def _known(self) -> Mask:
        reader, column = self._reader, self._columns
        return _all(
            self._partition.present[: self._partition.count],
            column["level"] <= reader.level,
            column["gone"] != ERASED,
            column["written_level"] <= reader.level,
            column["written_global"] <= int(reader.sees_global),
            column["written"] <= reader.believed,
            column["unwritten"] > reader.believed,
            column["recorded"] <= reader.believed,
        )

    def _is_current(self) -> Mask:
        reader, column = self._reader, self._columns
        for name in ("expires", "valid_from", "valid_to"):
            self._ends(column[name])
        return _all(
            column["gone"] == 0,
            column["expires"] > reader.now,
            column["valid_from"] <= reader.valid,
            column["valid_to"] > reader.valid,
        )

    def _ends(self, instants: NDArray[np.int64]) -> None:
        """Note the first of the instants that is still to come."""
        coming = instants[instants > self._reader.now]
        if len(coming):
            self._until = min(self._until, int(coming.min()))

    def _retired(self, known: Mask) -> Mask:
        """The condition `Reader.retired`; where the rows of decisions must speak, the database is asked."""
        column, reader = self._columns, self._reader
        if reader.known is not None:
            return np.isin(column["rid"], self._retired_by_decisions())
        retired = (column["retired"] != 0) & (column["closes"] <= reader.valid)
        self._ends(column["closes"])
        hidden = (column["requires_level"] > reader.level) | (column["requires_global"] > int(reader.sees_global))
        slots = np.flatnonzero(hidden & known)
        if len(slots):
            self._until = reader.now  # of decisions that this reader may see, nothing is known here
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


def _all(first: Mask, *others: Mask) -> Mask:
    found = first.copy()
    for other in others:
        found &= other
    return found

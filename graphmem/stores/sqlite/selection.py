"""Which records of the partitions a reader may know of, and which are candidates: `reader.py` over arrays."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.codec import ERASED, QUARANTINED
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.partition import Partition
from graphmem.stores.sqlite.reader import VISIBLE_RETIREMENT, Reader
from graphmem.stores.sqlite.records import CHUNK

Mask = NDArray[np.bool_]


class Selection:
    """One reader's masks over one partition, each made when first asked."""

    def __init__(self, session: Session, reader: Reader, partition: Partition) -> None:
        self._session = session
        self._reader = reader
        self.partition = partition

    @cached_property
    def known(self) -> Mask:
        """The condition `Reader.may_know`."""
        reader, column = self._reader, self._columns
        return _all(
            self.partition.present[: self.partition.count],
            column["level"] <= reader.level,
            column["gone"] != ERASED,
            column["written_level"] <= reader.level,
            column["written_global"] <= int(reader.sees_global),
            column["written"] <= reader.believed,
            column["unwritten"] > reader.believed,
            column["recorded"] <= reader.believed,
        )

    @cached_property
    def candidates(self) -> Mask:
        """The condition `Reader.candidate`."""
        found = self._current & (self._columns["episode"] >= self._reader.episode_cut)
        return found if self._reader.include_superseded else found & ~self._retired

    @cached_property
    def reasons(self) -> dict[str, Mask]:
        """Records by `Reader.suppressed_reason`, but for those that have none."""
        held = self._columns["held"]
        reasons = {"quarantined": self.known & (held == QUARANTINED), "expired": self.known & (held == 0)}
        reasons["expired"] &= ~self._current
        if not self._reader.include_superseded:
            reasons["superseded"] = self._current & self._retired
        return reasons

    @cached_property
    def _current(self) -> Mask:
        """Known, not held, neither expired nor out of its validity."""
        reader, column = self._reader, self._columns
        return _all(
            self.known,
            column["held"] == 0,
            column["gone"] == 0,
            column["expires"] > reader.now,
            column["valid_from"] <= reader.valid,
            column["valid_to"] > reader.valid,
        )

    @property
    def _columns(self) -> dict[str, NDArray[Any]]:
        count = self.partition.count
        return {name: values[:count] for name, values in self.partition.columns.items()}

    @cached_property
    def _retired(self) -> Mask:
        """The condition `Reader.retired`; where the rows of decisions must speak, the database is asked."""
        column, reader = self._columns, self._reader
        if reader.known is not None:
            return np.isin(column["rid"], self._retired_by_decisions())
        retired = (column["retired"] != 0) & (column["closes"] <= reader.valid)
        hidden = (column["requires_level"] > reader.level) | (column["requires_global"] > int(reader.sees_global))
        slots = np.flatnonzero(hidden & self.known)
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


def _all(first: Mask, *others: Mask) -> Mask:
    found = first.copy()
    for other in others:
        found &= other
    return found

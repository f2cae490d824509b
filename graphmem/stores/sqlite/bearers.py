"""Which records bear a name: numbers by name key, read from the index on mentions, kept while nothing changes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.postings import numbers_of
from graphmem.stores.sqlite.records import chunks, marks
from graphmem.stores.sqlite.remembered import Remembered

MOST_BYTES = 16 << 20  # of numbers kept
Numbers = NDArray[np.int64]


class Bearers:
    """Numbers of the records of all namespaces that mention a name, ascending, by tenant; fit for many threads."""

    def __init__(self) -> None:
        self._kept: Remembered[tuple[int, str], Numbers] = Remembered(MOST_BYTES, lambda rids: rids.nbytes + 200)

    def of(self, session: Session, seq: int, tenant: int, keys: Sequence[str]) -> dict[str, Numbers]:
        """Numbers by name key, none where nothing bears it, in the session's snapshot, which is at change seq."""

        def read(missing: Sequence[tuple[int, str]]) -> dict[tuple[int, str], Numbers]:
            found = dict.fromkeys(missing, np.zeros(0, dtype=np.int64))
            for part in chunks([key for _, key in missing]):
                rows = session.rows(
                    "SELECT m.key, group_concat(m.rec) FROM mention m"
                    f" WHERE m.tenant = ? AND m.key IN ({marks(len(part))}) GROUP BY m.key",
                    (tenant, *part),
                )
                found |= {(tenant, key): np.unique(numbers_of(listed)) for key, listed in rows}
            return found

        kept = self._kept.of(seq, [(tenant, key) for key in dict.fromkeys(keys)], read)
        return {key: rids for (_, key), rids in kept.items()}

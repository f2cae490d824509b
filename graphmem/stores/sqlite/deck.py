"""What the legs of one view share: its partitions, the reader's masks over them, and the text index in memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.stores.sqlite.bearers import Bearers
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.partition import Partition
from graphmem.stores.sqlite.postings import Posting, Postings, Totals, totals_of
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.roster import Roster, Rosters
from graphmem.stores.sqlite.selection import Mask, Selection, select

SMALL = 2_000  # records up to which the whole store is asked for as if it were the reader's
SHARE = 8  # a reader of less than one in so many records is a reader of a small part


@dataclass
class IndexMemory:
    """What a process remembers of the indexes between views."""

    postings: Postings = field(default_factory=Postings)
    rosters: Rosters = field(default_factory=Rosters)
    bearers: Bearers = field(default_factory=Bearers)


class Deck:
    """Of one reader in one snapshot, at change seq; everything is made when first asked."""

    def __init__(
        self,
        session: Session,
        reader: Reader,
        seq: int,
        load: Callable[[], Sequence[Partition]],
        memory: IndexMemory,
    ) -> None:
        self._session = session
        self._reader = reader
        self._seq = seq
        self._load = load
        self._memory = memory

    @cached_property
    def partitions(self) -> Sequence[Partition]:
        """Partitions of the reader's namespaces."""
        return self._load()

    @cached_property
    def selections(self) -> list[Selection]:
        """The reader's masks, a partition each."""
        return [select(self._session, self._reader, partition) for partition in self.partitions]

    @cached_property
    def is_wide(self) -> bool:
        """Whether the reader sees a good part of the store: reading a word's posting of all namespaces then pays."""
        last = int(self._session.value("SELECT max(rid) FROM record") or 0)
        return last <= SMALL or SHARE * sum(partition.count for partition in self.partitions) >= last

    @cached_property
    def totals(self) -> Totals:
        """Size of the text index."""
        return totals_of(self._session)

    @cached_property
    def roster(self) -> Roster:
        """The records of all partitions side by side."""
        return self._memory.rosters.of(self.partitions, self.totals, self._seq)

    def postings(self, words: Sequence[str]) -> list[Posting]:
        """Posting of each word."""
        return self._memory.postings.of(self._session, self._seq, words)

    @cached_property
    def candidates(self) -> Mask:
        """Which places of the roster hold a candidate."""
        masks = [selection.candidates for selection in self.selections]
        return np.concatenate(masks) if masks else np.zeros(0, dtype=bool)

    def bearers(self, keys: Sequence[str]) -> dict[str, NDArray[np.int32]]:
        """Places of the candidates that mention each of those name keys; names that none mentions are left out."""
        if not self.partitions:
            return {}
        found = self._memory.bearers.of(self._session, self._seq, self._reader.tenant, keys)
        places = {key: self.roster.places_of(rids) for key, rids in found.items() if len(rids)}
        kept = {key: here[self.candidates[here]] for key, here in places.items()}
        return {key: here for key, here in kept.items() if len(here)}

    def first_ids(self, places: NDArray[np.integer[Any]], limit: int) -> list[str]:
        """The first so many ids, in their order, of the records at those places."""
        if len(places) > limit:  # a common name: sorted as bytes, of which few become texts
            ids = np.sort(self.roster.ids[places])
            if ids[0]:  # else some are too long to be kept
                return [id_.decode() for id_ in ids[:limit].tolist()]
        return sorted(self.ids_of(places))[:limit]

    def ids_of(self, places: NDArray[np.integer[Any]]) -> list[str]:
        """Ids of the records at those places, in the order of the partitions."""
        found: list[str] = []
        for start, partition in zip(self.roster.starts, self.partitions, strict=False):
            here = places[(places >= start) & (places < start + partition.count)]
            found += partition.ids_of(here - start, self._session)
        return found

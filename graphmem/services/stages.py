"""Detection as an orchestrator cuts it: partitions of blocks side by side; `rounds.settle` then does the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.model.rows import ClaimRow, DirtyRow
from graphmem.model.scope import Role
from graphmem.services.collection import rare_collection
from graphmem.services.sets import bucket_of, mark_dirty
from graphmem.services.slots import make_detector
from graphmem.services.sweep import DetectTally, detect_dirty
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

BUCKETS = 256  # of `bucket_of`
_MARKED_AT_ONCE = 5000


@dataclass(frozen=True)
class Partition:
    """A share of the 256 buckets that blocks fall into by their entity: every slot of an entity lies in one."""

    number: int
    of: int

    @property
    def key(self) -> str:
        """Name of the partition, `h00` for the first."""
        return f"h{self.number:02x}"

    @property
    def buckets(self) -> list[int]:
        """Its buckets, spread over all."""
        return list(range(self.number, BUCKETS, self.of))


def partitions(count: int) -> list[Partition]:
    """All partitions when the buckets are divided among so many."""
    return [Partition(number, count) for number in range(count)]


def count_marked(ws: Workspace, partition: Partition) -> int:
    """Blocks of a partition that wait to be compared."""
    return ws.read(lambda ledger: ledger.count(DirtyRow, {"kind": "block", "bucket": partition.buckets}))


@rare_collection()
def compare_partition(ws: Workspace, partition: Partition) -> DetectTally:
    """Compare the marked blocks of a partition once, with what is known of slots now.

    Partitions may run side by side, in any order: what one teaches of a slot marks that slot's blocks again, and
    `settle` compares those.
    """
    ws.require(Role.OPERATOR)
    return detect_dirty(ws, make_detector(ws), partition.buckets)


def recheck_partition(ws: Workspace, partition: Partition) -> DetectTally:
    """Compare every block of a partition anew, marked or not: a back-fill, for instance after other settings."""
    ws.require(Role.OPERATOR)
    for keys in _block_keys(ws, partition):
        ws.write(lambda ledger, some=keys: _mark(ledger, some))  # type: ignore[misc]
    return compare_partition(ws, partition)


def _mark(ledger: Ledger, keys: Sequence[str]) -> None:
    mark_dirty(ledger, keys)


def _block_keys(ws: Workspace, partition: Partition) -> Iterator[list[str]]:
    wanted = frozenset(partition.buckets)
    keys: set[str] = set()
    for row in ws.store.stream(ws.tenant, ClaimRow):
        if bucket_of(row.block) in wanted:
            keys.add(row.block)
    ordered = sorted(keys)
    for start in range(0, len(ordered), _MARKED_AT_ONCE):
        yield ordered[start : start + _MARKED_AT_ONCE]

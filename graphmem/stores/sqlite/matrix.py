"""All partitions of a process: loaded when first asked, moved on by change number, dropped when memory is short."""

import threading
from collections.abc import Callable, Sequence

from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.partition import Partition

MOST_BYTES = 1 << 30  # kept for namespaces that nobody asks for at the moment
_COLUMN_BYTES = 148  # of a record besides its vector


class Matrices:
    """Partitions by scope, each as of a change; snapshots pin those they use.

    A partition is never newer than a snapshot that begins under the lock, so a reader finds the one of its own state.
    """

    def __init__(self, fingerprint: str, dimension: int) -> None:
        self._fingerprint = fingerprint
        self._dimension = dimension
        self._partitions: dict[int, Partition] = {}
        self._lock = threading.Lock()

    def begin(self, session: Session, scopes: Callable[[], Sequence[int]]) -> tuple[int, list[Partition]]:
        """Begin the session's snapshot; its change number, and the partitions already loaded, moved on and pinned."""
        with self._lock:
            session.begin_reading()
            seq = int(session.value("SELECT value FROM property WHERE name = 'changes'") or 0)
            loaded = [scope for scope in scopes() if scope in self._partitions] if self._partitions else []
            return seq, [self._pin(session, scope, seq) for scope in loaded]

    def load(self, session: Session, scopes: Sequence[int], seq: int) -> list[Partition]:
        """Pin the partitions of those scopes, loading them in the session's snapshot."""
        with self._lock:
            found = [self._pin(session, scope, seq) for scope in scopes]
            self._drop_idle()
            return found

    def release(self, partitions: Sequence[Partition]) -> None:
        """Give up pins."""
        with self._lock:
            for partition in partitions:
                partition.pins -= 1

    def _pin(self, session: Session, scope: int, seq: int) -> Partition:
        partition = self._partitions.pop(scope, None)
        if partition is None:
            partition = self._loaded(session, scope, seq)
        elif partition.seq > seq:  # another thread has gone on since this snapshot began
            self._partitions[scope] = partition
            alone = self._loaded(session, scope, seq)
            alone.pins = 1
            return alone
        elif partition.seq < seq:
            partition = partition.clone() if partition.pins else partition
            partition.refresh(session, seq, self._number(session))
        self._partitions[scope] = partition  # last in the order: used last
        partition.pins += 1
        return partition

    def _loaded(self, session: Session, scope: int, seq: int) -> Partition:
        partition = Partition(scope, self._dimension)
        partition.refresh(session, seq, self._number(session))
        return partition

    def _number(self, session: Session) -> int:
        found = session.value("SELECT id FROM fingerprint WHERE name = ?", (self._fingerprint,))
        return -1 if found is None else int(found)

    def _drop_idle(self) -> None:
        row_bytes = self._dimension * 3 + _COLUMN_BYTES
        total = sum(partition.capacity for partition in self._partitions.values()) * row_bytes
        for scope, partition in list(self._partitions.items()):
            if total <= MOST_BYTES:
                return
            if not partition.pins:
                total -= partition.capacity * row_bytes
                del self._partitions[scope]

"""Changes of a tenant: one writer at a time, numbered, and read only once they are whole.

A server isolates statements, not transactions: a reader may meet a commit half applied. So a version is never altered
but for the number of the change at which it ended, a change is announced in a transaction of its own after its commit
was acknowledged, and a reader asks for versions as of the last change announced. What has ended is kept for a while for
readers that began before, then purged; a reader that took longer is told so, and never given half an answer.
"""

import secrets
import time
from dataclasses import dataclass
from typing import TypeVar

import neo4j

from graphmem.errors import StoreBusyError
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.connection import Connection

T = TypeVar("T")

GRACE_SECONDS = 600.0  # how long what has ended is kept for readers
PURGE_EVERY = 60.0
_PURGE_ROWS = 5000


def take_tenant(tx: neo4j.ManagedTransaction, tenant: str) -> int:
    """Hold the tenant against other writers until the transaction ends; the number of its change."""
    tx.run(cypher.LOCK, tenant=tenant, token=secrets.token_hex(4)).consume()
    # Asked by a second statement: the first may have read the number before it got the lock.
    row = tx.run(cypher.LOCKED, tenant=tenant).single(strict=True)
    return int(row["seq"]) + 1


def claim_change(tx: neo4j.ManagedTransaction, tenant: str, seq: int, *, changed: bool) -> None:
    """Give the change its number if it changed anything."""
    if changed:
        tx.run(cypher.CLAIM_CHANGE, tenant=tenant, seq=seq).consume()
    else:
        tx.run(cypher.UNLOCK, tenant=tenant).consume()


@dataclass(frozen=True)
class Beginning:
    """What a view reads at its beginning: the change that it is of, how many texts there are, and whose vectors."""

    seq: int
    texts: int = 0
    encoders: tuple[str, ...] = ()


def require_kept(horizon: int, seq: int) -> None:
    """Raise StoreBusyError when what a reader of that change needed may be gone."""
    if horizon > seq:
        raise StoreBusyError("the store was cleaned while it was being read: ask again")


class Changes:
    """Announces changes, tells which is the last, and purges what has ended."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._purged: dict[str, float] = {}

    def announce(self, tenant: str, seq: int) -> None:
        """Let readers see a change that is committed."""
        self._connection.write(lambda tx: tx.run(cypher.PUBLISH, tenant=tenant, seq=seq).consume())

    def announce_left_over(self) -> None:
        """Announce what a writer committed and did not live to announce."""
        for row in self._connection.read(cypher.UNPUBLISHED):
            tenant = str(row["tenant"])

            def settle(tx: neo4j.ManagedTransaction, tenant: str = tenant) -> None:
                seq = take_tenant(tx, tenant) - 1  # with the tenant held, all that is committed is whole
                tx.run(cypher.PUBLISH, tenant=tenant, seq=seq).consume()
                tx.run(cypher.UNLOCK, tenant=tenant).consume()

            self._connection.write(settle)

    def last(self, tenant: str) -> int:
        """Number of the last change announced; 0 for a tenant without rows."""
        rows = self._connection.read(cypher.PUBLISHED, {"tenant": tenant})
        return int(rows[0]["seq"]) if rows else 0

    def begin(self, tenant: str) -> Beginning:
        """The last change announced, with what a view of it must know."""
        row = self._connection.read(cypher.BEGUN, {"tenant": tenant})[0]
        return Beginning(seq=row["seq"] or 0, texts=row["texts"] or 0, encoders=tuple(sorted(row["encoders"])))

    def require_kept(self, tenant: str, seq: int) -> None:
        """Raise StoreBusyError when what a reader of that change needed may be gone."""
        rows = self._connection.read(cypher.HORIZON, {"tenant": tenant})
        require_kept(int(rows[0]["horizon"]) if rows else 0, seq)

    def purge_now_and_then(self, tenant: str) -> None:
        """Take away what ended long ago, if this process has not done so lately."""
        if time.monotonic() - self._purged.get(tenant, 0.0) > PURGE_EVERY:
            self._purged[tenant] = time.monotonic()
            self.purge(tenant, GRACE_SECONDS, rounds=4)

    def purge(self, tenant: str, older_than: float, *, rounds: int | None = None) -> int:
        """Take away what ended longer ago than so many seconds; how many versions there were."""
        before, total = self.last(tenant), 0
        values = {
            "tenant": tenant,
            "before": before,
            "cut": int(1000 * (time.time() - older_than)) + 1,
            "limit": _PURGE_ROWS,
        }
        while rounds is None or rounds > 0:
            found = self._connection.write(lambda tx: [int(row["number"]) for row in tx.run(cypher.PURGE, values)])
            total += sum(found)
            rounds = None if rounds is None else rounds - 1
            if sum(found) < _PURGE_ROWS:
                break
        return total

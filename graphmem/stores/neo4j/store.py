"""The store on a Neo4j server, for any number of processes."""

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import neo4j

from graphmem.errors import UsageError
from graphmem.model.retrieval import AsOf
from graphmem.model.rows import RecordRow, Row
from graphmem.model.scope import Principal
from graphmem.store_protocol import Ledger, Store, View, Where
from graphmem.stores.neo4j import health, tenants, text_index
from graphmem.stores.neo4j.address import read_address
from graphmem.stores.neo4j.changes import Changes, claim_change, take_tenant
from graphmem.stores.neo4j.connection import Connection
from graphmem.stores.neo4j.graph_rebuild import rebuild_graph
from graphmem.stores.neo4j.ledger import Neo4jLedger
from graphmem.stores.neo4j.opening import Server, open_server
from graphmem.stores.neo4j.reader import Reader
from graphmem.stores.neo4j.streams import stream_rows
from graphmem.stores.neo4j.vector_leg import LargeScopes, VectorLeg
from graphmem.stores.neo4j.view import Neo4jView

T = TypeVar("T")
R = TypeVar("R", bound=Row)

_ENCODERS_SECONDS = 1.0  # how long it is believed that no other process has brought in an encoder


class Neo4jStore:
    """A store on a server; safe for threads, and for a process that forks."""

    def __init__(self, connection: Connection, server: Server, fingerprint: str, dimension: int) -> None:
        self._connection = connection
        self._server = server
        self._fingerprint = fingerprint
        self._dimension = dimension
        self._changes = Changes(connection)
        self._local = threading.local()
        self._encoders: tuple[float, tuple[str, ...]] = (-math.inf, ())
        self._large = LargeScopes() if server.searches_in_index else None

    @property
    def url(self) -> str:
        """As it was opened, without user and password."""
        return self._connection.address.shown

    @property
    def vectors_usable(self) -> bool:
        """False when the store holds vectors of another encoder than it was opened with."""
        asked, names = self._encoders
        if time.monotonic() - asked < _ENCODERS_SECONDS and set(names) <= {self._fingerprint}:
            return True
        return not health.foreign_vectors(self._connection, self._fingerprint)

    def close(self) -> None:
        """Release all sockets; twice is harmless."""
        self._connection.close()

    @contextmanager
    def view(self, principal: Principal, as_of: AsOf) -> Iterator[View]:
        """A snapshot for one principal; StoreBusyError at its end when what it read was purged meanwhile."""
        begun = self._changes.begin(principal.tenant)
        self._encoders = (time.monotonic(), begun.encoders)
        reader = Reader(self._connection, principal, as_of, begun)
        vectors = VectorLeg(reader, self._fingerprint, self._dimension, large=self._large)
        yield Neo4jView(reader, self._fingerprint, vectors)
        if not reader.is_confirmed:
            self._changes.require_kept(principal.tenant, begun.seq)

    def write(self, tenant: str, work: Callable[[Ledger], T]) -> T:
        """Run work in one transaction and commit; nothing is written when it raises."""
        if getattr(self._local, "writes", False):
            raise UsageError("a write inside a write: use the ledger that the work was given")

        def transaction(tx: neo4j.ManagedTransaction) -> tuple[T, int, bool]:
            seq = take_tenant(tx, tenant)
            ledger = Neo4jLedger(
                lambda query, values: list(tx.run(query, dict(values))),
                tenant,
                seq,
                tx,
                sends_values=self._server.searches_in_index,
            )
            result = work(ledger)
            ledger.finish()
            claim_change(tx, tenant, seq, changed=ledger.changed)
            return result, seq, ledger.changed

        self._local.writes = True
        try:
            result, seq, changed = self._connection.write(transaction)
        finally:
            self._local.writes = False
            self._encoders = (-math.inf, ())
        if changed:
            self._changes.announce(tenant, seq)
            self._changes.purge_now_and_then(tenant)
        return result

    def read(self, tenant: str, work: Callable[[Ledger], T]) -> T:
        """Run work on one state of the tenant."""
        seq = self._changes.last(tenant)
        result = work(Neo4jLedger(self._connection.read, tenant, seq))
        self._changes.require_kept(tenant, seq)
        return result

    def stream(self, tenant: str, kind: type[R], where: Where | None = None, *, order: str = "id") -> Iterator[R]:
        """Rows one by one in order of an indexed field, then id, of one state of the store."""
        seq = self._changes.last(tenant)

        def ask(query: str, values: Mapping[str, Any]) -> list[neo4j.Record]:
            rows = self._connection.read(query, values)
            self._changes.require_kept(tenant, seq)
            return rows

        yield from stream_rows(ask, {"tenant": tenant, "seq": seq}, kind, where, order)

    def contents(self, tenant: str) -> Iterator[tuple[str, str]]:
        """Id and content of every record of a tenant, as JSON."""
        for row in self.stream(tenant, RecordRow):
            yield row.id, row.record.model_dump_json(exclude_defaults=True)

    def pieces(self) -> Iterator[tuple[str, bytes]]:
        """Nothing: the files are the server's."""
        yield from ()

    def tenants(self) -> list[str]:
        """Names of tenants that have rows."""
        return tenants.with_rows(self._connection)

    def scrub(self) -> int:
        """Purge at once all that has ended; the number of versions, since file bytes are the server's own."""
        return sum(self._changes.purge(tenant, -3600.0) for tenant in tenants.all_tenants(self._connection))

    def rebuild_text_index(self) -> int:
        """Make the text index anew from the stored index texts, and the graph for people from the rows; the number of
        records in the index."""
        total = 0
        for tenant in tenants.all_tenants(self._connection):
            total += self._connection.write(lambda tx, tenant=tenant: text_index.rebuild(tx, tenant))  # type: ignore[misc]
            rebuild_graph(self._connection, tenant)
        return total

    def check(self) -> list[str]:
        """Problems found, each one line with its remedy; empty when well."""
        return health.problems(self._connection, self._fingerprint)

    def describe(self) -> dict[str, object]:
        """Facts for doctor."""
        return health.facts(self._connection, self._server, self._fingerprint, self._dimension)

    def settle(self) -> None:
        """Announce what a writer committed and did not live to announce."""
        self._changes.announce_left_over()


def open_store(url: str, *, fingerprint: str, dimension: int, create: bool = True) -> Store:
    """Open the store of a `neo4j://` or `bolt://` URL; its schema is made where it is missing.

    Raises UsageError when the URL names no server, StoreError with the remedy when the server cannot be used.
    """
    connection = Connection(read_address(url))
    try:
        server = open_server(connection, fingerprint, dimension, create=create)
        store = Neo4jStore(connection, server, fingerprint, dimension)
        store.settle()
    except BaseException:
        connection.close()
        raise
    return store

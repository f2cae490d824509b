"""The driver: sessions that read and write, waiting, and errors in our own words."""

import logging
import os
import random
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import neo4j
from neo4j import exceptions

from graphmem.errors import GraphmemError, InputError, SchemaError, StoreBusyError, StoreError, UsageError
from graphmem.stores.neo4j.address import Address

T = TypeVar("T")
Values = Mapping[str, Any]

WAIT_SECONDS = 60.0
LONGEST_SECONDS = 900.0  # of one transaction: a writer that hangs does not hold the others for ever
_FETCH = 1000

# The driver warns of the server's notifications; what matters comes as an error.
logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)


class Connection:
    """One driver for a process; after a fork the child makes its own."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._closed = False
        self._driver = self._connect()
        self._process = os.getpid()

    def close(self) -> None:
        """Close all sockets; twice is harmless."""
        if not self._closed:
            self._closed = True
            self._driver.close()

    def verify(self) -> None:
        """Raise StoreError at once, naming the remedy, when the server cannot be reached or signed in to."""
        self._worded(self._driver.verify_connectivity)

    def read(self, cypher: str, values: Values | None = None) -> list[neo4j.Record]:
        """Rows of a query outside any transaction of ours, asked again on a transient fault."""
        return self._worded(lambda: self._patiently(lambda: self._rows(cypher, values)))

    def run(self, cypher: str, values: Values | None = None) -> None:
        """Execute a statement that may not be part of a transaction, such as one of the schema."""
        self.read(cypher, values)

    def pages(self, cypher: str, values: Values | None = None) -> Iterator[neo4j.Record]:
        """Rows of a query one by one, in bounded memory."""
        with self._session() as session:
            result = self._worded(lambda: session.run(neo4j.Query(cypher, timeout=LONGEST_SECONDS), dict(values or {})))
            while (row := self._worded(lambda: next(result, None))) is not None:
                yield row

    def write(self, work: Callable[[neo4j.ManagedTransaction], T]) -> T:
        """Run work in one transaction, again when the server asks for it."""
        unit = neo4j.unit_of_work(timeout=LONGEST_SECONDS)(work)

        def begin() -> T:
            with self._session() as session:
                return session.execute_write(unit)

        return self._worded(begin)

    def _rows(self, cypher: str, values: Values | None) -> list[neo4j.Record]:
        with self._session() as session:
            return list(session.run(neo4j.Query(cypher, timeout=LONGEST_SECONDS), dict(values or {})))

    def _session(self) -> neo4j.Session:
        if self._closed:
            raise UsageError(f"store {self.address.shown} is closed: open it again")
        if self._process != os.getpid():
            _inherited.append(self._driver)
            self._driver, self._process = self._connect(), os.getpid()
        return self._driver.session(database=self.address.database, fetch_size=_FETCH, bookmark_manager=self._bookmarks)

    def _connect(self) -> neo4j.Driver:
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()
        return neo4j.GraphDatabase.driver(
            self.address.uri,
            auth=(self.address.user, self.address.password),
            max_transaction_retry_time=WAIT_SECONDS,
            connection_acquisition_timeout=WAIT_SECONDS,
            connection_timeout=10.0,
            notifications_min_severity="OFF",
            user_agent="graphmem",
        )

    def _patiently(self, action: Callable[[], T]) -> T:
        deadline, pause = time.monotonic() + WAIT_SECONDS / 6, 0.02
        while True:
            try:
                return action()
            except (exceptions.Neo4jError, exceptions.DriverError) as error:
                if not error.is_retryable() or time.monotonic() >= deadline:
                    raise
            time.sleep(random.uniform(pause / 2, pause))  # noqa: S311 (spreads waiting processes, guards nothing)
            pause = min(pause * 2, 1.0)

    def _worded(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except (exceptions.Neo4jError, exceptions.DriverError) as error:
            raise explained(error, self.address) from error
        except UnicodeEncodeError as error:
            raise InputError(
                "a text or name holds half a surrogate pair, which no store can keep: remove it"
            ) from error
        except OverflowError as error:
            raise InputError("a number is too large for the store: 64 bits at most") from error


_inherited: list[neo4j.Driver] = []  # drivers of a parent process, kept from closing its sockets


def explained(error: Exception, address: Address) -> GraphmemError:
    """The error as one line that names the remedy."""
    place = f"Neo4j at {address.shown}"
    if isinstance(error, exceptions.AuthError):
        if "RateLimit" in (error.code or ""):
            return StoreError(
                f"{place} refuses to sign in after too many wrong passwords: wait a minute, then correct it"
            )
        return StoreError(
            f"{place} refuses user {address.user!r}: correct the password in GRAPHMEM_NEO4J_PASSWORD (or its _FILE)"
        )
    if isinstance(error, exceptions.IncompleteCommit):
        return StoreError(f"{place} went away while committing: run the same again, what is stored is not stored twice")
    if isinstance(error, exceptions.ServiceUnavailable | exceptions.SessionExpired):
        return StoreError(
            f"{place} does not answer: start it (graphmem-neo4j start, or docker compose up), or correct host and port;"
            " nothing of this write was kept"
        )
    if isinstance(error, exceptions.Neo4jError):
        return _of_server(error, place, address)
    return StoreError(f"{place} cannot be used ({_one_line(error)}): check the URL and the server's log")


def _of_server(error: exceptions.Neo4jError, place: str, address: Address) -> GraphmemError:
    code = error.code or ""
    if "DatabaseNotFound" in code:
        return StoreError(f"{place} has no database {address.database!r}: correct ?database= in the store URL")
    if "ReadOnly" in code or "WriteOnRead" in code or "read-only" in str(error.message):
        return StoreError(f"{place} is read-only: give the user the right to write, or open a writable database")
    if "Forbidden" in code:
        return StoreError(f"{place} forbids this to user {address.user!r}: grant it read, write and index rights")
    if "DeadlockDetected" in code or "LockClient" in code or "LockAcquisition" in code or "TimedOut" in code:
        return StoreBusyError(f"{place} was held by other writers for too long: end them, or try again later")
    if "Terminated" in code:
        return StoreError(f"{place} ended the transaction, nothing of it was kept: run the same again")
    if "OutOfMemory" in code or "MemoryPool" in code:
        return StoreError(f"{place} has too little memory for this ({code}): raise server.memory.heap.max_size")
    if "ConstraintCreationFailed" in code:
        return SchemaError(f"{place} holds data of another program under graphmem's names: open an empty database")
    return StoreError(f"{place} refused a statement ({_one_line(error)}): run graphmem doctor, see the server's log")


def _one_line(error: Exception) -> str:
    text = getattr(error, "message", None) or str(error)
    return " ".join(str(text).split())[:200]

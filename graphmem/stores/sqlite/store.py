"""The embedded store: one SQLite file, one writer at a time, any number of readers in any number of processes."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from graphmem.errors import StoreError, UsageError
from graphmem.keys import STORE_KEY, read_key
from graphmem.model.retrieval import AsOf
from graphmem.model.rows import ROW_KINDS, Row
from graphmem.model.scope import Principal
from graphmem.store_protocol import Ledger, Store, View, Where
from graphmem.stores.sqlite import health
from graphmem.stores.sqlite.connection import Mode, Session, is_transient, patiently
from graphmem.stores.sqlite.deck import Deck, IndexMemory
from graphmem.stores.sqlite.ledger import SqliteLedger
from graphmem.stores.sqlite.matrix import Matrices
from graphmem.stores.sqlite.opening import open_file, path_of
from graphmem.stores.sqlite.partition import Partition
from graphmem.stores.sqlite.pieces import read_pieces
from graphmem.stores.sqlite.postings import make_readable
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.scrub import scrub
from graphmem.stores.sqlite.streams import stream_contents, stream_rows
from graphmem.stores.sqlite.text_index import rebuild
from graphmem.stores.sqlite.view import SqliteView

T = TypeVar("T")
R = TypeVar("R", bound=Row)

_LOG_BYTES = 64 << 20  # a log longer than this is emptied after a write, unless readers need it
_IDLE = 4  # read connections kept


@dataclass(frozen=True)
class StoreFile:
    """A store's file, how it can be opened, and its passphrase, empty for a plain one."""

    path: Path
    mode: Mode
    key: str = field(default="", repr=False)


class SqliteStore:
    """A store in one file; safe for threads, and for a process that forks."""

    def __init__(self, url: str, file: StoreFile, fingerprint: str, dimension: int) -> None:
        self._url = url
        self._file = file
        self._path = file.path
        self._mode = file.mode
        self._fingerprint = fingerprint
        self._dimension = dimension
        self._closed = False
        self._writer: Session | None = None
        self._begin_process()

    @property
    def url(self) -> str:
        """As it was opened."""
        return self._url

    @property
    def vectors_usable(self) -> bool:
        """False when the store holds vectors of another encoder than it was opened with."""
        with self._reading() as session:
            return not health.are_vectors_foreign(session, self._fingerprint)

    def close(self) -> None:
        """Release all connections; twice is harmless."""
        self._closed = True
        with self._write_lock, self._pool_lock:
            for session in [*self._idle, *([self._writer] if self._writer else [])]:
                session.close()
            self._idle.clear()
            self._writer = None

    @contextmanager
    def view(self, principal: Principal, as_of: AsOf) -> Iterator[View]:
        """A snapshot for one principal."""
        session = self._borrow()
        pinned: list[Partition] = []
        whole: list[Sequence[Partition]] = []
        try:
            reader: list[Reader] = []

            def scopes() -> Sequence[int]:
                reader.append(Reader.of(session, principal, as_of))
                return reader[0].scopes

            seq, pinned = self._matrices.begin(session, scopes)
            found = reader[0] if reader else Reader.of(session, principal, as_of)

            def partitions() -> Sequence[Partition]:
                if not whole:
                    have = {partition.scope for partition in pinned}
                    missing = [scope for scope in found.scopes if scope not in have]
                    pinned.extend(self._matrices.load(session, missing, seq))
                    whole.append(sorted(pinned, key=lambda partition: partition.scope))
                return whole[0]

            deck = Deck(session, found, seq, partitions, self._index_memory)
            yield SqliteView(session, principal, as_of, found, deck, self._fingerprint)
        finally:
            self._matrices.release(pinned)
            self._give_back(session)

    def write(self, tenant: str, work: Callable[[Ledger], T]) -> T:
        """Run work in one transaction and commit; nothing is written when it raises."""
        if self._mode != "rw":
            raise StoreError(
                f"store {self._path} is read-only: make the file and its folder writable, or copy the store"
            )
        self._check_process()
        with self._write_lock:
            session = self._writing()
            result = patiently(lambda: _in_transaction(session, tenant, work), self._path)
            self._shorten_log(session)
            return result

    def read(self, tenant: str, work: Callable[[Ledger], T]) -> T:
        """Run work in one read-only transaction."""
        with self._reading() as session:
            return work(SqliteLedger(session, tenant, writable=False))

    def stream(self, tenant: str, kind: type[R], where: Where | None = None, *, order: str = "id") -> Iterator[R]:
        """Rows one by one in order of an indexed field, then id, of one state of the store."""
        with self._reading() as session:
            yield from stream_rows(session, tenant, kind, where, order)

    def contents(self, tenant: str) -> Iterator[tuple[str, str]]:
        """Id of every record of a tenant, with its content as JSON and the words that the index holds of it."""
        with self._reading() as session:
            yield from stream_contents(session, tenant)

    def pieces(self) -> Iterator[tuple[str, bytes]]:
        """Every byte of the file and of its logs, in the clear, with the name of their file."""
        yield from read_pieces(self._path, self._file.key)

    def tenants(self) -> list[str]:
        """Names of tenants that have rows."""
        held = " OR ".join(f'EXISTS (SELECT 1 FROM "{kind.NAME}" x WHERE x.tenant = t.id)' for kind in ROW_KINDS)
        with self._reading() as session:
            return [name for (name,) in session.rows(f"SELECT t.name FROM tenant t WHERE {held} ORDER BY t.name")]

    def scrub(self) -> int:
        """Leave no byte of what was deleted in any file of the store; the bytes freed."""
        if self._mode != "rw":
            raise StoreError(
                f"store {self._path} is read-only: make the file and its folder writable, or copy the store"
            )
        self._check_process()
        with self._write_lock:
            with self._pool_lock:  # idle readers hold no snapshot, but an old one would keep its pages in memory
                for session in self._idle:
                    session.close()
                self._idle.clear()
            return scrub(self._writing(), self._path)

    def rebuild_text_index(self) -> int:
        """Make the text index anew from the stored index texts; the number of records in it."""
        self._require_writable()
        with self._write_lock:
            session = self._writing()
            session.begin_writing()
            try:
                count = rebuild(session)
                session.commit()
                return count
            finally:
                session.end()

    def check(self) -> list[str]:
        """Problems found, each one line with its remedy; empty when well."""
        with self._reading() as session:
            return health.problems(session, self._fingerprint)

    def describe(self) -> dict[str, object]:
        """Facts for doctor."""
        with self._reading() as session:
            return health.facts(session, self._path, self._fingerprint, self._dimension)

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        session = self._borrow()
        try:
            session.begin_reading()
            yield session
        finally:
            self._give_back(session)

    def _borrow(self) -> Session:
        self._check_process()
        with self._pool_lock:
            if self._closed:
                raise UsageError(f"store {self._path} is closed: open it again")
            if self._idle:
                return self._idle.pop()
        session = Session(self._path, self._mode, self._file.key)
        make_readable(session)
        return session

    def _give_back(self, session: Session) -> None:
        session.end()
        with self._pool_lock:
            if not self._closed and len(self._idle) < _IDLE:
                self._idle.append(session)
                return
        session.close()

    def _require_writable(self) -> None:
        if self._mode != "rw":
            raise StoreError(
                f"store {self._path} is read-only: make the file and its folder writable, or copy the store"
            )
        self._check_process()

    def _writing(self) -> Session:
        if self._closed:
            raise UsageError(f"store {self._path} is closed: open it again")
        if self._writer is None:
            self._writer = Session(self._path, "rw", self._file.key)
        return self._writer

    def _shorten_log(self, session: Session) -> None:
        log = self._path.with_name(self._path.name + "-wal")
        try:
            if log.stat().st_size > _LOG_BYTES:
                session.run("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except FileNotFoundError:
            return
        except sqlite3.OperationalError as error:
            if not is_transient(error):
                raise

    def _begin_process(self) -> None:
        self._process = os.getpid()
        self._pool_lock = threading.Lock()
        self._write_lock = threading.RLock()
        self._idle: list[Session] = []
        self._writer = None
        self._matrices = Matrices(self._fingerprint, self._dimension)
        self._index_memory = IndexMemory()

    def _check_process(self) -> None:
        """After a fork begin anew: connections must not be used, nor closed, by a second process."""
        if self._process != os.getpid():
            _inherited.append((self._idle, self._writer))
            self._begin_process()


_inherited: list[object] = []  # connections of a parent process, kept from being closed


def _in_transaction(session: Session, tenant: str, work: Callable[[Ledger], T]) -> T:
    if session.is_writing:
        raise UsageError("a write inside a write: use the ledger that the work was given")
    session.begin_writing()
    try:
        result = work(SqliteLedger(session, tenant, writable=True))
        session.commit()
        return result
    finally:
        session.end()


def open_store(url: str, *, fingerprint: str, dimension: int, create: bool = True, key: str | None = None) -> Store:
    """Open the store of a `sqlite:///` URL, making it if it is missing and its folder exists.

    key is the passphrase of an encrypted file, "" for a plain one; without it the environment's is taken.
    Raises UsageError when the URL names no file, StoreError with the remedy when the file cannot be used.
    """
    path = path_of(url).absolute()
    key = (read_key(STORE_KEY) or "") if key is None else key
    return SqliteStore(url, StoreFile(path, open_file(path, create=create, key=key), key), fingerprint, dimension)

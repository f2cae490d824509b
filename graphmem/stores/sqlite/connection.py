"""Connections: the settings every one of them needs, waiting for other processes, and errors in our own words."""

import random
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeVar

from graphmem.errors import InputError, StoreBusyError, StoreError
from graphmem.keys import STORE_KEY
from graphmem.stores.sqlite import cipher

T = TypeVar("T")
Mode = Literal["rw", "ro", "immutable"]
Parameters = Sequence[Any] | dict[str, Any]

# How long a caller waits for other processes before StoreBusyError; the waits between tries are jittered, since the
# busy handler built into SQLite is unfair: with it alone one of eight writers can starve for seconds.
WAIT_SECONDS = 60.0
_TRANSIENT = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_QUERIES = {"rw": "?mode=rw", "ro": "?mode=ro", "immutable": "?mode=ro&immutable=1"}


def is_transient(error: BaseException) -> bool:
    """True for faults that pass when other processes have gone on."""
    # Errors that Python itself raises in the driver's name, as of text that is no UTF-8, bear no code.
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.OperationalError) and code is not None and (code & 0xFF) in _TRANSIENT


def patiently(action: Callable[[], T], path: Path, *, wait: float = WAIT_SECONDS) -> T:
    """Do the action, again and again while other processes hold the store.

    Raises StoreBusyError after the wait, in seconds.
    """
    deadline = time.monotonic() + wait
    pause = 0.002
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if not is_transient(error):
                raise
            if time.monotonic() >= deadline:
                raise StoreBusyError(
                    f"store {path} was held by other processes for {wait:g} s: end them, or try again later"
                ) from error
        time.sleep(random.uniform(pause / 2, pause))  # noqa: S311 (spreads waiting processes, guards nothing)
        pause = min(pause * 1.5, 0.1)


@contextmanager
def in_our_words(path: Path, driver: ModuleType = sqlite3) -> Iterator[None]:
    """Turn errors of the driver into StoreError with one line that names the remedy.

    Faults that pass stay errors of the standard library's driver, whichever driver raised them.
    """
    try:
        yield
    except driver.Error as error:
        fault = cipher.as_standard(error)
        if is_transient(fault):
            raise fault from None if fault is error else error
        raise StoreError(_explained(fault, path, is_encrypted=driver is not sqlite3)) from error
    except UnicodeEncodeError as error:
        raise InputError("a text or name holds half a surrogate pair, which no file can keep: remove it") from error
    except OverflowError as error:
        raise InputError("a number is too large for the store: 64 bits at most") from error


def _explained(error: sqlite3.Error, path: Path, *, is_encrypted: bool) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB and is_encrypted:
        return f"store {path} does not open with the key given: check {STORE_KEY} or the key file; or it is no store"
    if code in _DAMAGED:
        return f"store {path} is damaged ({error}): restore a snapshot, or run graphmem doctor on a copy"
    if code == sqlite3.SQLITE_READONLY:
        return f"store {path} is read-only: make the file and its folder writable, or copy the store"
    if code == sqlite3.SQLITE_FULL:
        return f"no space is left for store {path}: free some; nothing of this write was kept"
    if code == sqlite3.SQLITE_CANTOPEN:
        return f"store {path} cannot be opened: check that the file and its folder can be read and written"
    if code == sqlite3.SQLITE_IOERR:
        return f"store {path} cannot be read or written ({error}): check the disk, then run graphmem doctor"
    return f"store {path} refused a statement ({error}): run graphmem doctor"


class Session:
    """One connection whose errors are StoreError; used by one thread at a time.

    key is the passphrase of an encrypted file, empty for a plain one.
    """

    def __init__(self, path: Path, mode: Mode, key: str = "") -> None:
        self.path = path
        self.is_encrypted = bool(key)
        self._driver = cipher.load_driver() if key else sqlite3
        with in_our_words(path, self._driver):
            self._connection: sqlite3.Connection = self._driver.connect(
                path.absolute().as_uri() + _QUERIES[mode],
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=0.1,
                cached_statements=256,
            )
            if key:
                cipher.unlock(self._connection, path, key)
        # secure_delete: the default differs between builds, and without it deleted bytes stay in free pages.
        # FULL: a receipt is given after the commit, and must outlive the power as well as the process.
        # temp_store: sorted rows must not reach temporary files, which erasure cannot reach.
        for pragma in ("secure_delete=ON", "synchronous=FULL", "temp_store=MEMORY", "cache_size=-65536",
                       "journal_size_limit=33554432"):  # fmt: skip
            self.run(f"PRAGMA {pragma}")

    def run(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        """Execute one statement."""
        with in_our_words(self.path, self._driver):
            return self._connection.execute(sql, parameters)

    def rows(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with in_our_words(self.path, self._driver):
            return self._connection.execute(sql, parameters).fetchall()

    def one(self, sql: str, parameters: Parameters = ()) -> tuple[Any, ...] | None:
        """First row of a query, or None."""
        with in_our_words(self.path, self._driver):
            row: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
            return row

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """First column of the first row, or None."""
        row = self.one(sql, parameters)
        return row[0] if row else None

    def batches(self, sql: str, parameters: Parameters = (), size: int = 1000) -> Iterator[list[tuple[Any, ...]]]:
        """Rows of a query in batches, so that memory stays bounded."""
        cursor = self.run(sql, parameters)
        while True:
            with in_our_words(self.path, self._driver):
                batch = cursor.fetchmany(size)
            if not batch:
                return
            yield batch

    def many(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Execute one statement for each row of parameters."""
        with in_our_words(self.path, self._driver):
            self._connection.executemany(sql, rows)

    def begin_writing(self) -> None:
        """Take the write lock; IMMEDIATE, since a reader that turns writer fails at once when another wrote."""
        patiently(lambda: self.run("BEGIN IMMEDIATE"), self.path)

    def begin_reading(self) -> None:
        """Begin a snapshot and fix it: it begins with the first read."""

        def begin() -> None:
            try:
                self.run("BEGIN")
                self.run("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
            except BaseException:
                self.end()
                raise

        patiently(begin, self.path)

    @property
    def is_writing(self) -> bool:
        """True inside a transaction."""
        return self._connection.in_transaction

    def commit(self) -> None:
        """Make the transaction's writes last."""
        self.run("COMMIT")

    def end(self) -> None:
        """Leave the transaction, if there is one, without its writes."""
        if self._connection.in_transaction:
            with in_our_words(self.path, self._driver):
                self._connection.rollback()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

"""Opening a store file: made whole in one step, looked at before it is touched, never altered when it is none."""

import os
import sqlite3
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from graphmem.errors import SchemaError, StoreError, UsageError
from graphmem.keys import STORE_KEY
from graphmem.stores.sqlite import cipher
from graphmem.stores.sqlite.connection import WAIT_SECONDS, Mode, Session, in_our_words, is_transient
from graphmem.stores.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION, statements
from graphmem.stores.sqlite.text_index import TOKENS
from graphmem.stores.sqlite.tokens import TOKENS_VERSION
from graphmem.stores.sqlite.upgrades import upgrade, version_of

_PREFIX = "sqlite:///"
_MAGIC = b"SQLite format 3\x00"
_PAGE = 4096  # an encrypted file is whole pages and nothing that could be told from chance
_SMALL = 8 << 20  # bytes up to which the whole file is checked at opening


def path_of(url: str) -> Path:
    """Path of a store URL: `sqlite:///relative` or `sqlite:////absolute`.

    Raises UsageError for anything else.
    """
    if not url.lower().startswith(_PREFIX):
        raise UsageError(f"{url[:100]!r} is no store URL: write sqlite:///PATH, with four slashes for an absolute path")
    name = url[len(_PREFIX) :]
    if not name or name.endswith("/") or "\x00" in name or name == ":memory:":
        raise UsageError(f"{url[:100]!r} names no file: write sqlite:///PATH, with four slashes for an absolute path")
    return Path(name).expanduser() if name.startswith("~") else Path(name)


def open_file(path: Path, *, create: bool, key: str = "") -> Mode:
    """Make the store if it is missing, check and upgrade it if it is there; how it can be opened from now on."""
    if key:
        cipher.load_driver()  # without it nothing may be made, least of all a plain file
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder: name a file in it, for instance sqlite:///{path}/graphmem.db")
        if not path.exists():
            _make(path, create=create, key=key)
        mode = _mode(path)
        version = _look_at(path, mode, key)
    except OSError as error:
        raise StoreError(f"store {path} cannot be used ({error.strerror}): check its folder and permissions") from error
    if version < SCHEMA_VERSION:
        _upgrade(path, mode, version, key)
    return mode


def _make(path: Path, *, create: bool, key: str) -> None:
    if not path.parent.is_dir():
        raise StoreError(f"folder {path.parent} does not exist: make it first, or name a file in one that does")
    if not create:
        raise StoreError(f"there is no store at {path}: check the path, or write to it to make one")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    os.close(handle)
    draft = Path(name)
    try:
        _lay_out(draft, key)
        draft.chmod(0o666 & ~_umask())
        # A link fails when the name is taken: of several processes one store wins, and no reader sees half of one.
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        for litter in (draft, *(draft.with_name(f"{draft.name}-{end}") for end in ("wal", "shm", "journal"))):
            litter.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _lay_out(path: Path, key: str) -> None:
    session = Session(path, "rw", key)
    try:
        session.run("PRAGMA journal_mode = WAL")
        session.run("BEGIN IMMEDIATE")
        for statement in statements():
            session.run(statement)
        session.run("INSERT INTO property VALUES ('changes', 0), (?, ?)", (TOKENS, TOKENS_VERSION))
        session.run(f"PRAGMA application_id = {APPLICATION_ID}")
        session.run(f"PRAGMA user_version = {SCHEMA_VERSION}")
        session.commit()
        # The file gets its name without its log, so all must be in it; closing would not say that the disk is full.
        busy, _, _ = session.one("PRAGMA wal_checkpoint(TRUNCATE)") or (1, 0, 0)
        if busy:
            raise StoreError(f"a new store at {path.parent} cannot be written out: try again")
    finally:
        session.close()


def _mode(path: Path) -> Mode:
    """Read-only when the file says so; permission bits are asked too, since they do not bind a superuser."""
    if path.stat().st_mode & 0o222 and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "rw"
    return "ro" if _log_of(path).exists() else "immutable"


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _look_at(path: Path, mode: Mode, key: str) -> int:
    """Schema version of a sound store; nothing is written, not even a log beside it. Raises StoreError for others."""
    _look_at_header(path, key)
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        before = _fingerprint(path)
        try:
            return _probe(path, "ro" if mode == "ro" or _log_of(path).exists() else "immutable", key)
        except SchemaError:
            raise
        except (StoreError, sqlite3.Error) as error:
            # Without locks a checkpoint of another process can be seen half done: only a file at rest is damaged.
            is_at_rest = _fingerprint(path) == before and not is_transient(error)
            if is_at_rest or time.monotonic() >= deadline:
                raise
        time.sleep(0.01)


def _look_at_header(path: Path, key: str) -> None:
    """Raise StoreError for what is no store, and for a key where none is due or none where one is."""
    with path.open("rb") as file:
        header = file.read(100)
    is_plain = len(header) == 100 and header.startswith(_MAGIC)
    if key and is_plain:
        raise StoreError(
            f"store {path} is not encrypted, but a key was given: take {STORE_KEY} or the key file away, or encrypt the"
            " store with graphmem migrate"
        )
    if not key and not is_plain:
        pages, rest = divmod(path.stat().st_size, _PAGE)
        unless = f", unless it is encrypted: then give its key by {STORE_KEY} or {STORE_KEY}_FILE"
        raise StoreError(
            f"{path} is no graphmem store{unless if pages and not rest else ''}: name another file, or move it away and"
            " let a new one be made"
        )
    if is_plain and int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise StoreError(f"{path} is a database of another program: name another file for the store")


def _fingerprint(path: Path) -> tuple[object, ...]:
    stat = path.stat()
    log = _log_of(path)
    return stat.st_mtime_ns, stat.st_size, log.stat().st_mtime_ns if log.exists() else None


def _probe(path: Path, mode: Mode, key: str) -> int:
    session = Session(path, mode, key)
    try:
        with in_our_words(path):
            version = version_of(session)
            if key and session.value("PRAGMA application_id") != APPLICATION_ID:
                raise StoreError(f"{path} is a database of another program: name another file for the store")
            if version > SCHEMA_VERSION:
                raise SchemaError(
                    f"store {path} has schema {version}, known is up to {SCHEMA_VERSION}: install a newer graphmem"
                )
            session.rows("SELECT name, value FROM property")
            found = session.value("PRAGMA quick_check(1)") if path.stat().st_size <= _SMALL else "ok"
            problem = " ".join(str(found).split())
        if problem != "ok":
            raise StoreError(
                f"store {path} is damaged ({problem}): restore a snapshot, or run graphmem doctor on a copy"
            )
        if path.stat().st_size < _pages(session) and mode == "immutable":
            raise StoreError(f"store {path} is cut short: restore a snapshot")
        return version
    finally:
        session.close()


def _pages(session: Session) -> int:
    return int(session.value("PRAGMA page_count")) * int(session.value("PRAGMA page_size"))


def _upgrade(path: Path, mode: Mode, version: int, key: str) -> None:
    if mode != "rw":
        raise SchemaError(
            f"store {path} has schema {version} and is read-only: make it writable once, so that it can be upgraded"
        )
    session = Session(path, "rw", key)
    try:
        upgrade(session)
    finally:
        session.close()

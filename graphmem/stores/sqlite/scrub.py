"""Erasure that leaves no bytes: what deletions leave in the index's segments, in the log and in free pages goes too."""

import time
from pathlib import Path

from graphmem.errors import StoreBusyError
from graphmem.model.rows import ROW_KINDS
from graphmem.stores.sqlite.connection import WAIT_SECONDS, Session, patiently

# Deleting tokens only marks them in FTS5's segments (its own secure deletion needs SQLite 3.42): merging all segments
# writes them anew without what was deleted, and secure_delete overwrites the pages that become free.
_MERGE = "INSERT INTO search(search) VALUES ('optimize')"
_LARGE = 64 << 20  # bytes: a larger store is not copied in memory
_EMPTY_NAMES = (
    "DELETE FROM scope WHERE NOT EXISTS (SELECT 1 FROM record r WHERE r.scope = scope.id)",
    "DELETE FROM fingerprint WHERE NOT EXISTS (SELECT 1 FROM vector v WHERE v.fingerprint = fingerprint.id)",
)


def scrub(session: Session, path: Path, *, wait: float = WAIT_SECONDS) -> int:
    """Rewrite the text index and every page, drop names that nothing bears, empty the log into the file; bytes freed.

    Raises StoreBusyError when readers keep the log for longer than the wait, in seconds: the bytes are still there.
    """
    before = _size(path)
    session.begin_writing()
    try:
        session.run(_MERGE)
        for statement in _EMPTY_NAMES:
            session.run(statement)
        empty = " AND ".join(
            f'NOT EXISTS (SELECT 1 FROM "{kind.NAME}" x WHERE x.tenant = tenant.id)' for kind in ROW_KINDS
        )
        session.run(
            f"DELETE FROM tenant WHERE {empty} AND NOT EXISTS (SELECT 1 FROM scope s WHERE s.tenant = tenant.id)"
        )
        session.commit()
    finally:
        session.end()
    _rewrite_pages(session, path, wait)
    deadline = time.monotonic() + wait
    while True:
        # The answer must be read: with any reader inside a snapshot it is 1, and the log keeps the bytes.
        busy, _, _ = session.one("PRAGMA wal_checkpoint(TRUNCATE)") or (1, 0, 0)
        if not busy:
            return max(0, before - _size(path))
        if time.monotonic() >= deadline:
            raise StoreBusyError(
                f"readers kept deleted bytes in the log of store {path} for {wait:g} s: end them, then run this again"
            )
        time.sleep(0.05)


def _rewrite_pages(session: Session, path: Path, wait: float) -> None:
    """Copy what is live to new pages.

    secure_delete overwrites a row where it lies, not the copies that stayed between the rows of other pages when a
    tree was balanced; only VACUUM leaves those behind.
    """
    large = _size(path) > _LARGE and not session.is_encrypted  # a temporary file would hold it in the clear
    try:
        if large:
            session.run("PRAGMA temp_store=FILE")  # of survivors alone, and unlinked as long as it is open
        patiently(lambda: session.run("VACUUM"), path, wait=wait)
    finally:
        if large:
            session.run("PRAGMA temp_store=MEMORY")


def _size(path: Path) -> int:
    log = path.with_name(path.name + "-wal")
    return path.stat().st_size + (log.stat().st_size if log.exists() else 0)

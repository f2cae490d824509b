"""Stepwise upgrades: step n turns a store of version n - 1 into one of version n, inside one transaction."""

from collections.abc import Callable

from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.schema import SCHEMA_VERSION

STEPS: dict[int, Callable[[Session], None]] = {}


def upgrade(session: Session) -> None:
    """Bring the store to the present version; does nothing when it is."""
    if version_of(session) == SCHEMA_VERSION:
        return
    session.begin_writing()
    try:
        # Asked again under the lock: of several processes that open an old store, one does the work.
        for step in range(version_of(session) + 1, SCHEMA_VERSION + 1):
            STEPS[step](session)
            session.run(f"PRAGMA user_version = {step}")
        session.commit()
    finally:
        session.end()


def version_of(session: Session) -> int:
    """Schema version of the file."""
    return int(session.value("PRAGMA user_version"))

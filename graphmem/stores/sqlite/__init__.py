"""The embedded store: SQLite in WAL mode, FTS5 for text, exact vectors in process."""

from graphmem.stores.sqlite.store import open_store

__all__ = ["open_store"]

"""The graph that people read, derived from rows."""

from collections.abc import Sequence

import neo4j

from graphmem.model.rows import Row


class Graph:
    """What a transaction changed, and what follows for the graph."""

    def __init__(self, tenant: str) -> None:
        self._tenant = tenant

    def keep(self, row: Row) -> None:
        """Note a row that was written."""

    def forget(self, kind: type[Row], ids: Sequence[str]) -> None:
        """Note rows that were deleted."""

    def write(self, tx: neo4j.ManagedTransaction) -> None:
        """Bring the graph in step."""

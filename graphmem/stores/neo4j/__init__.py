"""The server store: rows as versions on a Neo4j server, and beside them a graph that people can read.

Every row is kept as a node that is never changed but for the change at which it ended; a reader reads as of one change,
so that a view is one state although the server itself isolates no more than single statements (`changes.py`). The graph
of records, claims and entities that Neo4j Browser shows is derived from the rows in the same transaction (`graph.py`).
"""

from graphmem.stores.neo4j.store import Neo4jStore, open_store

__all__ = ["Neo4jStore", "open_store"]

"""Making the graph that people read anew from the rows, a page of them in each transaction."""

from graphmem.model.rows import (
    ClaimRow,
    ConflictRow,
    DecisionRow,
    EntityRow,
    MentionRow,
    RecordRow,
    ReviewRow,
    Row,
)
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.changes import take_tenant
from graphmem.stores.neo4j.codec import columns, decoded
from graphmem.stores.neo4j.connection import Connection
from graphmem.stores.neo4j.graph import Graph
from graphmem.stores.neo4j.labels import KEYED, label

CLEAR = "MATCH (n:{label}) WHERE n.tenant = $tenant WITH n LIMIT $limit DETACH DELETE n RETURN count(n) AS number"
_PAGE = 1000
# What a node is linked to comes before it; records come again at last, when all that their states name is there.
_ORDER: tuple[type[Row], ...] = (RecordRow, EntityRow, MentionRow, ClaimRow, DecisionRow, ConflictRow, ReviewRow)


def rebuild_graph(connection: Connection, tenant: str) -> None:
    """Take the graph of a tenant away, and derive it again; readers of the library do not notice."""
    for name in KEYED:
        while _cleared(connection, tenant, name) == _PAGE:
            pass
    for kind in _ORDER:
        _derive(connection, tenant, kind, is_new=True)
    _derive(connection, tenant, RecordRow, is_new=False)


def _cleared(connection: Connection, tenant: str, name: str) -> int:
    values = {"tenant": tenant, "limit": _PAGE}
    return connection.write(
        lambda tx: int(tx.run(cypher.fill(CLEAR, label=name), values).single(strict=True)["number"])
    )


def _derive(connection: Connection, tenant: str, kind: type[Row], *, is_new: bool) -> None:
    query = cypher.fill(cypher.FIND, label=label(kind), where="true", columns=columns(kind))
    after = ""
    while True:
        given = {"tenant": tenant, "seq": cypher.OPEN - 1, "open": cypher.OPEN, "after": after, "limit": _PAGE}

        def page(tx, given=given):  # type: ignore[no-untyped-def]
            take_tenant(tx, tenant)
            rows = [decoded(kind, row) for row in tx.run(query, given)]
            graph = Graph(tenant)
            for row in rows:
                graph.keep(row, is_new=is_new)
            graph.write(tx)
            tx.run(cypher.UNLOCK, tenant=tenant).consume()
            return rows

        rows = connection.write(page)
        if len(rows) < _PAGE:
            return
        after = rows[-1].id

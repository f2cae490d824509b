"""Which tenants a server holds."""

from graphmem.model.rows import ROW_KINDS
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.connection import Connection
from graphmem.stores.neo4j.labels import label

ALL = "MATCH (t:Tenant) RETURN t.name AS name ORDER BY t.name"
WITH_ROWS = (
    "MATCH (t:Tenant) WHERE "
    + " OR ".join(
        f"EXISTS {{ MATCH (x:{label(kind)}) WHERE x.tenant = t.name AND x.until = {cypher.OPEN} }}"
        for kind in ROW_KINDS
    )
    + " RETURN t.name AS name"
)


def all_tenants(connection: Connection) -> list[str]:
    """Names of tenants that ever had rows."""
    return [row["name"] for row in connection.read(ALL)]


def with_rows(connection: Connection) -> list[str]:
    """Names of tenants that have rows."""
    return sorted(row["name"] for row in connection.read(WITH_ROWS))

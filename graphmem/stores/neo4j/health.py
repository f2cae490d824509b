"""What doctor asks: do indexes and rows agree, whose vectors are these, how much is there."""

from graphmem.model.rows import ROW_KINDS
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.connection import Connection
from graphmem.stores.neo4j.labels import SCHEMA_VERSION, label, schema
from graphmem.stores.neo4j.opening import PRESENT, STORED, Server
from graphmem.stores.sqlite.tokens import TOKENS_VERSION

_OPEN = f"x.until = {cypher.OPEN}"
_NO_RECORD = (
    "NOT EXISTS { MATCH (r:RecordVersion) WHERE r.tenant = x.tenant AND r.id = x.{0} AND r.since >= 0"
    f" AND r.until = {cypher.OPEN} }}"
)
_NO_SIDES = [_NO_RECORD.replace("{0}", side) for side in ("record_a", "record_b")]
_ROW_OF_NODE = "MATCH (x:RecordVersion) WHERE x.tenant = n.tenant AND x.id = n.id"
# What must be nought, and what to do when it is not.
_DISAGREEMENTS = (
    (
        "records without a text-index entry: run graphmem reindex",
        f"MATCH (x:RecordVersion) WHERE {_OPEN} AND x.text_mark <> 0 AND x.tokens IS NULL",
    ),
    (
        "vectors without a record: run graphmem reindex",
        f"MATCH (x:VectorVersion) WHERE {_OPEN} AND {_NO_RECORD.replace('{0}', 'id')}",
    ),
    (
        "claims without a record: restore a snapshot",
        f"MATCH (x:ClaimVersion) WHERE {_OPEN} AND {_NO_RECORD.replace('{0}', 'record_id')}",
    ),
    (
        "mentions without a record: restore a snapshot",
        f"MATCH (x:MentionVersion) WHERE {_OPEN} AND {_NO_RECORD.replace('{0}', 'record_id')}",
    ),
    (
        "conflicts without one of their records: restore a snapshot",
        f"MATCH (x:ConflictVersion) WHERE {_OPEN} AND ({' OR '.join(_NO_SIDES)})",
    ),
    (
        "records that are not in the graph for people: run graphmem reindex",
        f"MATCH (x:RecordVersion) WHERE {_OPEN} AND NOT EXISTS {{ MATCH (n:Record {{key: x.node_key}}) }}",
    ),
    (
        "nodes of the graph for people without a row: run graphmem reindex",
        f"MATCH (n:Record) WHERE NOT EXISTS {{ {_ROW_OF_NODE} AND x.since >= 0 AND {_OPEN} }}",
    ),
)
_FOREIGN = (
    f"MATCH (x:VectorVersion) WHERE {_OPEN} AND x.fingerprint <> $fingerprint"
    " RETURN x.fingerprint AS name, count(x) AS number ORDER BY name"
)
_COUNT = f"MATCH (x:{{label}}) WHERE {_OPEN} RETURN count(x) AS number"
_TEXTS = f"MATCH (x:RecordVersion) WHERE {_OPEN} AND x.tokens IS NOT NULL RETURN count(x) AS number"
_ENDED = "MATCH (x:Ended) RETURN count(x) AS number"


def problems(connection: Connection, fingerprint: str) -> list[str]:
    """Problems of the store, each one line with its remedy."""
    found = [
        f"{count} {what}"
        for what, rows in _DISAGREEMENTS
        if (count := int(connection.read(f"{rows} RETURN count(*) AS number")[0]["number"]))
    ]
    present = {row["name"]: row["state"] for row in connection.read(PRESENT)}
    found += [f"index {name} is missing: open the store again" for name in schema() if name not in present]
    found += [
        f"index {name} is {state.lower()}: drop it and open the store again"
        for name, state in present.items()
        if state == "FAILED" and name.startswith("graphmem_")
    ]
    stored = connection.read(STORED)
    if not stored or stored[0]["tokens"] != TOKENS_VERSION:
        tokens = stored[0]["tokens"] if stored else "none"
        found.append(f"the text index holds tokens of version {tokens}, not {TOKENS_VERSION}: run graphmem reindex")
    foreign = foreign_vectors(connection, fingerprint)
    if foreign:
        counts = ", ".join(f"{count} by {name}" for name, count in foreign.items())
        found.append(f"vectors of another encoder ({counts}; in use: {fingerprint or 'none'}): run graphmem reindex")
    return found


def foreign_vectors(connection: Connection, fingerprint: str) -> dict[str, int]:
    """Numbers of vectors by the encoders that made them, but for the one in use."""
    names = [row["name"] for row in connection.read(cypher.ENCODERS)]
    if all(name == fingerprint for name in names):
        return {}
    return {row["name"]: int(row["number"]) for row in connection.read(_FOREIGN, {"fingerprint": fingerprint})}


def facts(connection: Connection, server: Server, fingerprint: str, dimension: int) -> dict[str, object]:
    """Version, encoder, counts and sizes."""

    def count(query: str) -> int:
        return int(connection.read(query)[0]["number"])

    return {
        "kind": "neo4j",
        "url": connection.address.shown,
        "neo4j_version": server.version,
        "filters_in_vector_index": server.searches_in_index,
        "schema_version": SCHEMA_VERSION,
        "schema_version_known": SCHEMA_VERSION,
        "tokens_version": TOKENS_VERSION,
        "encoder": fingerprint,
        "dimension": dimension,
        "vectors": count(cypher.fill(_COUNT, label="VectorVersion")),
        "vectors_of_other_encoders": foreign_vectors(connection, fingerprint),
        "text_index_rows": count(_TEXTS),
        "rows": {kind.NAME: count(cypher.fill(_COUNT, label=label(kind))) for kind in ROW_KINDS},
        "ended_versions": count(_ENDED),
    }

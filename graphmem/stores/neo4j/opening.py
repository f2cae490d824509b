"""Opening: is the server there, may we sign in, is its schema ours, and what can it do."""

import re
from dataclasses import dataclass

from graphmem.errors import SchemaError, StoreError
from graphmem.stores.neo4j.connection import Connection
from graphmem.stores.neo4j.labels import SCHEMA_VERSION, schema, vector_index, vector_schema
from graphmem.stores.sqlite.tokens import TOKENS_VERSION

# `SEARCH … WHERE` over a vector index with properties came with Cypher 25 in this release.
_SEARCH_SINCE = (2026, 1)
_OLDEST = (5, 23)  # the first that knows `CALL (x) { … }`

VERSION = "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version"
PRESENT = "SHOW INDEXES YIELD name, state, type, options RETURN name, state, options"
STORED = "MATCH (g:GraphmemStore {id: 'store'}) RETURN g.schema AS schema, g.tokens AS tokens"
STORE = "MERGE (g:GraphmemStore {id: 'store'}) ON CREATE SET g.schema = $schema, g.tokens = $tokens"
AWAIT = "CALL db.awaitIndexes(300)"


@dataclass(frozen=True)
class Server:
    """What a server can do."""

    version: str
    searches_in_index: bool


def open_server(connection: Connection, fingerprint: str, dimension: int, *, create: bool) -> Server:
    """Check server and schema, and make what is missing, one statement after the other."""
    connection.verify()
    version = str(connection.read(VERSION)[0]["version"])
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < _OLDEST:
        raise StoreError(f"Neo4j at {connection.address.shown} is version {version}: graphmem needs 5.23 or later")
    server = Server(version, numbers >= _SEARCH_SINCE)
    present = {row["name"]: row for row in connection.read(PRESENT)}
    stored = connection.read(STORED)
    if stored and stored[0]["schema"] > SCHEMA_VERSION:
        raise SchemaError(
            f"store {connection.address.shown} has schema {stored[0]['schema']}, known is up to {SCHEMA_VERSION}:"
            " install a newer graphmem"
        )
    wanted = schema()
    if fingerprint and dimension:
        wanted[vector_index(fingerprint)] = vector_schema(fingerprint, dimension, filtered=server.searches_in_index)
        _check_dimension(connection, present.get(vector_index(fingerprint)), fingerprint, dimension)
    missing = [name for name in wanted if name not in present]
    if missing and not stored and not create:
        raise StoreError(f"there is no store at {connection.address.shown}: check the URL, or write to it to make one")
    for name in missing:
        _make(connection, wanted[name])
    if missing:
        connection.run(AWAIT)
    if not stored:
        connection.write(lambda tx: tx.run(STORE, schema=SCHEMA_VERSION, tokens=TOKENS_VERSION).consume())
    failed = sorted(name for name, row in present.items() if row["state"] == "FAILED" and name in wanted)
    if failed:
        raise StoreError(f"index {failed[0]} of {connection.address.shown} failed: drop it, it is made anew at opening")
    return server


def _make(connection: Connection, statement: str) -> None:
    """Make a part of the schema; that another process made it at the same moment is as good (W2)."""
    try:
        connection.run(statement)
    except StoreError as error:
        if "AlreadyExists" not in str(getattr(error.__cause__, "code", "")):
            raise


def _check_dimension(connection: Connection, present: object, fingerprint: str, dimension: int) -> None:
    if present is None:
        return
    found = present["options"].get("indexConfig", {}).get("vector.dimensions")  # type: ignore[index]
    if found is not None and int(found) != dimension:
        raise SchemaError(
            f"store {connection.address.shown} holds vectors of {found} dimensions by encoder {fingerprint!r}, which"
            f" now gives {dimension}: use the encoder that the store was made with, or another store"
        )

"""Where a store URL leads: server, database, user, and from where its password comes."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from graphmem.errors import StoreError, UsageError
from graphmem.neo4j_local import LocalServer

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
_FORM = "write neo4j://USER@HOST:PORT?database=NAME, with the password in GRAPHMEM_NEO4J_PASSWORD"
_LOCAL = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True)
class Address:
    """A server and how to sign in; its text never shows the password."""

    uri: str
    database: str
    user: str
    password: str
    shown: str

    def __repr__(self) -> str:
        return self.shown


def read_address(url: str) -> Address:
    """Address of a store URL. Raises UsageError for one that names no server, StoreError when no password is known."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UsageError(f"the store URL cannot be read ({error}): {_FORM}") from error
    if parts.scheme.lower() not in SCHEMES or not parts.hostname:
        raise UsageError(f"{parts.scheme}://{parts.hostname or ''} is no store URL: {_FORM}")
    options = parse_qs(parts.query, keep_blank_values=True)
    unknown = sorted(set(options) - {"database"})
    if unknown or parts.path.strip("/") or parts.fragment:
        extra = ", ".join(unknown) or parts.path.strip("/") or parts.fragment
        raise UsageError(f"the store URL has a part that means nothing here ({extra[:60]}): {_FORM}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = f"{parts.scheme.lower()}://{host}:{port or 7687}"
    database = options.get("database", ["neo4j"])[0] or "neo4j"
    password = unquote(parts.password) if parts.password else _password(parts.hostname, port or 7687)
    return Address(
        uri=place,
        database=database,
        user=unquote(parts.username) if parts.username else "neo4j",
        password=password,
        shown=f"{place}?database={database}",
    )


def _password(host: str, port: int) -> str:
    """Password of the environment, of a file that it names, or of the local server that listens there."""
    given = os.environ.get("GRAPHMEM_NEO4J_PASSWORD")
    if given:
        return given
    file = os.environ.get("GRAPHMEM_NEO4J_PASSWORD_FILE")
    if file:
        try:
            return Path(file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise StoreError(
                f"cannot read {file} ({error.strerror}): let GRAPHMEM_NEO4J_PASSWORD_FILE name the file of the password"
            ) from error
    local = _of_local_server(port) if host in _LOCAL else None
    if local is None:
        raise StoreError(
            f"no password for the Neo4j server at {host}:{port}: set GRAPHMEM_NEO4J_PASSWORD, or"
            " GRAPHMEM_NEO4J_PASSWORD_FILE"
        )
    return local


def _of_local_server(port: int) -> str | None:
    home = os.environ.get("GRAPHMEM_NEO4J_HOME")
    base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser()
    server = LocalServer(Path(home).expanduser() if home else base / "graphmem" / "neo4j")
    try:
        store = server.status().store
        return server.password if store and urlsplit(store).port == port else None
    except StoreError:  # there is no local server: the caller says what else to do
        return None

"""Tables: one for each kind of row, made from `ROW_KINDS`, and those of the indexes."""

import hashlib

from graphmem.model.rows import ROW_KINDS, RecordRow, Row
from graphmem.stores.sqlite.text_index import TABLES

SCHEMA_VERSION = 3
# SHA-256 of the statements below, by version: a change to a table or to a row's INDEXED fields is a new version, with a
# step in upgrades.py, or stores that exist would fail at their first query.
DIGESTS = {3: "f90813f3f2eb97339f87a2e8f150ffbfdcb3f7a17c54fb2a335a146d25f7ed76"}
APPLICATION_ID = 0x67726D31  # in the file's header: tells a store from any other SQLite file

# Further columns of rows that views filter on: name and SQL type.
EXTRA_COLUMNS: dict[str, tuple[tuple[str, str], ...]] = {
    "record": (
        ("scope", "INTEGER NOT NULL"),
        ("seq", "INTEGER NOT NULL"),  # the change that last touched it: in-process vectors follow it
        ("level", "INTEGER NOT NULL"),
        ("held", "INTEGER NOT NULL"),  # 0 no, 1 under review, 2 quarantined
        ("gone", "INTEGER NOT NULL"),  # 0 no, 1 expired by status, 2 erased
        ("retired", "INTEGER NOT NULL"),
        ("requires_level", "INTEGER NOT NULL"),
        ("requires_global", "INTEGER NOT NULL"),
        ("recorded_us", "INTEGER NOT NULL"),
        ("expires_us", "INTEGER"),
        ("valid_from_us", "INTEGER"),
        ("valid_to_us", "INTEGER"),
        ("closes_us", "INTEGER"),
        ("episode_us", "INTEGER"),  # observed time of a resolved episode
        ("written_by_decision", "TEXT"),
        ("written_level", "INTEGER NOT NULL DEFAULT 0"),
        ("written_global", "INTEGER NOT NULL DEFAULT 0"),
        ("written_us", "INTEGER"),
        ("unwritten_us", "INTEGER"),
        ("text_mark", "INTEGER NOT NULL"),  # hash of the indexed text, 0 for none
    ),
    "retirement": (
        ("whole", "INTEGER NOT NULL"),
        ("promoted", "INTEGER NOT NULL"),
        ("at_us", "INTEGER NOT NULL"),
        ("undone_us", "INTEGER"),
        ("closes_us", "INTEGER"),
        ("requires_level", "INTEGER NOT NULL"),
        ("requires_global", "INTEGER NOT NULL"),
    ),
    "conflict": (("requires_level", "INTEGER NOT NULL"), ("requires_global", "INTEGER NOT NULL")),
}
# Columns that came with a later version; they stand behind the body, where an upgrade puts them.
LATER_COLUMNS: dict[str, str] = {"mention": "rec INTEGER"}  # number of the record: names are counted by it
# Large tables: an index that also holds the id dirties one more random page at each insert, so only where pages of
# rows are read in order of id; the namespace of a record is found through its scope.
LARGE = {"record", "claim", "mention"}
PAGED = {("record", "status")}
_NO_INDEX = {("record", "namespace"), ("mention", "key")}
_SPARSE = {"session_id", "agent_id", "user_id", "external_id", "document_id", "expires_at", "observed_at", "claim_id"}

# Holds all that counting the records of a name needs.
MENTION_KEY = "CREATE INDEX mention_key ON mention(tenant, key, rec)"
_FIXED = (
    "CREATE TABLE property(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "CREATE TABLE tenant(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE scope(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER, name TEXT, UNIQUE(tenant, name))",
    # The bodies lie apart, so that what legs filter on stays small enough to be read whole.
    "CREATE TABLE body(rid INTEGER PRIMARY KEY, record TEXT NOT NULL, state TEXT NOT NULL, indexed TEXT)",
    "CREATE TABLE fingerprint(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, dimension INTEGER)",
    "CREATE TABLE vector(rid INTEGER PRIMARY KEY, scope INTEGER NOT NULL, fingerprint INTEGER NOT NULL, body BLOB)",
    "CREATE INDEX vector_scope ON vector(scope, fingerprint)",
    # Which record numbers left which scope at which change; no content.
    "CREATE TABLE departed(seq INTEGER NOT NULL, scope INTEGER NOT NULL, rid INTEGER NOT NULL)",
    "CREATE INDEX departed_scope ON departed(scope, seq)",
    MENTION_KEY,
    "CREATE INDEX record_scope_id ON record(scope, id)",
    "CREATE INDEX record_scope_seq ON record(scope, seq)",
    "CREATE INDEX record_written ON record(written_by_decision) WHERE written_by_decision IS NOT NULL",
    *TABLES,
)


def digest() -> str:
    """What tells the present tables from others."""
    return hashlib.sha256("\n".join(statements()).encode()).hexdigest()


def column_names(kind: type[Row]) -> list[str]:
    """Columns of a kind's table beside its number, tenant, id and body."""
    return [*kind.INDEXED, *(name for name, _ in EXTRA_COLUMNS.get(kind.NAME, ()))]


def _table(kind: type[Row]) -> str:
    columns = [f'"{name}"' for name in kind.INDEXED]
    columns += [f'"{name}" {form}' for name, form in EXTRA_COLUMNS.get(kind.NAME, ())]
    body = [] if kind is RecordRow else ["body TEXT NOT NULL", *filter(None, [LATER_COLUMNS.get(kind.NAME)])]
    parts = ["rid INTEGER PRIMARY KEY AUTOINCREMENT", "tenant INTEGER NOT NULL", "id TEXT NOT NULL", *columns, *body]
    return f'CREATE TABLE "{kind.NAME}"({", ".join(parts)}, UNIQUE(tenant, id))'


def _indexes(kind: type[Row]) -> list[str]:
    found = []
    for field in kind.INDEXED:
        if (kind.NAME, field) in _NO_INDEX:
            continue
        paged = kind.NAME not in LARGE or (kind.NAME, field) in PAGED
        where = f' WHERE "{field}" IS NOT NULL' if field in _SPARSE else ""
        columns = f'tenant, "{field}"{", id" if paged else ""}'
        found.append(f'CREATE INDEX "{kind.NAME}_{field}" ON "{kind.NAME}"({columns}){where}')
    return found


def statements() -> list[str]:
    """Every statement that makes an empty store of the present version, in order."""
    tables = [_table(kind) for kind in ROW_KINDS]
    indexes = [statement for kind in ROW_KINDS for statement in _indexes(kind)]
    return [*tables, *indexes, *_FIXED]

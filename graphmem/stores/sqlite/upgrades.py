"""Stepwise upgrades: step n turns a store of version n - 1 into one of version n, inside one transaction.

A change to the tables or the tokens raises SCHEMA_VERSION, and has its step here and an upgrade note in changes/.
"""

import json
from collections.abc import Callable

from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.schema import LATER_COLUMNS, MENTION_KEY, SCHEMA_VERSION, statements
from graphmem.stores.sqlite.text_index import TOKENS


def part_indexed_text(session: Session) -> None:
    """2: the indexed text leaves the state for a column of its own; the store says which version of tokens it holds."""
    session.run("INSERT OR REPLACE INTO property VALUES (?, 1)", (TOKENS,))
    session.run("ALTER TABLE body ADD COLUMN indexed TEXT")
    last = -1
    while rows := session.rows("SELECT rid, state FROM body WHERE rid > ? ORDER BY rid LIMIT 1000", (last,)):
        states = [(rid, json.loads(body)) for rid, body in rows]
        # Version 1 left it out where it was the record's own text.
        parted = [
            (fields.pop("index_text", None), json.dumps(fields, ensure_ascii=False), rid) for rid, fields in states
        ]
        session.many("UPDATE body SET indexed = ?, state = ? WHERE rid = ?", parted)
        last = rows[-1][0]


def number_mentions(session: Session) -> None:
    """3: mentions know the number of their record, and the index on names holds it."""
    session.run(f"ALTER TABLE mention ADD COLUMN {LATER_COLUMNS['mention']}")
    session.run("DROP INDEX mention_key")
    session.run(
        "UPDATE mention SET rec = (SELECT r.rid FROM record r WHERE r.tenant = mention.tenant AND r.id = record_id)"
    )
    session.run(MENTION_KEY)


STEPS: dict[int, Callable[[Session], None]] = {2: part_indexed_text, 3: number_mentions}


def add_missing(session: Session) -> None:
    """For steps that only add: make the tables and indexes that the present version has and the file lacks."""
    present = {name for (name,) in session.rows("SELECT name FROM sqlite_schema")}
    for statement in statements():
        name = statement.split("(")[0].replace("VIRTUAL ", "").split()[2].strip('"')
        if name not in present:
            session.run(statement)


def upgrade(session: Session) -> None:
    """Bring the store to the present version; does nothing when it is."""
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

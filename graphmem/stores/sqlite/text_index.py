"""The text index: its tables, and how records get into it."""

from collections.abc import Iterable

from graphmem.stores.sqlite.codec import read_record
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.tokens import SIGNS, TOKENS_VERSION, index_tokens

# Tokens come ready made (tokens.py); content is kept, since SQLite before 3.43 can only delete what it can read.
TABLES = (
    f"CREATE VIRTUAL TABLE search USING fts5(text, scope, tokenize = \"ascii tokenchars '{SIGNS}~'\")",
    "CREATE VIRTUAL TABLE search_terms USING fts5vocab(search, col)",
)
TOKENS = "tokens"  # the property that says which version of the tokens the index holds


def scope_token(scope: int) -> str:
    """Token of a namespace; no text has one that begins so."""
    return f"~{scope}"


def index_texts(session: Session, rows: Iterable[tuple[int, int, str]]) -> None:
    """Enter texts: number of the record, number of its scope, text."""
    session.many(
        "INSERT INTO search(rowid, text, scope) VALUES (?, ?, ?)",
        [(rid, " ".join(index_tokens(text)), scope_token(scope)) for rid, scope, text in rows],
    )


def rebuild(session: Session) -> int:
    """Make the index anew from the records' index texts, inside the caller's transaction; how many there are."""
    for table in ("search_terms", "search"):
        session.run(f"DROP TABLE IF EXISTS {table}")
    for statement in TABLES:
        session.run(statement)
    count, last = 0, -1
    while rows := session.rows(
        "SELECT r.rid, r.scope, b.record, b.state, b.indexed FROM record r JOIN body b ON b.rid = r.rid"
        " WHERE r.text_mark <> 0 AND r.rid > ? ORDER BY r.rid LIMIT 1000",
        (last,),
    ):
        index_texts(session, ((rid, scope, read_record(*bodies)[1].index_text) for rid, scope, *bodies in rows))
        count, last = count + len(rows), rows[-1][0]
    session.run("INSERT OR REPLACE INTO property VALUES (?, ?)", (TOKENS, TOKENS_VERSION))
    # What processes remember of words and of the lengths of texts holds until a record changes: they all did.
    session.run("UPDATE property SET value = value + 1 WHERE name = 'changes'")
    session.run("UPDATE record SET seq = (SELECT value FROM property WHERE name = 'changes') WHERE text_mark <> 0")
    return count

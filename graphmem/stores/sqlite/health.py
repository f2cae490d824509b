"""What doctor asks: is the file sound, do indexes and records agree, whose vectors are these."""

from pathlib import Path

from graphmem.model.rows import ROW_KINDS
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.schema import SCHEMA_VERSION
from graphmem.stores.sqlite.text_index import TOKENS
from graphmem.stores.sqlite.tokens import TOKENS_VERSION

# What must be nought, and what to do when it is not.
_WITHOUT_RECORD = "NOT EXISTS (SELECT 1 FROM record r WHERE r.tenant = x.tenant AND r.id = x.{})"
_DISAGREEMENTS = (
    (
        "records without a text-index entry: run graphmem reindex",
        "FROM record x WHERE x.text_mark <> 0 AND NOT EXISTS (SELECT 1 FROM search_docsize s WHERE s.id = x.rid)",
    ),
    (
        "text-index entries without a record: run graphmem reindex",
        "FROM search_docsize x WHERE NOT EXISTS (SELECT 1 FROM record r WHERE r.rid = x.id AND r.text_mark <> 0)",
    ),
    (
        "records without a body: restore a snapshot",
        "FROM record x WHERE NOT EXISTS (SELECT 1 FROM body b WHERE b.rid = x.rid)",
    ),
    (
        "vectors without a record: run graphmem reindex",
        "FROM vector x WHERE NOT EXISTS (SELECT 1 FROM record r WHERE r.rid = x.rid)",
    ),
    ("claims without a record: restore a snapshot", f"FROM claim x WHERE {_WITHOUT_RECORD.format('record_id')}"),
    ("mentions without a record: restore a snapshot", f"FROM mention x WHERE {_WITHOUT_RECORD.format('record_id')}"),
    (
        "conflicts without one of their records: restore a snapshot",
        f"FROM conflict x WHERE {_WITHOUT_RECORD.format('record_a')} OR {_WITHOUT_RECORD.format('record_b')}",
    ),
)


def problems(session: Session, fingerprint: str) -> list[str]:
    """Problems of the file, each one line with its remedy."""
    # Since SQLite 3.44 the check looks into the text index too, by what this connection last knew of its segments:
    # unless it reads them first, what other connections wrote since looks like damage.
    session.rows("SELECT rowid FROM search WHERE search MATCH 'text : a' LIMIT 1")
    found = [
        f"damaged: {' '.join(text.split())}: restore a snapshot"
        for (text,) in session.rows("PRAGMA integrity_check(5)")
        if text != "ok"
    ]
    counted = ((int(session.value(f"SELECT count(*) {rows}")), what) for what, rows in _DISAGREEMENTS)
    found += [f"{count} {what}" for count, what in counted if count]
    tokens = session.value("SELECT value FROM property WHERE name = ?", (TOKENS,))
    if tokens != TOKENS_VERSION:
        found.append(f"the text index holds tokens of version {tokens}, not {TOKENS_VERSION}: run graphmem reindex")
    foreign = foreign_vectors(session, fingerprint)
    if foreign:
        counts = ", ".join(f"{count} by {name}" for name, count in foreign.items())
        found.append(f"vectors of another encoder ({counts}; in use: {fingerprint or 'none'}): run graphmem reindex")
    return found


def foreign_vectors(session: Session, fingerprint: str) -> dict[str, int]:
    """Numbers of vectors by the encoders that made them, but for the one in use."""
    rows = session.rows(
        "SELECT f.name, count(*) FROM vector v JOIN fingerprint f ON f.id = v.fingerprint"
        " WHERE f.name <> ? GROUP BY f.name",
        (fingerprint,),
    )
    return {str(name): int(count) for name, count in rows}


def are_vectors_foreign(session: Session, fingerprint: str) -> bool:
    """Whether another encoder than the one in use made some vectors; asked with every question, so none are counted."""
    return bool(session.value(
        "SELECT EXISTS (SELECT 1 FROM fingerprint f CROSS JOIN scope s WHERE f.name <> ? AND EXISTS"
        " (SELECT 1 FROM vector v WHERE v.scope = s.id AND v.fingerprint = f.id))",
        (fingerprint,),
    ))  # fmt: skip


def facts(session: Session, path: Path, fingerprint: str, dimension: int) -> dict[str, object]:
    """Version, encoder, counts and sizes."""
    log = path.with_name(path.name + "-wal")
    counts = {kind.NAME: int(session.value(f'SELECT count(*) FROM "{kind.NAME}"')) for kind in ROW_KINDS}
    return {
        "kind": "sqlite",
        "path": str(path),
        "sqlite_version": session.value("SELECT sqlite_version()"),
        "encrypted": session.is_encrypted,
        "schema_version": int(session.value("PRAGMA user_version")),
        "schema_version_known": SCHEMA_VERSION,
        "tokens_version": TOKENS_VERSION,
        "encoder": fingerprint,
        "dimension": dimension,
        "vectors": int(session.value("SELECT count(*) FROM vector")),
        "vectors_of_other_encoders": foreign_vectors(session, fingerprint),
        "text_index_rows": int(session.value("SELECT count(*) FROM search_docsize")),
        "rows": counts,
        "file_bytes": path.stat().st_size,
        "log_bytes": log.stat().st_size if log.exists() else 0,
    }

"""Writing records: body, filter columns, text index and vectors move together."""

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.errors import UsageError
from graphmem.model.decision import Decision
from graphmem.model.record import Record
from graphmem.model.rows import DecisionRow, RecordRow
from graphmem.stores.sqlite.codec import columns_of, micros, read_body, write_record
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.schema import column_names
from graphmem.stores.sqlite.text_index import index_texts

CHUNK = 5000  # host parameters of one statement

_COLUMNS = column_names(RecordRow)
_WRITTEN = ("written_level", "written_global", "written_us", "unwritten_us")
_INSERT = (
    f"INSERT INTO record(rid, tenant, id, {', '.join(_COLUMNS)})"
    f" VALUES (:rid, :tenant, :id, {', '.join(':' + name for name in _COLUMNS)})"
)
_UPDATE = f"UPDATE record SET {', '.join(f'{name} = :{name}' for name in _COLUMNS)} WHERE rid = :rid"


def chunks(values: Sequence[str], size: int = CHUNK) -> list[Sequence[str]]:
    """The values in portions that fit one statement."""
    return [values[start : start + size] for start in range(0, len(values), size)]


def marks(count: int) -> str:
    """Placeholders for so many values."""
    return ", ".join("?" * count)


def ids_of(session: Session, rids: Sequence[int]) -> dict[int, str]:
    """Ids of records by their numbers."""
    found: dict[int, str] = {}
    for start in range(0, len(rids), CHUNK):
        part = rids[start : start + CHUNK]
        rows = session.rows(f"SELECT rid, id FROM record WHERE rid IN ({marks(len(part))})", list(part))
        found |= {int(rid): str(id_) for rid, id_ in rows}
    return found


class RecordWriter:
    """Writes records of one tenant inside one transaction."""

    def __init__(self, session: Session, tenant: int) -> None:
        self._session = session
        self._tenant = tenant
        self._scopes: dict[str, int] = {}
        self._seq: int | None = None

    def put(self, rows: Sequence[RecordRow]) -> int:
        """Insert new records, and give those known their new state; the number that were new."""
        first: dict[str, RecordRow] = {}
        latest: dict[str, RecordRow] = {}
        for row in rows:
            first.setdefault(row.id, row)
            latest[row.id] = row
        stored = self._stored(list(first))
        new = [RecordRow.of(first[id_].record, latest[id_].state) for id_ in first if id_ not in stored]
        self._insert(new)
        for id_, (rid, text_mark, body) in stored.items():
            self._restate(rid, text_mark, RecordRow.of(Record.model_validate_json(body), latest[id_].state))
        return len(new)

    def delete(self, ids: Sequence[str]) -> int:
        """Remove records with their bodies, index entries and vectors; the number that existed."""
        found: list[tuple[int, int]] = []
        for part in chunks(ids):
            found += self._session.rows(
                f"SELECT rid, scope FROM record WHERE tenant = ? AND id IN ({marks(len(part))})", (self._tenant, *part)
            )
            marked = marks(len(part))
            self._session.run(
                f"UPDATE mention SET rec = NULL WHERE tenant = ? AND record_id IN ({marked})", (self._tenant, *part)
            )
        numbers = [(rid,) for rid, _ in found]
        for table, key in (("search", "rowid"), ("vector", "rid"), ("body", "rid"), ("record", "rid")):
            self._session.many(f"DELETE FROM {table} WHERE {key} = ?", numbers)
        if found:
            seq = self.change()
            self._session.many("INSERT INTO departed VALUES (?, ?, ?)", [(seq, scope, rid) for rid, scope in found])
        return len(found)

    def set_vectors(self, vectors: Mapping[str, bytes], fingerprint: str) -> None:
        """Store float16 bytes by record id; empty bytes remove; ids without a record are passed over."""
        if not vectors:
            return
        number = self._fingerprint(fingerprint, vectors)
        seq = self.change()
        for part in chunks(list(vectors)):
            known = self._session.rows(
                f"SELECT rid, scope, id FROM record WHERE tenant = ? AND id IN ({marks(len(part))})",
                (self._tenant, *part),
            )
            kept = [(rid, scope, number, vectors[id_]) for rid, scope, id_ in known if vectors[id_]]
            self._session.many("INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)", kept)
            self._session.many("DELETE FROM vector WHERE rid = ?", [(row[0],) for row in known if not vectors[row[2]]])
            self._session.many("UPDATE record SET seq = ? WHERE rid = ?", [(seq, row[0]) for row in known])

    def follow_decisions(self, rows: Sequence[DecisionRow]) -> None:
        """Let the records that these decisions wrote be seen where, and only while, the decisions are."""
        for row in rows:
            if row.decision.wrote_canonical:
                self._session.run(
                    f"UPDATE record SET seq = ?, {', '.join(f'{name} = ?' for name in _WRITTEN)}"
                    " WHERE written_by_decision = ? AND tenant = ?",
                    (self.change(), *_written(row.decision).values(), row.id, self._tenant),
                )

    def _stored(self, ids: Sequence[str]) -> dict[str, tuple[int, int, str]]:
        found: dict[str, tuple[int, int, str]] = {}
        for part in chunks(ids):
            for id_, *rest in self._session.rows(
                "SELECT r.id, r.rid, r.text_mark, b.record FROM record r JOIN body b ON b.rid = r.rid"
                f" WHERE r.tenant = ? AND r.id IN ({marks(len(part))})",
                (self._tenant, *part),
            ):
                found[id_] = (rest[0], rest[1], rest[2])
        return found

    def _insert(self, rows: Sequence[RecordRow]) -> None:
        if not rows:
            return
        last = self._session.value("SELECT seq FROM sqlite_sequence WHERE name = 'record'") or 0
        numbered = list(enumerate(rows, start=last + 1))
        self._session.many(_INSERT, [self._values(rid, row) for rid, row in numbered])
        self._session.many(
            "INSERT INTO body(rid, record, state, indexed) VALUES (?, ?, ?, ?)",
            [(rid, *write_record(row.record, row.state)) for rid, row in numbered],
        )
        self._index([(rid, row) for rid, row in numbered if row.state.index_text])
        # Mentions that were written before their record.
        self._session.many(
            "UPDATE mention SET rec = ? WHERE tenant = ? AND record_id = ?",
            [(rid, self._tenant, row.id) for rid, row in numbered],
        )

    def _restate(self, rid: int, text_mark: int, row: RecordRow) -> None:
        values = self._values(rid, row)
        self._session.run(_UPDATE, values)
        _, state, indexed = write_record(row.record, row.state)
        self._session.run("UPDATE body SET state = ?, indexed = ? WHERE rid = ?", (state, indexed, rid))
        if values["text_mark"] == text_mark:
            return
        if text_mark:
            self._session.run("DELETE FROM search WHERE rowid = ?", (rid,))
        if row.state.index_text:
            self._index([(rid, row)])
        else:
            self._session.run("DELETE FROM vector WHERE rid = ?", (rid,))

    def _index(self, rows: Sequence[tuple[int, RecordRow]]) -> None:
        texts = ((rid, self.scope(row.record.namespace), row.state.index_text) for rid, row in rows)
        index_texts(self._session, texts)

    def _values(self, rid: int, row: RecordRow) -> dict[str, Any]:
        values = columns_of(row) | {
            "rid": rid,
            "id": row.id,
            "tenant": self._tenant,
            "scope": self.scope(row.record.namespace),
            "seq": self.change(),
        }
        return values | self._written_values(values["written_by_decision"], row)

    def _written_values(self, decision_id: str | None, row: RecordRow) -> dict[str, Any]:
        """Who may see what a decision wrote; until the decision itself is stored, the state says it."""
        if decision_id is None:
            return dict(zip(_WRITTEN, (0, 0, None, None), strict=True))
        body = self._session.value("SELECT body FROM decision WHERE tenant = ? AND id = ?", (self._tenant, decision_id))
        if body is not None:
            return _written(read_body(DecisionRow, body).decision)
        level, needs_global = row.state.requires_level, int(row.state.requires_global)
        return dict(zip(_WRITTEN, (level, needs_global, None, None), strict=True))

    def scope(self, namespace: str) -> int:
        """Number of a namespace of the tenant, made when it is new."""
        if namespace not in self._scopes:
            pair = (self._tenant, namespace)
            self._session.run("INSERT OR IGNORE INTO scope(tenant, name) VALUES (?, ?)", pair)
            self._scopes[namespace] = self._session.value("SELECT id FROM scope WHERE tenant = ? AND name = ?", pair)
        return self._scopes[namespace]

    def change(self) -> int:
        """Number of this transaction's change, taken when something first changes that views keep in memory."""
        if self._seq is None:
            self._session.run("UPDATE property SET value = value + 1 WHERE name = 'changes'")
            self._seq = int(self._session.value("SELECT value FROM property WHERE name = 'changes'"))
        return self._seq

    def _fingerprint(self, fingerprint: str, vectors: Mapping[str, bytes]) -> int:
        widths = {len(body) // 2 for body in vectors.values() if body}
        known = self._session.one("SELECT id, dimension FROM fingerprint WHERE name = ?", (fingerprint,))
        if len(widths | ({known[1]} if known and widths else set())) > 1:
            raise UsageError(f"vectors of encoder {fingerprint!r} differ in length: {sorted(widths)}")
        if known:
            return int(known[0])
        cursor = self._session.run(
            "INSERT INTO fingerprint(name, dimension) VALUES (?, ?)", (fingerprint, *(widths or {0}))
        )
        return int(cursor.lastrowid or 0)


def _written(decision: Decision) -> dict[str, Any]:
    values = (
        decision.requires_level,
        int(decision.requires_global),
        micros(decision.decided_at),
        micros(decision.undone_at),
    )
    return dict(zip(_WRITTEN, values, strict=True))

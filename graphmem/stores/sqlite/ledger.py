"""The rows of one tenant inside one transaction."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from graphmem.errors import StoreError, UsageError
from graphmem.model.record import RecordFacts
from graphmem.model.rows import DecisionRow, MentionRow, RecordRow, Row, stored_form
from graphmem.store_protocol import Where
from graphmem.stores.sqlite.codec import columns_of, read_body, read_facts, read_record, write_body
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.records import CHUNK, RecordWriter, chunks, marks
from graphmem.stores.sqlite.schema import LARGE, PAGED, column_names

R = TypeVar("R", bound=Row)
_COARSE = frozenset({"namespace", "status", "type", "outcome", "resolution_type", "sensitivity", "content_type"})


class SqliteLedger:
    """Rows of one tenant; `writable` ledgers belong to a transaction that holds the write lock."""

    def __init__(self, session: Session, tenant: str, *, writable: bool) -> None:
        self._session = session
        self._name = tenant
        self._writable = writable
        self._tenant = self._find_tenant()
        self._writer = RecordWriter(session, self._tenant) if writable else None

    @property
    def tenant(self) -> str:
        """The tenant that all rows belong to."""
        return self._name

    def get(self, kind: type[R], ids: Sequence[str]) -> dict[str, R]:
        """Rows of those ids that exist, by id."""
        found: dict[str, R] = {}
        for part in chunks(list(dict.fromkeys(ids))):
            condition = f"t.tenant = ? AND t.id IN ({marks(len(part))})"
            rows = self._session.rows(f"{select(kind)} WHERE {condition}", (self._tenant, *part))
            found |= {row.id: row for row in (decoded(kind, values) for values in rows)}
        return found

    def find(self, kind: type[R], where: Where | None = None, *, after: str = "", limit: int | None = None) -> list[R]:
        """Rows that match, in order of id."""
        found: list[R] = []
        # Ids in order tempt SQLite to read the whole table by them; "+" keeps an id from choosing the index.
        by_id = "t.id" if _is_paged(kind, where) else "+t.id"
        for condition, values in conditions(kind, where):
            query = f"{select(kind)} WHERE t.tenant = ? AND {condition}"
            given: list[Any] = [self._tenant, *values]
            if after:
                query, given = f"{query} AND {by_id} > ?", [*given, after]
            if limit is not None:
                query, given = f"{query} ORDER BY {by_id} LIMIT ?", [*given, limit]
            found += [decoded(kind, row) for row in self._session.rows(query, given)]
        return sorted(found, key=lambda row: row.id)[:limit]

    def distinct(self, kind: type[Row], field: str, where: Where | None = None) -> list[str]:
        """Values of an indexed field among the rows that match, each once, in order."""
        column = f"{'+' if where else ''}{field_column(kind, field)}"
        found: set[str] = set()
        for condition, values in conditions(kind, where):
            rows = self._session.rows(
                f'SELECT DISTINCT {column} FROM "{kind.NAME}" t WHERE t.tenant = ? AND {condition}',
                (self._tenant, *values),
            )
            found |= {value for (value,) in rows if value is not None}
        return sorted(found)

    def facts(self, ids: Sequence[str]) -> dict[str, RecordFacts]:
        """What detection must know of those records that exist, by id."""
        found: dict[str, RecordFacts] = {}
        for part in chunks(list(dict.fromkeys(ids))):
            rows = self._session.rows(
                "SELECT t.id, b.record, b.state FROM record t JOIN body b ON b.rid = t.rid"
                f" WHERE t.tenant = ? AND t.id IN ({marks(len(part))})",
                (self._tenant, *part),
            )
            found |= {id_: read_facts(record, state) for id_, record, state in rows}
        return found

    def count(self, kind: type[Row], where: Where | None = None) -> int:
        """Number of rows that match."""
        return sum(
            int(self._session.value(
                f'SELECT count(*) FROM "{kind.NAME}" t WHERE t.tenant = ? AND {condition}', (self._tenant, *values)
            ))
            for condition, values in conditions(kind, where)
        )  # fmt: skip

    def put(self, rows: Sequence[Row]) -> int:
        """Insert or replace rows by id; the number that were new."""
        writer = self._require_writer()
        by_kind: dict[type[Row], list[Row]] = {}
        for row in rows:
            by_kind.setdefault(type(row), []).append(row)
        new = 0
        for kind, group in by_kind.items():
            if kind is RecordRow:
                new += writer.put(cast("list[RecordRow]", group))
                continue
            new += self._put(kind, group)
            if kind is DecisionRow:
                writer.follow_decisions(cast("list[DecisionRow]", group))
        return new

    def delete(self, kind: type[Row], ids: Sequence[str]) -> int:
        """Remove rows with all that indexes hold of them; the number that existed."""
        writer = self._require_writer()
        unique = list(dict.fromkeys(ids))
        if kind is RecordRow:
            return writer.delete(unique)
        if kind is MentionRow:
            writer.change()
        return sum(
            self._session.run(
                f'DELETE FROM "{kind.NAME}" WHERE tenant = ? AND id IN ({marks(len(part))})', (self._tenant, *part)
            ).rowcount
            for part in chunks(unique)
        )

    def set_vectors(self, vectors: Mapping[str, bytes], fingerprint: str) -> None:
        """Store the float16 bytes of records' vectors; empty bytes remove."""
        self._require_writer().set_vectors(vectors, fingerprint)

    def get_vectors(self, ids: Sequence[str]) -> dict[str, bytes]:
        """Stored float16 bytes of those records that have a vector."""
        found: dict[str, bytes] = {}
        for part in chunks(list(dict.fromkeys(ids))):
            found |= dict(
                cast("list[tuple[str, bytes]]", self._session.rows(
                    "SELECT r.id, v.body FROM record r JOIN vector v ON v.rid = r.rid"
                    f" WHERE r.tenant = ? AND r.id IN ({marks(len(part))})",
                    (self._tenant, *part),
                ))
            )  # fmt: skip
        return found

    def _put(self, kind: type[Row], rows: Sequence[Row]) -> int:
        latest = {row.id: row for row in rows}
        known = 0
        for part in chunks(list(latest)):
            known += int(self._session.value(
                f'SELECT count(*) FROM "{kind.NAME}" WHERE tenant = ? AND id IN ({marks(len(part))})',
                (self._tenant, *part),
            ))  # fmt: skip
        names = [*column_names(kind), "body"]
        quoted = [f'"{name}"' for name in names]
        values = marks(len(names) + 2)
        if kind is MentionRow:
            self._require_writer().change()
            quoted.append("rec")
            values += f", (SELECT rid FROM record WHERE tenant = ?1 AND id = ?{names.index('record_id') + 3})"
        self._session.many(
            f'INSERT INTO "{kind.NAME}"(tenant, id, {", ".join(quoted)}) VALUES ({values})'
            f" ON CONFLICT(tenant, id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in quoted)}",
            [_parameters(self._tenant, row, names) for row in latest.values()],
        )
        return len(latest) - known

    def _require_writer(self) -> RecordWriter:
        if self._writer is None:
            raise StoreError("this transaction only reads: write through Store.write")
        return self._writer

    def _find_tenant(self) -> int:
        if self._writable:
            self._session.run("INSERT OR IGNORE INTO tenant(name) VALUES (?)", (self._name,))
        found = self._session.value("SELECT id FROM tenant WHERE name = ?", (self._name,))
        return -1 if found is None else int(found)  # no row has that number: an unknown tenant is empty


def _parameters(tenant: int, row: Row, names: Sequence[str]) -> list[Any]:
    values = columns_of(row) | {"body": write_body(row)}
    return [tenant, row.id, *(values[name] for name in names)]


def select(kind: type[Row], *leading: str) -> str:
    """Query for what `decoded` needs, after the leading columns."""
    if kind is RecordRow:
        columns = ", ".join((*leading, "b.record", "b.state", "b.indexed"))
        return f"SELECT {columns} FROM record t JOIN body b ON b.rid = t.rid"
    return f'SELECT {", ".join((*leading, "t.body"))} FROM "{kind.NAME}" t'


def decoded(kind: type[R], values: Sequence[Any]) -> R:
    """Row of the columns that `select` names."""
    if kind is RecordRow:
        return cast("R", RecordRow.of(*read_record(*values)))
    return read_body(kind, values[0])


def conditions(kind: type[Row], where: Where | None) -> list[tuple[str, list[Any]]]:
    """SQL conditions with their values; several, without overlap, when there are too many values for one statement.

    Raises UsageError for a field that is not indexed.
    """
    found: list[tuple[str, list[Any]]] = [("1", [])]
    # Without statistics SQLite takes any index for as good as another; these narrow little beside one that names a few.
    has_fine = any(field not in _COARSE for field in where or {})
    for field, wanted in (where or {}).items():
        field_column(kind, field)
        listed = wanted if isinstance(wanted, Sequence) and not isinstance(wanted, str) else (wanted,)
        values = list(dict.fromkeys(stored_form(value) for value in listed))
        parts = [values[start : start + CHUNK] for start in range(0, len(values), CHUNK)] or [[]]
        found = [
            (f"{condition} AND {clause}", [*known, *added])
            for condition, known in found
            for clause, added in (_clause(kind, field, part, is_coarse=has_fine and field in _COARSE) for part in parts)
        ]
    return found


def field_column(kind: type[Row], field: str) -> str:
    """Column of an indexed field. Raises UsageError for one that is not indexed."""
    if field not in kind.INDEXED and field != "id":
        raise UsageError(f"{kind.NAME} rows are not indexed by {field!r}; allowed: {', '.join(kind.INDEXED)}")
    return f't."{field}"'


def _is_paged(kind: type[Row], where: Where | None) -> bool:
    """Whether rows that match lie in order of id in some index: all rows do, and those of one value of a field."""
    return not where or any(
        (isinstance(value, str) or not isinstance(value, Sequence))
        and ((kind.NAME, field) in PAGED or kind.NAME not in LARGE)
        for field, value in where.items()
    )


def _clause(kind: type[Row], field: str, values: list[Any], *, is_coarse: bool) -> tuple[str, list[Any]]:
    present = [value for value in values if value is not None]
    plus = "+" if is_coarse else ""
    if kind is RecordRow and field == "namespace":  # indexed by the number of its scope
        return f"{plus}t.scope IN (SELECT id FROM scope WHERE name IN ({marks(len(present))}))", present
    clauses = [f'{plus}t."{field}" IN ({marks(len(present))})'] if present else []
    clauses += [f'{plus}t."{field}" IS NULL'] if None in values else []
    return f"({' OR '.join(clauses) or '0'})", present

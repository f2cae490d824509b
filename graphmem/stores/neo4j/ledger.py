"""The rows of one tenant as of one change, or inside the transaction that makes the next one."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import neo4j

from graphmem.errors import StoreError, UsageError
from graphmem.model.record import RecordFacts
from graphmem.model.rows import DecisionRow, RecordRow, Row, stored_form
from graphmem.store_protocol import Where
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.batches import KEYS, portions
from graphmem.stores.neo4j.codec import columns, decoded, properties_of, same_version
from graphmem.stores.neo4j.graph import Graph
from graphmem.stores.neo4j.labels import label
from graphmem.stores.neo4j.records import RecordWriter
from graphmem.stores.sqlite.codec import read_facts

R = TypeVar("R", bound=Row)
Ask = Callable[[str, Mapping[str, Any]], list[neo4j.Record]]


class Neo4jLedger:
    """Rows of one tenant; without a transaction it only reads."""

    def __init__(
        self,
        ask: Ask,
        tenant: str,
        seq: int,
        tx: neo4j.ManagedTransaction | None = None,
        *,
        sends_values: bool = False,
    ) -> None:
        self._ask = ask
        self._tenant = tenant
        self._seq = seq
        self._tx = tx
        self._common = {"tenant": tenant, "seq": seq, "open": cypher.OPEN, "now": int(1000 * time.time())}
        self._graph = Graph(tenant)
        self._records = RecordWriter(tx, self._common, self._graph, sends_values=sends_values) if tx else None
        self._changed = False

    @property
    def tenant(self) -> str:
        """The tenant that all rows belong to."""
        return self._tenant

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return self._changed or (self._records is not None and self._records.changed)

    def finish(self) -> None:
        """Bring statistics and the graph that people read in step with what was written."""
        if self._tx is not None and self._records is not None and self.changed:
            self._records.finish()
            self._graph.write(self._tx)

    def get(self, kind: type[R], ids: Sequence[str]) -> dict[str, R]:
        """Rows of those ids that exist, by id."""
        found: dict[str, R] = {}
        query = cypher.fill(cypher.GET, label=label(kind), columns=columns(kind))
        for part in portions(list(dict.fromkeys(ids)), KEYS):
            rows = self._ask(query, self._common | {"ids": part})
            found |= {row.id: row for row in (decoded(kind, values) for values in rows)}
        return found

    def find(self, kind: type[R], where: Where | None = None, *, after: str = "", limit: int | None = None) -> list[R]:
        """Rows that match, in order of id."""
        condition, values = conditions(kind, where)
        query = cypher.fill(cypher.FIND, label=label(kind), where=condition, columns=columns(kind))
        bounds = {"after": after, "limit": cypher.OPEN if limit is None else limit}
        found = [decoded(kind, row) for row in self._ask(query, self._common | values | bounds)]
        return sorted(found, key=lambda row: row.id)

    def distinct(self, kind: type[Row], field: str, where: Where | None = None) -> list[str]:
        """Values of an indexed field among the rows that match, each once, in order."""
        require_indexed(kind, field)
        condition, values = conditions(kind, where)
        query = cypher.fill(cypher.DISTINCT, label=label(kind), where=condition, field=field)
        return sorted(row["value"] for row in self._ask(query, self._common | values))

    def facts(self, ids: Sequence[str]) -> dict[str, RecordFacts]:
        """What detection must know of those records that exist, by id."""
        found: dict[str, RecordFacts] = {}
        for part in portions(list(dict.fromkeys(ids)), KEYS):
            rows = self._ask(_FACTS, self._common | {"ids": part})
            found |= {row["id"]: read_facts(row["record"], row["state"]) for row in rows}
        return found

    def count(self, kind: type[Row], where: Where | None = None) -> int:
        """Number of rows that match."""
        condition, values = conditions(kind, where)
        query = cypher.fill(cypher.COUNT, label=label(kind), where=condition)
        return int(self._ask(query, self._common | values)[0]["number"])

    def put(self, rows: Sequence[Row]) -> int:
        """Insert or replace rows by id; the number that were new."""
        records = self._require_writer()
        by_kind: dict[type[Row], list[Row]] = {}
        for row in rows:
            by_kind.setdefault(type(row), []).append(row)
        new = 0
        for kind, group in by_kind.items():
            if kind is RecordRow:
                new += records.put(cast("list[RecordRow]", group))
                continue
            new += self._put(kind, {row.id: row for row in group})
            if kind is DecisionRow:
                records.follow_decisions(cast("list[DecisionRow]", group))
        return new

    def delete(self, kind: type[Row], ids: Sequence[str]) -> int:
        """Remove rows with all that indexes hold of them; the number that existed."""
        records = self._require_writer()
        unique = list(dict.fromkeys(ids))
        if kind is RecordRow:
            return records.delete(unique)
        gone: list[Mapping[str, Any]] = []
        for part in portions(unique, KEYS):
            heads = self._ask(_heads(kind), self._common | {"ids": part})
            own = [row["id"] for row in heads if row["since"] == self._seq]
            older = [row["id"] for row in heads if row["since"] != self._seq]
            self._write(cypher.fill(cypher.REMOVE_OWN, label=label(kind)), "ids", own)
            self._write(cypher.fill(cypher.END, label=label(kind)), "ids", older)
            gone += [row["x"] for row in heads]
        self._graph.forget(kind, gone)
        return len(gone)

    def set_vectors(self, vectors: Mapping[str, bytes], fingerprint: str) -> None:
        """Store the float16 bytes of records' vectors; empty bytes remove."""
        self._require_writer().set_vectors(vectors, fingerprint)

    def get_vectors(self, ids: Sequence[str]) -> dict[str, bytes]:
        """Stored float16 bytes of those records that have a vector."""
        found: dict[str, bytes] = {}
        for part in portions(list(dict.fromkeys(ids))):
            rows = self._ask(cypher.GET_VECTORS, self._common | {"ids": part})
            found |= {row["id"]: bytes(row["half"]) for row in rows}
        return found

    def _put(self, kind: type[Row], latest: dict[str, Row]) -> int:
        heads = {
            row["id"]: row for part in portions(list(latest), KEYS)
            for row in self._ask(_heads(kind), self._common | {"ids": part})
        }  # fmt: skip
        made: list[dict[str, Any]] = []
        again: list[dict[str, Any]] = []
        ended: list[str] = []
        for id_, row in latest.items():
            values = properties_of(self._tenant, row, self._seq)
            head = heads.get(id_)
            if head is not None and same_version(dict(head["x"]), values):
                continue
            self._graph.keep(row, is_new=head is None)
            if head is not None and head["since"] == self._seq:
                again.append(values)
                continue
            made.append(values)
            ended += [id_] if head is not None else []
        self._write(cypher.fill(cypher.END, label=label(kind)), "ids", ended)
        self._write(cypher.fill(cypher.REPLACE_OWN, label=label(kind)), "rows", again)
        self._write(cypher.fill(cypher.CREATE, label=label(kind)), "rows", made)
        return len(latest) - len(heads)

    def _write(self, query: str, name: str, values: Sequence[Any]) -> None:
        assert self._tx is not None
        for part in portions(values):
            self._changed = True
            self._tx.run(query, self._common | {name: part}).consume()

    def _require_writer(self) -> RecordWriter:
        if self._records is None:
            raise StoreError("this transaction only reads: write through Store.write")
        return self._records


_FACTS = cypher.fill(cypher.GET, label=label(RecordRow), columns="x.id AS id, x.record AS record, x.state AS state")


def _heads(kind: type[Row]) -> str:
    return cypher.fill(cypher.HEADS, label=label(kind), columns="properties(x) AS x")


def require_indexed(kind: type[Row], field: str) -> None:
    """Raise UsageError for a field that is not indexed."""
    if field not in kind.INDEXED and field != "id":
        raise UsageError(f"{kind.NAME} rows are not indexed by {field!r}; allowed: {', '.join(kind.INDEXED)}")


def conditions(kind: type[Row], where: Where | None) -> tuple[str, dict[str, Any]]:
    """A condition over `x` with its values. Raises UsageError for a field that is not indexed."""
    clauses, given = ["true"], {}
    for number, (field, wanted) in enumerate((where or {}).items()):
        require_indexed(kind, field)
        listed = wanted if isinstance(wanted, Sequence) and not isinstance(wanted, str) else (wanted,)
        values = list(dict.fromkeys(stored_form(value) for value in listed))
        present = [value for value in values if value is not None]
        given[f"where{number}"] = present
        is_one_of = f"x.{field} IN $where{number}"
        clauses.append(f"({is_one_of} OR x.{field} IS NULL)" if None in values else is_one_of)
    return " AND ".join(clauses), given

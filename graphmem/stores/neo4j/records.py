"""Writing records: body, filters, text index, statistics of words and vectors move together."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import neo4j
import numpy as np
from neo4j.vector import Vector

from graphmem.errors import UsageError
from graphmem.model.decision import Decision
from graphmem.model.rows import DecisionRow, RecordRow
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.batches import KEYS, portions
from graphmem.stores.neo4j.codec import FILTERS, decoded, properties_of, same_version, term_key
from graphmem.stores.neo4j.graph import Graph
from graphmem.stores.neo4j.labels import encoder_label, label
from graphmem.stores.sqlite.codec import decision_that_wrote, micros

Properties = dict[str, Any]

_LABEL = label(RecordRow)
_HEADS = cypher.fill(cypher.HEADS, label=_LABEL, columns="properties(x) AS x")
_VECTOR_ROWS = 500


class RecordWriter:
    """Writes records of one tenant inside one transaction that holds the tenant."""

    def __init__(
        self, tx: neo4j.ManagedTransaction, common: Mapping[str, Any], graph: Graph, *, sends_values: bool
    ) -> None:
        self._tx = tx
        self._common = dict(common)
        self._tenant = str(common["tenant"])
        self._seq = int(common["seq"])
        self._graph = graph
        self._sends_values = sends_values  # vectors as one value, not as a list
        self._terms: Counter[str] = Counter()
        self._texts = 0
        self._words = 0
        self._encoders: list[str] | None = None
        self.changed = False

    def put(self, rows: Sequence[RecordRow]) -> int:
        """Insert new records, and give those known their new state; the number that were new."""
        first: dict[str, RecordRow] = {}
        latest: dict[str, RecordRow] = {}
        for row in rows:
            first.setdefault(row.id, row)
            latest[row.id] = row
        heads = self._heads(list(first))
        stored = {id_: decoded(RecordRow, head).record for id_, head in heads.items()}
        full = {id_: RecordRow.of(stored.get(id_, row.record), latest[id_].state) for id_, row in first.items()}
        written = self._decisions([wrote for row in full.values() if (wrote := decision_that_wrote(row.record))])
        made: list[Properties] = []
        changed: list[tuple[Properties, Properties]] = []
        for id_, row in full.items():
            head = heads.get(id_)
            values = properties_of(self._tenant, row, self._seq, _written_values(row, written))
            if head is None:
                made.append(values)
            elif same_version(head, values):
                continue
            else:
                changed.append((head, values))
            self._graph.keep(row, is_new=head is None)
        self._create(made)
        self._change(changed)
        return len(first) - len(heads)

    def delete(self, ids: Sequence[str]) -> int:
        """Remove records with their bodies, index entries and vectors; the number that existed."""
        heads = self._heads(ids)
        for head in heads.values():
            self._count_words(head, -1)
        self._end(_LABEL, list(heads.values()))
        self._end_vectors(list(heads))
        self._graph.forget(RecordRow, heads.values())
        return len(heads)

    def set_vectors(self, vectors: Mapping[str, bytes], fingerprint: str) -> None:
        """Store float16 bytes by record id; empty bytes remove; ids without a record are passed over."""
        if not vectors:
            return
        self._know_encoder(fingerprint, vectors)
        known, held = (
            {row["id"] for part in portions(list(vectors), KEYS)
             for row in self._tx.run(query, self._common | {"ids": part})}
            for query in (cypher.VECTOR_OWNERS, cypher.VECTORS_HELD)
        )  # fmt: skip
        self._end_vectors([id_ for id_ in vectors if id_ in held])
        sent = cypher.AS_VECTOR if self._sends_values else cypher.AS_LIST
        query = cypher.fill(cypher.ADD_VECTORS, encoder=encoder_label(fingerprint), embedding=sent)
        if self._sends_values:
            query = cypher.VALUES_SINCE + query
        rows = [
            {"id": id_, "half": body, "embedding": self._embedding(body)}
            for id_, body in vectors.items()
            if body and id_ in known
        ]
        for part in portions(rows, _VECTOR_ROWS):
            self._run(query, {"rows": part, "fingerprint": fingerprint})

    def follow_decisions(self, rows: Sequence[DecisionRow]) -> None:
        """Let the records that these decisions wrote be seen where, and only while, the decisions are."""
        wrote = {row.id: row.decision for row in rows if row.decision.wrote_canonical}
        changed: list[tuple[Properties, Properties]] = []
        for part in portions(list(wrote), KEYS):
            for found in list(self._tx.run(cypher.WRITTEN_BY, self._common | {"ids": part})):
                head = self._heads([found["id"]])[found["id"]]
                row = decoded(RecordRow, head)
                values = properties_of(self._tenant, row, self._seq, _written_values(row, wrote))
                if not same_version(head, values):
                    changed.append((head, values))
        self._change(changed)

    def finish(self) -> None:
        """Write the statistics of words that this transaction changed."""
        terms = [{"key": term_key(self._tenant, token), "docs": n} for token, n in self._terms.items() if n]
        for part in portions(sorted(terms, key=lambda term: str(term["key"])), KEYS):
            self._tx.run(cypher.ADD_TERMS, tenant=self._tenant, terms=part).consume()
        gone = [term["key"] for term in terms if int(str(term["docs"])) < 0]
        for keys in portions(gone, KEYS):
            self._tx.run(cypher.DROP_TERMS, keys=keys).consume()
        if self._texts or self._words:
            self._tx.run(cypher.ADD_TEXTS, tenant=self._tenant, texts=self._texts, words=self._words).consume()

    def _heads(self, ids: Sequence[str]) -> dict[str, Properties]:
        return {
            row["id"]: dict(row["x"]) for part in portions(ids, KEYS)
            for row in self._tx.run(_HEADS, self._common | {"ids": part})
        }  # fmt: skip

    def _decisions(self, ids: Sequence[str]) -> dict[str, Decision]:
        query = cypher.fill(cypher.BODIES, label=label(DecisionRow))
        rows = list(self._tx.run(query, self._common | {"ids": list(dict.fromkeys(ids))})) if ids else []
        return {found.id: found.decision for found in (decoded(DecisionRow, row) for row in rows)}

    def _create(self, rows: Sequence[Properties]) -> None:
        query = cypher.fill(cypher.CREATE, label=_LABEL)
        for values in rows:
            self._count_words(values, 1)
        for part in portions(rows):
            self._run(query, {"rows": part})

    def _change(self, pairs: Sequence[tuple[Properties, Properties]]) -> None:
        for old, new in pairs:
            if old["text_mark"] != new["text_mark"]:
                self._count_words(old, -1)
                self._count_words(new, 1)
        older = [(old, new) for old, new in pairs if old["since"] != self._seq]
        again = [new for old, new in pairs if old["since"] == self._seq]
        self._end(_LABEL, [old for old, _ in older])
        for part in portions([new for _, new in older]):
            self._run(cypher.fill(cypher.CREATE, label=_LABEL), {"rows": part})
        for part in portions(again):
            self._run(cypher.fill(cypher.REPLACE_OWN, label=_LABEL), {"rows": part})
        self._end_vectors([new["id"] for old, new in pairs if old["text_mark"] and not new["text_mark"]])
        moved = [
            {"id": new["id"], "filters": {name: new[name] for name in FILTERS}}
            for old, new in pairs
            if new["text_mark"] and any(old[name] != new[name] for name in FILTERS)
        ]
        for part in portions(moved):
            for name in self._known_encoders() if part else ():
                self._run(cypher.fill(cypher.MOVE_VECTORS, encoder=encoder_label(name)), {"rows": part})
            self._run(cypher.TOUCH_VECTORS, {"rows": part})

    def _end(self, of: str, heads: Sequence[Properties]) -> None:
        own = [head["id"] for head in heads if head["since"] == self._seq]
        older = [head["id"] for head in heads if head["since"] != self._seq]
        for part in portions(own):
            self._run(cypher.fill(cypher.REMOVE_OWN, label=of), {"ids": part})
        for part in portions(older):
            self._run(cypher.fill(cypher.END, label=of), {"ids": part})

    def _end_vectors(self, ids: Sequence[str]) -> None:
        for part in portions(ids):
            self._run(cypher.fill(cypher.REMOVE_OWN, label="VectorVersion"), {"ids": part})
            self._run(cypher.fill(cypher.END, label="VectorVersion"), {"ids": part})

    def _count_words(self, values: Properties, sign: int) -> None:
        tokens = str(values.get("tokens") or "").split()
        if values.get("text_mark"):
            self._texts += sign
            self._words += sign * (len(tokens) + 1)  # the scope is a word of the index too
            self._terms.update(dict.fromkeys(set(tokens), sign))

    def _run(self, query: str, values: Mapping[str, Any]) -> None:
        self.changed = True
        self._tx.run(query, self._common | dict(values)).consume()

    def _embedding(self, body: bytes) -> Any:
        """The vector as the index takes it: of unit length, from which rounding to 16 bits had moved it."""
        found = np.frombuffer(body, dtype="<f2").astype(np.float32)
        length = float(np.linalg.norm(found))
        unit = found / length if length else found
        return Vector(unit.astype(">f4").tobytes(), "f32") if self._sends_values else unit.tolist()

    def _known_encoders(self) -> list[str]:
        if self._encoders is None:
            self._encoders = [str(row["name"]) for row in self._tx.run(cypher.ENCODERS)]
        return self._encoders

    def _know_encoder(self, fingerprint: str, vectors: Mapping[str, bytes]) -> None:
        widths = {len(body) // 2 for body in vectors.values() if body}
        if not widths:
            return
        row = self._tx.run(cypher.ENCODER, name=fingerprint, dimension=max(widths)).single(strict=True)
        if len(widths | {row["dimension"]}) > 1:
            raise UsageError(f"vectors of encoder {fingerprint!r} differ in length: {sorted(widths)}")
        self._encoders = None


def _written_values(row: RecordRow, decisions: Mapping[str, Decision]) -> Properties:
    """Who may see what a decision wrote; until the decision itself is stored, the state says it."""
    wrote = decision_that_wrote(row.record)
    decision = decisions.get(wrote or "")
    if wrote is None:
        level, needs_global, since, until = 0, 0, None, None
    elif decision is None:
        level, needs_global, since, until = row.state.requires_level, int(row.state.requires_global), None, None
    else:
        level, needs_global = decision.requires_level, int(decision.requires_global)
        since, until = micros(decision.decided_at), micros(decision.undone_at)
    return {"written_level": level, "written_global": needs_global, "written_us": since, "unwritten_us": until}

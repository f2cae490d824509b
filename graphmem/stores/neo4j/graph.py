"""The graph that people read, kept in step with the rows inside the transaction that writes them.

It is derived: nothing of the library reads it, `reindex` makes it anew, and what goes with a row leaves nothing behind.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar

import neo4j

from graphmem.model.rows import (
    ClaimRow,
    ConflictRow,
    DecisionRow,
    EntityRow,
    MentionRow,
    RecordRow,
    ReviewRow,
    Row,
)
from graphmem.stores.neo4j import cypher, graph_cypher, shapes
from graphmem.stores.neo4j.batches import portions
from graphmem.stores.neo4j.codec import node_key

R = TypeVar("R", bound=Row)
_PLAIN: dict[type[Row], str] = {ConflictRow: "Conflict", DecisionRow: "Decision", ReviewRow: "ReviewItem"}


class Graph:
    """What one transaction changed, and what follows for the graph."""

    def __init__(self, tenant: str) -> None:
        self._tenant = tenant
        self._kept: dict[type[Row], dict[str, Row]] = defaultdict(dict)
        self._gone: dict[type[Row], set[str]] = defaultdict(set)
        self._new: set[str] = set()  # ids of rows that this transaction made
        self._replaced: set[str] = set()  # ids of rows that were there before
        self._speakers: set[str] = set()  # ids of records whose mentions changed
        self._orphans: set[str] = set()
        self._there: AbstractSet[str] = set()  # keys of entities that this transaction has seen to

    def keep(self, row: Row, *, is_new: bool) -> None:
        """Note a row that was written."""
        self._kept[type(row)][row.id] = row
        self._gone[type(row)].discard(row.id)
        if is_new:
            self._new.add(row.id)
        elif row.id not in self._new:  # what this transaction made and wrote again is in no graph yet
            self._replaced.add(row.id)
        if isinstance(row, MentionRow):
            self._speakers.add(row.mention.record_id)

    def forget(self, kind: type[Row], heads: Iterable[Mapping[str, Any]]) -> None:
        """Note rows that were deleted, by their properties."""
        for head in heads:
            self._kept[kind].pop(head["id"], None)
            self._gone[kind].add(head["id"])
            if kind is MentionRow:
                self._speakers.add(head["record_id"])

    def write(self, tx: neo4j.ManagedTransaction) -> None:
        """Bring the graph in step."""
        run = _Runner(tx, self._tenant)
        self._take_away(run)
        self._add_records(run)
        self._add_claims(run)
        self._add_mentions(run)
        self._add_plain(run)
        self._relate(run)
        run.each(graph_cypher.ORPHANS, "keys", sorted(self._orphans))
        retyped = {id_ for id_ in self._kept[EntityRow] if id_ in self._replaced}
        doubtful = sorted(self._orphans | set(self._keys(EntityRow, retyped)))
        for type_, label in shapes.ENTITY_LABELS.items():
            run.each(cypher.fill(graph_cypher.UNLABEL, label=label, type=type_), "keys", doubtful)

    def _rows(self, kind: type[R]) -> list[R]:
        return list(self._kept[kind].values())  # type: ignore[arg-type]

    def _keys(self, kind: type[Row], ids: Iterable[str]) -> list[str]:
        return [node_key(self._tenant, kind.NAME, id_) for id_ in sorted(ids)]

    def _take_away(self, run: "_Runner") -> None:
        changed = [id_ for id_ in self._kept[ClaimRow] if id_ in self._replaced]
        claims = self._keys(ClaimRow, self._gone[ClaimRow])
        unbound = claims + self._keys(ClaimRow, changed)
        self._orphans |= {row["key"] for row in run.each(graph_cypher.UNBIND_CLAIMS, "keys", unbound)}
        run.each(graph_cypher.DROP_CLAIMS, "keys", claims)
        records = self._keys(RecordRow, self._gone[RecordRow])
        around = {key for row in run.each(graph_cypher.DROP_RECORDS, "keys", records) for key in row["around"]}
        self._orphans |= around
        run.each(graph_cypher.ORPHAN_SOURCES, "keys", sorted(around))
        for kind, label in _PLAIN.items():
            run.each(cypher.fill(graph_cypher.DROP, label=label), "keys", self._keys(kind, self._gone[kind]))
        entities = self._keys(EntityRow, self._gone[EntityRow])
        run.each(graph_cypher.FORGET_ENTITY_ROWS, "keys", entities)
        self._orphans |= set(entities)

    def _add_records(self, run: "_Runner") -> None:
        rows = self._rows(RecordRow)
        found = [shapes.record_shape(self._tenant, row) for row in rows]
        run.each(cypher.fill(graph_cypher.NODES, label="Record"), "rows", found)
        sources = {
            shape["key"]: source
            for row, shape in zip(rows, found, strict=True)
            if row.id not in self._replaced and (source := shapes.source_shape(self._tenant, row))
        }
        known = {source["key"]: source for source in sources.values()}
        run.each(graph_cypher.SOURCES, "rows", [known[key] for key in sorted(known)])
        run.each(graph_cypher.FROM, "rows", [{"a": key, "b": source["key"]} for key, source in sources.items()])
        over = [
            {"key": shape["key"], "over": self._keys(RecordRow, row.state.supersedes)}
            for row, shape in zip(rows, found, strict=True)
            if row.state.supersedes or row.id in self._replaced
        ]
        run.each(graph_cypher.SUPERSEDES, "rows", over)

    def _add_claims(self, run: "_Runner") -> None:
        rows = self._rows(ClaimRow)
        found = [shapes.claim_shape(self._tenant, row) for row in rows]
        entities = {entity["key"]: entity for shape in found for entity in (shape.subject, *shape.values)}
        run.each(graph_cypher.ENTITIES, "rows", [entities[key] for key in sorted(entities)])
        self._there = entities.keys()
        rows_of_claims = [
            {
                "claim": shape.claim,
                "subject": shape.subject["key"],
                "record": None if row.id in self._replaced else shape.record,
            }
            for row, shape in zip(rows, found, strict=True)
        ]
        run.each(graph_cypher.CLAIMS, "rows", rows_of_claims)
        values = [{"a": shape.claim["key"], "b": value["key"]} for shape in found for value in shape.values]
        run.each(graph_cypher.VALUE, "rows", values)
        run.each(graph_cypher.EXEMPTS, "rows", [item for shape in found for item in shape.exceptions])
        labels: dict[str, list[str]] = defaultdict(list)
        for row in rows:
            if row.claim.attribute in shapes.CLAIM_LABELS:
                labels[shapes.CLAIM_LABELS[row.claim.attribute]].append(node_key(self._tenant, "claim", row.id))
        for label, keys in labels.items():
            run.each(cypher.fill(graph_cypher.LABELLED_CLAIMS, label=label), "keys", keys)

    def _add_mentions(self, run: "_Runner") -> None:
        entities = self._rows(EntityRow)
        run.each(graph_cypher.ENTITY_ROWS, "rows", [shapes.entity_shape(self._tenant, row) for row in entities])
        fresh = {id_ for id_ in self._speakers if id_ in self._kept[RecordRow] and id_ not in self._replaced}
        older = sorted(self._speakers - fresh)
        gone = run.each(graph_cypher.UNMENTION, "keys", self._keys(RecordRow, older))
        self._orphans |= {row["key"] for row in gone}
        mentions = self._rows(MentionRow)
        spoken = [shapes.mention_shape(self._tenant, row) for row in mentions if row.mention.record_id in fresh]
        spoken += [dict(row) for row in run.each(graph_cypher.MENTIONED, "ids", older)]
        named = {
            item["entity"]: {
                "key": item["entity"],
                "tenant": self._tenant,
                "id": item["entity_id"],
                "name": item["name"],
                "type": item["type"],
            }
            for item in reversed(spoken)
        }
        run.each(graph_cypher.ENTITIES, "rows", [named[key] for key in sorted(named.keys() - self._there)])
        run.each(graph_cypher.MENTION, "rows", shapes.joined_mentions(self._tenant, spoken))
        self._label_entities(run)

    def _label_entities(self, run: "_Runner") -> None:
        typed = [(row.mention.type, row.mention.entity_id) for row in self._rows(MentionRow)]
        typed += [(row.claim.subject_type, row.claim.entity_id) for row in self._rows(ClaimRow)]
        typed += [(row.type, row.id) for row in self._rows(EntityRow)]
        labels: dict[str, set[str]] = defaultdict(set)
        for type_, id_ in typed:
            if type_ in shapes.ENTITY_LABELS:
                labels[shapes.ENTITY_LABELS[type_]].add(id_)
        for label, ids in sorted(labels.items()):
            run.each(cypher.fill(graph_cypher.LABELLED_ENTITIES, label=label), "keys", self._keys(EntityRow, ids))

    def _add_plain(self, run: "_Runner") -> None:
        makers: list[tuple[type[Row], Callable[[str, Any], shapes.Shape]]] = [
            (ConflictRow, shapes.conflict_shape),
            (DecisionRow, shapes.decision_shape),
            (ReviewRow, shapes.review_shape),
        ]
        for kind, make in makers:
            found = [make(self._tenant, row) for row in self._rows(kind)]
            run.each(cypher.fill(graph_cypher.NODES, label=_PLAIN[kind]), "rows", found)
        between, settles = [], []
        for row in self._rows(ConflictRow):
            key = node_key(self._tenant, "conflict", row.id)
            between.append({"key": key, "sides": self._keys(RecordRow, {row.conflict.record_a, row.conflict.record_b})})
            decision = row.conflict.decision_id
            settles.append({"key": key, "decision": node_key(self._tenant, "decision", decision) if decision else ""})
        run.each(graph_cypher.BETWEEN, "rows", between)
        run.each(graph_cypher.SETTLES, "rows", settles)
        concerns = [
            {"key": node_key(self._tenant, "review", row.id), "record": node_key(self._tenant, "record", record_id)}
            for row in self._rows(ReviewRow)
            if (record_id := row.item.record_id)
        ]
        run.each(graph_cypher.CONCERNS, "rows", concerns)

    def _relate(self, run: "_Runner") -> None:
        """Let claims of live records relate entities: of new claims, and of records whose state changed."""
        claims = self._rows(ClaimRow)
        fresh = {
            row.claim.record_id for row in claims
            if row.claim.record_id in self._kept[RecordRow] and row.claim.record_id not in self._replaced
        }  # fmt: skip
        restated = {id_ for id_ in self._kept[RecordRow] if id_ in self._replaced}
        restated |= {row.claim.record_id for row in claims} - fresh
        run.each(graph_cypher.UNRELATE, "keys", self._keys(RecordRow, restated))
        wanted = {found for row in claims if (found := shapes.relation_of(row.claim)) is not None}
        relations = shapes.ALL_RELATIONS if restated else sorted(wanted)
        for relation in relations:
            query = cypher.fill(graph_cypher.RELATE, relation=relation)
            run.each(query, "keys", self._keys(RecordRow, restated | fresh))
        duties = [row.id for row in claims if shapes.CLAIM_LABELS.get(row.claim.attribute) == "Obligation"]
        run.each(graph_cypher.OBLIGATIONS, "keys", self._keys(ClaimRow, duties))


class _Runner:
    """Runs statements over portions of rows."""

    def __init__(self, tx: neo4j.ManagedTransaction, tenant: str) -> None:
        self._tx = tx
        self._common = {"tenant": tenant, "open": cypher.OPEN}

    def each(self, query: str, name: str, values: Sequence[Any]) -> list[neo4j.Record]:
        """Rows that the statement returns for all portions."""
        return [row for part in portions(values) for row in self._tx.run(query, self._common | {name: part})]

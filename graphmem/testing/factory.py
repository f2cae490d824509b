"""Builders of model objects for tests: every argument has a default, and the same call gives the same object."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from graphmem.model.claim import Claim, ClaimDraft, MentionDraft, Span, bind_claim, bind_mention
from graphmem.model.conflict import Conflict, ConflictKind, Relation, conflict_id_of
from graphmem.model.decision import Decision, DecisionOutcome, Retirement, decision_id_of
from graphmem.model.ids import make_id
from graphmem.model.record import Origin, Record, RecordState, Source, Status, record_id_of
from graphmem.model.retrieval import AsOf
from graphmem.model.rows import (
    ClaimRow,
    ConflictRow,
    DecisionRow,
    MentionRow,
    RecordRow,
    RetirementRow,
    Row,
    block_of,
)
from graphmem.model.scope import GLOBAL, Principal, Sensitivity
from graphmem.model.value import EntityValue, Quantity, TextValue, Value
from graphmem.protocols import Vectors

TENANT = "default"
DIMENSION = 32
FINGERPRINT = "toy-bag-of-words-32"
START = datetime(2026, 1, 1, tzinfo=UTC)  # when records of tests are recorded, unless they say otherwise
NOW = datetime(2026, 6, 1, tzinfo=UTC)  # when views of tests ask


_OF_BOTH = ("closes_at", "requires_level", "requires_global", "undone_at")  # of a decision and its retirements


def day(offset: float) -> datetime:
    """So many days after START."""
    return START + timedelta(days=offset)


def record(
    text: str, *, namespace: str = GLOBAL, tenant: str = TENANT, source: str | None = None, **fields: Any
) -> Record:
    """A record with the id that its identity gives it."""
    identity = record_id_of(tenant, namespace, text, source, fields.get("observed_at"))
    return Record(**{
        "id": identity,
        "tenant": tenant,
        "namespace": namespace,
        "text": text,
        "source": Source(id=source) if source is not None else None,
        "recorded_at": START,
    } | fields)  # fmt: skip


def row(text: str | Record, *, state: dict[str, Any] | None = None, **fields: Any) -> RecordRow:
    """A record's row, indexed under its own text; `state` gives fields of the state, the others are the record's."""
    found = record(text, **fields) if isinstance(text, str) else text
    given = {"index_text": found.text, "sensitivity": found.sensitivity, "expires_at": found.expires_at} | (state or {})
    return RecordRow.of(found, RecordState(record_id=found.id, **given))


def restated(old: RecordRow, **fields: Any) -> RecordRow:
    """The row with other fields of its state."""
    return RecordRow.of(old.record, RecordState(**(old.state.model_dump() | fields)))


def value_of(value: str | float) -> Value:
    """A quantity of a number, an entity of a capitalised word, words of anything else."""
    if isinstance(value, str):
        return EntityValue(name=value) if value[:1].isupper() else TextValue(text=value)
    return Quantity(amount=value)


def claim(of: RecordRow, subject: str, attribute: str, value: str | float, **fields: Any) -> ClaimRow:
    """A claim of a record; its span is the whole text unless given."""
    text = of.record.text
    draft = ClaimDraft(**{
        "subject": subject,
        "attribute": attribute,
        "value": value_of(value),
        "span": Span(start=0, end=len(text)),
        "quote": text,
    } | fields)  # fmt: skip
    bound: Claim = bind_claim(draft, of.id, of.record.tenant, of.record.namespace)
    return ClaimRow(id=bound.id, claim=bound)


def mention(of: RecordRow, name: str, **fields: Any) -> MentionRow:
    """A mention of a name in a record."""
    bound = bind_mention(MentionDraft(name=name, **fields), of.id, of.record.tenant, of.record.namespace)
    return MentionRow(id=bound.id, mention=bound)


def conflict(a: ClaimRow, b: ClaimRow, **fields: Any) -> ConflictRow:
    """A conflict of two claims, in the namespace of the first unless given."""
    first, second = sorted((a.claim, b.claim), key=lambda side: side.id)
    namespace = fields.get("namespace", a.claim.namespace)
    found = Conflict(**{
        "id": conflict_id_of(namespace, first.id, second.id),
        "namespace": namespace,
        "entity_id": first.entity_id,
        "entity_group": (first.subject,),
        "attribute": first.attribute,
        "block": block_of(first.entity_id, first.attribute),
        "set_id": make_id("s", namespace, first.entity_id, first.attribute),
        "claim_a": first.id,
        "claim_b": second.id,
        "record_a": first.record_id,
        "record_b": second.record_id,
        "span_a": first.span,
        "span_b": second.span,
        "kind": ConflictKind.VALUE,
        "relation": Relation.CONTRADICTION,
        "confidence": 0.9,
    } | fields)  # fmt: skip
    return ConflictRow(id=found.id, conflict=found)


def supersede(new: RecordRow, over: Sequence[RecordRow], *, at: datetime = START, **fields: Any) -> list[Row]:
    """The rows of a decision that promotes one record over others, with the states that follow from it.

    Fields are those that decision and retirements share: closes_at, requires_level, requires_global, undone_at.
    With undone_at the states are those from before it.
    """
    decision = _decision(new, over, at, fields)
    shared = {key: fields[key] for key in _OF_BOTH if key in fields}
    rows: list[Row] = [DecisionRow(id=decision.id, decision=decision)]
    for item in (new, *over):
        retirement = Retirement(
            id=make_id("t", decision.id, item.id, item is new),
            namespace=item.record.namespace,
            decision_id=decision.id,
            record_id=item.id,
            claim_id=None,
            whole=item is not new,
            promoted=item is new,
            canonical_id=new.id,
            at=at,
            **(shared if item is not new else {key: shared[key] for key in shared if key != "closes_at"}),
        )
        rows.append(RetirementRow(id=retirement.id, retirement=retirement))
    if decision.undone_at is not None:
        return [*rows, new, *over]
    resolution = {
        "decision_id": decision.id,
        "resolution_type": decision.resolution_type,
        "resolution_date": at,
        "resolver": decision.resolver,
        "requires_level": decision.requires_level,
        "requires_global": decision.requires_global,
    }
    rows.append(restated(new, status=Status.CANONICAL, supersedes=decision.superseded, **resolution))
    retired = {"status": Status.SUPERSEDED, "canonical_id": new.id, "closes_at": fields.get("closes_at")}
    rows += [restated(item, **retired, **resolution) for item in over]
    return rows


def _decision(new: RecordRow, over: Sequence[RecordRow], at: datetime, fields: dict[str, Any]) -> Decision:
    set_id = make_id("s", new.id, *(item.id for item in over))
    values: dict[str, Any] = {
        "id": decision_id_of(set_id, "supersede", "a-policy", None, 0),
        "namespace": new.record.namespace,
        "set_id": set_id,
        "block": "e|a",
        "outcome": DecisionOutcome.SUPERSEDE,
        "resolution_type": "auto",
        "resolver": "a-policy",
        "rule": "newer_wins",
        "canonical_id": new.id,
        "superseded": tuple(item.id for item in over),
        "is_update": "closes_at" in fields,
        "decided_at": at,
    }
    return Decision(**values | fields)


def merge(text: str, over: Sequence[RecordRow], *, at: datetime = START, **fields: Any) -> list[Row]:
    """The rows of a decision that writes a new record over others."""
    first = over[0].record
    set_id = make_id("s", *(item.id for item in over))
    decision_id = decision_id_of(set_id, "merge", "a-person", text, 0)
    source = f"decision:{decision_id}"
    new = row(
        text,
        namespace=first.namespace,
        tenant=first.tenant,
        source=source,
        origin=Origin.HUMAN_REVIEW,
        sensitivity=max((item.record.sensitivity for item in over), key=lambda level: level.level),
        recorded_at=at,
    )
    decided = {"id": decision_id, "outcome": DecisionOutcome.MERGE, "wrote_canonical": True, "text": text}
    return supersede(new, over, at=at, set_id=set_id, resolver="a-person", **decided, **fields)


def principal(*namespaces: str, tenant: str = TENANT, clearance: str | Sensitivity = "internal") -> Principal:
    """Who asks; of `global` and internal clearance unless said."""
    return Principal(tenant=tenant, namespaces=namespaces or (GLOBAL,), clearance=Sensitivity(clearance))


def as_of(now: datetime = NOW, **fields: Any) -> AsOf:
    """Which times are meant; now is NOW unless given."""
    return AsOf(now=now, **fields)


def embed(text: str) -> Vectors:
    """A unit vector of the words of a text: equal words, equal direction."""
    found = np.zeros(DIMENSION, dtype=np.float32)
    for word in re.findall(r"\w+", text.casefold()) or [text]:
        digest = hashlib.sha256(word.encode()).digest()
        found[digest[0] % DIMENSION] += 1 if digest[1] & 1 else -1
    length = float(np.linalg.norm(found))
    return found / length if length else np.eye(DIMENSION, dtype=np.float32)[0]


def packed(*rows: RecordRow) -> dict[str, bytes]:
    """Vectors of records' index texts as stores keep them."""
    return {item.id: embed(item.state.index_text).astype("<f2").tobytes() for item in rows}

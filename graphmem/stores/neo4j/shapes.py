"""How rows look to people: the properties that a click shows, captions called `name`, and no vector among them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.model.claim import Claim, entity_id_of
from graphmem.model.interval import format_instant
from graphmem.model.rows import ClaimRow, ConflictRow, DecisionRow, EntityRow, MentionRow, RecordRow, ReviewRow
from graphmem.model.scope import Sensitivity
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value
from graphmem.stores.neo4j.codec import node_key

Shape = dict[str, Any]

_CAPTION = 60
# Labels that regulatory corpora add, by the type of a mention, and by the slot of a claim.
ENTITY_LABELS = {
    "REGULATION": "Regulation",
    "ARTICLE": "Article",
    "ROLE": "ClientType",
    "PRODUCT": "ProductType",
    "GPE": "Jurisdiction",
    "ORG": "Organisation",
    "PERSON": "Person",
}
CLAIM_LABELS = {"duty": "Obligation", "enters into force": "EffectiveDate", "applies from": "EffectiveDate"}
# Slots whose claims relate two entities by a type of their own; all others by RELATES.
RELATIONS = {
    "refers to": "CROSS_REFERENCES",
    "repeals": "SUPERSEDES",
    "replaces": "SUPERSEDES",
    "amends": "AMENDS",
    "applies to": "APPLIES_TO",
    "requires": "REQUIRES",
    "jurisdiction": "JURISDICTION_SCOPE",
}
ALL_RELATIONS = ("RELATES", *dict.fromkeys(RELATIONS.values()))


def record_shape(tenant: str, row: RecordRow) -> Shape:
    """A record; the content of a restricted one is not shown."""
    record, state = row.record, row.state
    is_closed = Sensitivity.RESTRICTED in {record.sensitivity, state.sensitivity}
    return _shape(
        tenant, "record", row.id,
        name="(restricted)" if is_closed else _caption(record.text),
        text=None if is_closed else record.text,
        title=None if is_closed else record.title,
        status=str(state.hold or state.status),
        namespace=record.namespace,
        external_id=record.external_id,
        content_type=str(record.content_type),
        tier=str(record.tier),
        authority=str(record.authority),
        origin=str(record.origin),
        sensitivity=str(state.sensitivity),
        source=record.source_id,
        session_id=record.session_id,
        agent_id=record.agent_id,
        observed_at=_time(record.observed_at),
        recorded_at=_time(record.recorded_at),
        valid_from=_time(record.valid_from),
        valid_to=_time(record.valid_to),
        canonical_id=state.canonical_id,
        resolver=state.resolver,
        resolution_type=state.resolution_type,
        resolution_date=_time(state.resolution_date),
        retired=[span.quote for span in state.retired] or None,
    )  # fmt: skip


def source_shape(tenant: str, row: RecordRow) -> Shape | None:
    """The source of a record."""
    source = row.record.source
    if source is None:
        return None
    return _shape(tenant, "source", source.id, name=_caption(source.id), kind=source.kind)


class ClaimShape(NamedTuple):
    """A claim with the key of its record, its subject, the entity that it has for value, and its exceptions."""

    record: str
    claim: Shape
    subject: Shape
    values: tuple[Shape, ...]
    exceptions: tuple[Shape, ...]


def claim_shape(tenant: str, row: ClaimRow) -> ClaimShape:
    """A claim with what it is linked to."""
    claim = row.claim
    key = node_key(tenant, "claim", row.id)
    shape = _shape(
        tenant, "claim", row.id,
        name=_caption(f"{claim.attribute}: {value_text(claim.value)}"),
        subject=claim.subject,
        attribute=claim.attribute,
        value=value_text(claim.value),
        polarity=claim.polarity,
        modality=str(claim.modality),
        conditions=[f"{'not ' * part.negated}{part.name}: {part.value}" for part in claim.conditions] or None,
        quote=claim.quote,
        valid_from=None if claim.valid is None else _edge(claim, "start"),
        valid_to=None if claim.valid is None else _edge(claim, "end"),
        attributed_to=claim.attributed_to,
        extractor=claim.extractor,
        confidence=claim.confidence,
        namespace=claim.namespace,
        relation=relation_of(claim),
    )  # fmt: skip
    exceptions = [part for part in claim.conditions if part.negated]
    return ClaimShape(
        record=node_key(tenant, "record", claim.record_id),
        claim=shape,
        subject=_entity(tenant, claim.entity_id, claim.subject, claim.subject_type),
        values=tuple(_values(tenant, claim.value)),
        exceptions=tuple(
            {"claim": key, "key": f"{key}-{number}", "name": _caption(part.value), "text": part.value}
            for number, part in enumerate(exceptions)
        ),
    )


def relation_of(claim: Claim) -> str | None:
    """Type of the relationship that a claim makes between two entities; None when its value is none."""
    return RELATIONS.get(claim.attribute, "RELATES") if isinstance(claim.value, EntityValue) else None


def mention_shape(tenant: str, row: MentionRow) -> Shape:
    """A mention: which record names which entity, how."""
    mention = row.mention
    return {
        "record_id": mention.record_id,
        "entity": node_key(tenant, "entity", mention.entity_id),
        "entity_id": mention.entity_id,
        "name": mention.name,
        "type": mention.type,
        "placed": mention.span is not None,
    }


def joined_mentions(tenant: str, mentions: Sequence[Shape]) -> list[Shape]:
    """One relationship for each pair of record and entity, with how often it is named there."""
    joined: dict[tuple[str, str], Shape] = {}
    for item in mentions:
        pair = (item["record_id"], item["entity"])
        if pair not in joined:
            joined[pair] = {**item, "record": node_key(tenant, "record", item["record_id"]), "times": 0}
        joined[pair]["times"] += 1
        joined[pair]["placed"] |= item["placed"]
        joined[pair]["type"] = joined[pair]["type"] or item["type"]
    return [joined[pair] for pair in sorted(joined)]


def entity_shape(tenant: str, row: EntityRow) -> Shape:
    """An entity as linking knows it."""
    shape = _entity(tenant, row.id, row.name, row.type)
    return shape | {"known": True, "aliases": list(row.keys) or None}


def conflict_shape(tenant: str, row: ConflictRow) -> Shape:
    """A conflict."""
    found = row.conflict
    return _shape(
        tenant, "conflict", row.id,
        name=_caption(f"{found.kind}: {found.attribute}"),
        kind=str(found.kind),
        relation=str(found.relation),
        attribute=found.attribute,
        entities=list(found.entity_group),
        status=str(found.status),
        confidence=found.confidence,
        reasons=list(found.reasons) or None,
        rule=found.rule,
        namespace=found.namespace,
    )  # fmt: skip


def decision_shape(tenant: str, row: DecisionRow) -> Shape:
    """A decision."""
    found = row.decision
    return _shape(
        tenant, "decision", row.id,
        name=_caption(f"{found.outcome} by {found.resolver}"),
        outcome=str(found.outcome),
        resolver=found.resolver,
        resolution_type=found.resolution_type,
        rule=found.rule,
        reason=found.reason,
        text=found.text,
        canonical_id=found.canonical_id,
        decided_at=_time(found.decided_at),
        undone_at=_time(found.undone_at),
        undone_by=found.undone_by,
        namespace=found.namespace,
    )  # fmt: skip


def review_shape(tenant: str, row: ReviewRow) -> Shape:
    """An item that waits for a person."""
    item = row.item
    return _shape(
        tenant, "review", row.id,
        name=f"{item.type}, {item.status}",
        type=item.type,
        status=item.status,
        reasons=list(item.reasons) or None,
        created_at=_time(item.created_at),
        namespace=item.namespace,
    )  # fmt: skip


def value_text(value: Value) -> str:
    """A value as people write it."""
    if isinstance(value, EntityValue):
        return value.name
    if isinstance(value, Quantity):
        upper = f" to {value.upper:g}" if value.upper is not None else ""
        bound = "" if value.bound in {"exact", "range"} else value.bound.replace("_", " ") + " "
        return f"{bound}{value.amount:g}{upper} {value.unit or value.noun}".strip()
    if isinstance(value, TimeValue):
        return value.text or value.clock or str(value.interval)
    if isinstance(value, TruthValue):
        return "yes" if value.truth else "no"
    assert isinstance(value, TextValue)
    return value.text


def _values(tenant: str, value: Value) -> Iterator[Shape]:
    if isinstance(value, EntityValue):
        yield _entity(tenant, entity_id_of(tenant, value.key), value.name, value.type)


def _entity(tenant: str, entity_id: str, name: str, type_: str) -> Shape:
    return {
        "key": node_key(tenant, "entity", entity_id),
        "tenant": tenant,
        "id": entity_id,
        "name": name,
        "type": type_,
    }


def _shape(tenant: str, row_kind: str, id_: str, /, **shown: Any) -> Shape:
    kept = {name: value for name, value in shown.items() if value is not None}
    return {"key": node_key(tenant, row_kind, id_), "tenant": tenant, "id": id_} | kept


def _caption(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _CAPTION else line[: _CAPTION - 1].rstrip() + "…"


def _time(value: datetime | None) -> str | None:
    return format_instant(value)


def _edge(claim: Claim, side: str) -> str | None:
    value = getattr(claim.valid, side, None)
    return value if isinstance(value, str) or value is None else format_instant(value)

"""Rows to properties and back: the body is JSON, the other properties are what queries name.

Where a time is absent the property holds the value that excludes nothing, so that every filter is one comparison.
"""

import hashlib
from typing import Any, TypeVar, cast

from graphmem.model.rows import ClaimRow, MentionRow, RecordRow, RetirementRow, Row
from graphmem.stores.neo4j.cypher import OPEN, RECORD_COLUMNS, ROW_COLUMNS
from graphmem.stores.sqlite.codec import columns_of, read_body, read_record, write_body, write_record
from graphmem.stores.sqlite.tokens import index_tokens

R = TypeVar("R", bound=Row)

FOREVER = OPEN
STANDS, DEPENDS, RETIRED, WITHHELD = 0, 1, 2, 3
FILTERS = ("scope", "level", "standing", "expires_us", "valid_from_us", "valid_to_us", "unconditional")

_ABSENT = {
    "expires_us": FOREVER,
    "valid_from_us": -FOREVER,
    "valid_to_us": FOREVER,
    "closes_us": -FOREVER,
    "episode_us": FOREVER,
    "written_us": -FOREVER,
    "unwritten_us": FOREVER,
    "undone_us": FOREVER,
}
_LIMITS = ("expires_us", "valid_from_us", "valid_to_us", "closes_us")
_SELDOM = ("episode_us", "written_us", "unwritten_us")
# What other properties say already: a row that was written before these were is no other for that.
_DERIVED = {"unconditional"}


def scope_of(tenant: str, namespace: str) -> str:
    """Token of a namespace of a tenant, the same in every process."""
    return "n" + hashlib.sha256(f"{len(tenant)}:{tenant}{namespace}".encode()).hexdigest()[:20]


def term_key(tenant: str, token: str) -> str:
    """Key of a word's statistics in a tenant."""
    return f"{len(tenant)}:{tenant}{token}"


def node_key(tenant: str, kind: str, id_: str) -> str:
    """One hashed property of tenant, kind and id: Community edition has no composite keys."""
    return hashlib.sha256(f"{len(tenant)}:{tenant}{kind}:{id_}".encode()).hexdigest()[:32]


def properties_of(tenant: str, row: Row, seq: int, written: dict[str, Any] | None = None) -> dict[str, Any]:
    """Properties of the version of a row that begins with that change; `written` is what a decision says of it."""
    values = columns_of(row) | (written or {})
    if isinstance(row, RecordRow | RetirementRow):
        values = {name: _ABSENT.get(name) if value is None else value for name, value in values.items()}
    found: dict[str, Any] = values | {"tenant": tenant, "id": row.id, "since": seq, "until": OPEN}
    if isinstance(row, RecordRow):
        return found | _of_record(tenant, row, values)
    if isinstance(row, MentionRow):
        mention = row.mention
        found |= {"sentence": mention.sentence, "type": mention.type, "placed": mention.span is not None}
        found |= {"name": mention.name, "entity_key": node_key(tenant, "entity", mention.entity_id)}
    if isinstance(row, ClaimRow):
        found["subject_type"] = row.claim.subject_type
    return found | {"body": write_body(row)}


def _of_record(tenant: str, row: RecordRow, values: dict[str, Any]) -> dict[str, Any]:
    record, state, indexed = write_record(row.record, row.state)
    scope, standing = scope_of(tenant, row.record.namespace), standing_of(values)
    found = {"record": record, "state": state, "indexed": indexed, "scope": scope, "standing": standing}
    found["node_key"] = node_key(tenant, "record", row.id)
    is_plain = all(values[name] == _ABSENT[name] for name in _SELDOM)
    is_plain = is_plain and not (values["written_level"] or values["written_global"])
    found["unconditional"] = is_plain and standing == STANDS
    if row.state.index_text:
        found |= {"tokens": " ".join(index_tokens(row.state.index_text)), "marks": f"{scope} s{standing}"}
    return found


def standing_of(values: dict[str, Any]) -> int:
    """Whether a record stands for every reader at every time, for none, or as it depends on who asks and when."""
    if values["held"] or values["gone"]:
        return WITHHELD
    depends = values["requires_level"] or values["requires_global"] or values["closes_us"] != -FOREVER
    if values["retired"]:
        return DEPENDS if depends else RETIRED
    return DEPENDS if depends or any(values[name] != _ABSENT[name] for name in _LIMITS) else STANDS


def same_version(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether a row says nothing new: nothing is written then."""
    place = {"since", "until"} | _DERIVED
    kept = {name: value for name, value in new.items() if value is not None and name not in place}
    return {name: value for name, value in old.items() if name not in place} == kept


def decoded(kind: type[R], values: Any) -> R:
    """Row of the columns that a query returned."""
    if kind is RecordRow:
        return cast("R", RecordRow.of(*read_record(values["record"], values["state"], values.get("indexed"))))
    return read_body(kind, values["body"])


def columns(kind: type[Row]) -> str:
    """What a query must return for `decoded`."""
    return RECORD_COLUMNS if kind is RecordRow else ROW_COLUMNS

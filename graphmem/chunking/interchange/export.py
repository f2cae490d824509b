"""Records written in the interchange format, so that reading them gives records of the same ids."""

import json

from graphmem.model.interval import format_instant
from graphmem.model.record import Record, RecordState


def to_line(record: Record, state: RecordState) -> dict[str, object]:
    """One record as an object of the interchange format with `id`, `status` and `canonical_id`.

    Claims and entities are those that the caller gave; sensitivity is the one in force. Times of recording stay behind.
    """
    source = None if record.source is None else {"id": record.source.id, "kind": record.source.kind}
    line: dict[str, object] = {
        "text": record.text,
        "external_id": record.external_id,
        "title": record.title,
        "speaker": record.speaker,
        "content_type": record.content_type.value,
        "tier": record.tier.value,
        "origin": record.origin.value,
        "authority": record.authority.value,
        "source": source,
        "observed_at": format_instant(record.observed_at),
        "valid_from": record.valid_from_text or format_instant(record.valid_from),
        "valid_to": record.valid_to_text or format_instant(record.valid_to),
        "namespace": record.namespace,
        "sensitivity": state.sensitivity.value,
        "subjects": list(record.subjects),
        "session_id": record.session_id,
        "trace_id": record.trace_id,
        "agent_id": record.agent_id,
        "user_id": record.user_id,
        "outcome": record.outcome.value if record.outcome else None,
        "legal_basis": record.legal_basis.value if record.legal_basis else None,
        "expires_at": format_instant(record.expires_at),
        "entities": list(record.given_entities),
        "claims": None if record.given_claims is None else list(record.given_claims),
        "id": record.id,
        "status": state.status.value,
        "canonical_id": state.canonical_id,
    }
    if record.document_id is not None:
        line |= {"document_id": record.document_id, "passage": record.passage, "offset": record.offset}
    return line


def dump_line(line: dict[str, object]) -> str:
    """Strict JSON of a line, every script to the letter, without the line end."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False)

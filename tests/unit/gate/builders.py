"""Candidates for the gate's tests."""

from datetime import UTC, datetime
from typing import Any

from graphmem.model.gate import Candidate, Entrance
from graphmem.model.record import Record
from graphmem.model.scope import Principal, Role

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
AGENT = Principal(namespaces=("global",), roles=frozenset({Role.AGENT}))
OPERATOR = Principal(namespaces=("global",), roles=frozenset(Role))


def candidate(
    text: str = "The kiln feeds the press.",
    *,
    principal: Principal = AGENT,
    entrance: Entrance = Entrance.REMEMBER,
    counts: dict[str, Any] | None = None,
    document_text: str | None = None,
    **fields: Any,
) -> Candidate:
    record = Record(id="r-1", tenant="default", namespace="global", text=text, recorded_at=NOW, **fields)
    return Candidate(
        record=record, principal=principal, entrance=entrance, now=NOW, document_text=document_text, **(counts or {})
    )

"""The audit log: append-only, each entry chained by a hash to the one before; never any content of records."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from graphmem.model.rows import AuditRow, MetaRow
from graphmem.store_protocol import Ledger

_HEAD = "audit|head"
_DIGITS = 12

Detail = Mapping[str, str | int | float | bool | None]


def append_audit(  # noqa: PLR0913, PLR0917 - an entry is who, what, when, on what, under which policy
    ledger: Ledger, at: datetime, actor: str, action: str, target: str, detail: Detail, policy_version: str = ""
) -> AuditRow:
    """Add an entry inside the ledger's transaction, which orders concurrent writers."""
    head = ledger.get(MetaRow, [_HEAD]).get(_HEAD)
    body = head.body if head else {}
    number = int(str(body.get("number", 0))) + 1
    previous = str(body.get("digest", ""))
    row = AuditRow(
        id=f"{number:0{_DIGITS}d}", at=at, actor=actor, action=action, target=target, policy_version=policy_version,
        detail=dict(detail), previous=previous,
    )  # fmt: skip
    row = row.model_copy(update={"digest": digest_of(row)})
    ledger.put([row, MetaRow(id=_HEAD, body={"number": number, "digest": row.digest})])
    return row


def digest_of(row: AuditRow) -> str:
    """SHA-256 over all fields but the digest itself, as canonical JSON."""
    fields = row.model_dump(mode="json", exclude={"digest"})
    return hashlib.sha256(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def verify_chain(rows: Iterable[AuditRow], head: MetaRow | None) -> list[str]:
    """Problems of the chain, one line each: gaps, altered entries, broken links, a missing end."""
    problems, previous, number = [], "", 0
    for row in rows:
        number += 1
        if row.id != f"{number:0{_DIGITS}d}":
            problems.append(f"entry {number} is missing: found {row.id}")
            number = int(row.id)
        if row.previous != previous:
            problems.append(f"entry {row.id} does not follow the one before it")
        if row.digest != digest_of(row):
            problems.append(f"entry {row.id} was altered")
        previous = row.digest
    if head is None and number:
        problems.append(f"the log's head is missing: entries after {number} may be too")
    if head is not None and str(head.body.get("digest", "")) != previous:
        problems.append(f"the log ends at entry {number}, its head says {head.body.get('number')}")
    return problems

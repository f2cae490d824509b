"""Sets of connected conflicts as they stand in the store."""

import secrets
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.decision import Decision
from graphmem.model.ids import make_id
from graphmem.model.record import Status
from graphmem.model.rows import ClaimRow, ConflictRow, DecisionRow, DirtyRow, RecordRow
from graphmem.model.scope import GLOBAL, Principal
from graphmem.store_protocol import Ledger, Where

UNDECIDED = (ConflictStatus.OPEN, ConflictStatus.ESCALATED)


@dataclass(frozen=True)
class Undecided:
    """The undecided conflicts that are connected to one, with their claims and records by id."""

    set_id: str
    namespace: str
    block: str
    conflicts: tuple[Conflict, ...]
    claims: dict[str, Claim]
    records: dict[str, RecordRow]


def is_visible(item: Conflict | Decision, principal: Principal) -> bool:
    """Whether the principal may see all that a conflict or decision rests on."""
    return (
        item.namespace in principal.namespaces
        and item.requires_level <= principal.clearance.level
        and (not item.requires_global or GLOBAL in principal.namespaces)
    )


def connected(ledger: Ledger, start: Conflict, principal: Principal) -> Undecided:
    """The set of an undecided conflict, as far as the principal sees it: those of its slot and namespace that share
    claims with it, step by step. Nobody is told of hidden sides, nor decides on them."""
    rows = ledger.find(
        ConflictRow, {"block": start.block, "namespace": start.namespace, "status": [*map(str, UNDECIDED)]}
    )
    rest = {row.id: row.conflict for row in rows if is_visible(row.conflict, principal)}
    found, frontier = {start.id: start}, {start.claim_a, start.claim_b}
    while frontier:
        step = [c for c in rest.values() if c.id not in found and {c.claim_a, c.claim_b} & frontier]
        found.update((c.id, c) for c in step)
        frontier = {claim for c in step for claim in (c.claim_a, c.claim_b)}
    conflicts = tuple(found[key] for key in sorted(found))
    claim_ids = sorted({claim for c in conflicts for claim in (c.claim_a, c.claim_b)})
    claims = {key: row.claim for key, row in ledger.get(ClaimRow, claim_ids).items()}
    records = ledger.get(RecordRow, sorted({claim.record_id for claim in claims.values()}))
    return Undecided(set_key(conflicts), start.namespace, start.block, conflicts, claims, records)


def set_key(conflicts: Iterable[Conflict]) -> str:
    """Id of a set with exactly these members: what a decision is about, so that a set that grew is decided anew."""
    members = list(conflicts)
    return make_id("s", members[0].set_id, *sorted({claim for c in members for claim in (c.claim_a, c.claim_b)}))


def attach_moot(ledger: Ledger, decision: Decision) -> list[str]:
    """Close with a written decision the undecided conflicts elsewhere that lose a whole record to it; their ids."""
    states = ledger.get(RecordRow, decision.superseded)
    gone = [key for key, row in sorted(states.items()) if row.state.status is Status.SUPERSEDED]
    if not gone:
        return []
    rows: dict[str, ConflictRow] = {}
    for field in ("record_a", "record_b"):
        where: Where = {field: gone, "status": [*map(str, UNDECIDED)], "namespace": decision.namespace}
        rows.update((row.id, row) for row in ledger.find(ConflictRow, where))
    update = {"status": ConflictStatus.RESOLVED, "decision_id": decision.id}
    ledger.put([row.model_copy(update={"conflict": row.conflict.model_copy(update=update)}) for row in rows.values()])
    moot = sorted(rows)
    if moot:
        ledger.put(
            [
                DecisionRow(
                    id=decision.id, decision=decision.model_copy(update={"conflicts": (*decision.conflicts, *moot)})
                )
            ]
        )
    return moot


def mark_dirty(
    ledger: Ledger, keys: Iterable[str], kind: Literal["block", "name", "decide", "judge"] = "block"
) -> None:
    """Have the next sweep look at these blocks, or name keys, again."""
    stamp = secrets.token_hex(8)
    ledger.put(
        [
            DirtyRow(id=f"{kind}|{key}", kind=kind, key=key, bucket=bucket_of(key), stamp=stamp)
            for key in sorted(set(keys))
        ]
    )


def clear_dirty(ledger: Ledger, rows: Iterable[DirtyRow]) -> None:
    """Take away marks that were not renewed since they were read."""
    old = {row.id: row for row in rows}
    now = ledger.get(DirtyRow, sorted(old))
    ledger.delete(DirtyRow, sorted(key for key, row in now.items() if row.stamp == old[key].stamp))


def bucket_of(key: str) -> int:
    """Partition of a block or name, 0 to 255, by its entity, so that all slots of an entity fall together."""
    return zlib.crc32(key.split("|", 1)[0].encode()) % 256

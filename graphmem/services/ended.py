"""When the sides that a person retires ended: an accepted update leaves them their past, a contradiction does not."""

from collections.abc import Collection
from datetime import datetime

from graphmem.model.conflict import Relation
from graphmem.resolution.case import Side
from graphmem.services.cases import build_case
from graphmem.services.sets import Undecided
from graphmem.services.workspace import Workspace


def ends_of(ws: Workspace, found: Undecided, winners: Collection[str]) -> dict[str, datetime]:
    """By claim id, when each older side ended of which a winner is an update: where the next newer of these begins.

    winners are claim ids. Empty when a winner corrects: then it was never so (the automatic update keeps to the same).
    """
    sides = {side.claim_id: side for side in _sides(ws, found)}
    won = [side for key, side in sides.items() if key in winners]
    if any(side.is_correction for side in won):
        return {}
    starts = [side.starts for side in won if side.starts is not None]
    older = {
        key: side.starts
        for key, side in sides.items()
        if key not in winners and side.starts is not None and starts and side.starts < max(starts)
        if _is_updated(found, key, winners)
    }
    steps = sorted({*starts, *older.values()})
    return {key: next(step for step in steps if step > start) for key, start in older.items()}


def _sides(ws: Workspace, found: Undecided) -> tuple[Side, ...]:
    return build_case(ws, found.conflicts, found.claims, {key: row.record for key, row in found.records.items()}).sides


def _is_updated(found: Undecided, claim: str, winners: Collection[str]) -> bool:
    """Whether the claim's conflicts with the winners, or all of them where it has none with a winner, are updates."""
    own = [c for c in found.conflicts if claim in (c.claim_a, c.claim_b)]
    direct = [c for c in own if c.claim_a in winners or c.claim_b in winners]
    return all(c.relation is Relation.UPDATE for c in direct or own)

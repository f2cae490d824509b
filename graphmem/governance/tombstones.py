"""Tombstones: keyed hashes of the ids of erased records, so that restore, import and migrate do not bring them back."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime

from graphmem.model.rows import MetaRow, TombstoneRow
from graphmem.store_protocol import Ledger

_KEY = "tombstone|key"


def put_tombstones(ledger: Ledger, record_ids: Sequence[str], at: datetime) -> None:
    """Leave a tombstone for each record."""
    key = tombstone_key(ledger)
    ledger.put([TombstoneRow(id=_stone(key, record_id), at=at) for record_id in record_ids])


def erased_among(ledger: Ledger, record_ids: Sequence[str]) -> set[str]:
    """Those of the ids that were erased."""
    row = ledger.get(MetaRow, [_KEY]).get(_KEY)
    if row is None:
        return set()
    stones = {_stone(str(row.body["key"]), record_id): record_id for record_id in record_ids}
    return {stones[stone] for stone in ledger.get(TombstoneRow, sorted(stones))}


def tombstone_key(ledger: Ledger) -> str:
    """The tenant's key, made when first needed."""
    row = ledger.get(MetaRow, [_KEY]).get(_KEY)
    if row is None:
        row = MetaRow(id=_KEY, body={"key": secrets.token_hex(32)})
        ledger.put([row])
    return str(row.body["key"])


def _stone(key: str, record_id: str) -> str:
    return "z-" + hmac.new(bytes.fromhex(key), record_id.encode(), hashlib.sha256).hexdigest()[:32]

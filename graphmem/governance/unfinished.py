"""Removals whose bytes may still be in files: noted in the transaction that removes, taken off once files are clean.

A process that is killed in between, or that readers kept from cleaning, leaves its note to whoever comes next.
"""

import secrets
from collections.abc import Collection

from graphmem.model.rows import MetaRow
from graphmem.store_protocol import Ledger

UNFINISHED = "erasure|unfinished"


def note_removal(ledger: Ledger) -> str:
    """Note that something is being removed; what names the note."""
    token = secrets.token_hex(8)
    _write(ledger, {*unfinished(ledger), token})
    return token


def unfinished(ledger: Ledger) -> set[str]:
    """Notes of removals after which files were not cleaned yet."""
    row = ledger.get(MetaRow, [UNFINISHED]).get(UNFINISHED)
    found = row.body.get("removals") if row is not None else None
    return {str(item) for item in found} if isinstance(found, list) else set()


def settle_removals(ledger: Ledger, tokens: Collection[str]) -> None:
    """Take notes off: the files were cleaned after the removals that they stand for."""
    _write(ledger, unfinished(ledger) - set(tokens))


def _write(ledger: Ledger, tokens: set[str]) -> None:
    if tokens:
        ledger.put([MetaRow(id=UNFINISHED, body={"removals": sorted(tokens)})])
    else:
        ledger.delete(MetaRow, [UNFINISHED])

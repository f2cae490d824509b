"""The legal holds of a tenant as they are kept: one row that lists them, which a restore leaves as it is."""

from collections.abc import Iterable, Mapping

from graphmem.model.hold import LegalHold
from graphmem.model.record import Record
from graphmem.model.rows import MetaRow
from graphmem.store_protocol import Ledger

HOLDS = "holds"  # id of the row


def read_holds(ledger: Ledger) -> dict[str, LegalHold]:
    """The holds that stand, by name."""
    row = ledger.get(MetaRow, [HOLDS]).get(HOLDS)
    found = row.body.get("holds") if row is not None else None
    holds = [LegalHold.model_validate(item) for item in found] if isinstance(found, list) else []
    return {hold.name: hold for hold in holds}


def write_holds(ledger: Ledger, holds: Mapping[str, LegalHold]) -> None:
    """Keep these and no others. The row stays when none is left: a restore must not bring lifted ones back."""
    body = [hold.model_dump(mode="json") for _, hold in sorted(holds.items())]
    ledger.put([MetaRow(id=HOLDS, body={"holds": body})])


def standing(ledger: Ledger) -> list[LegalHold]:
    """The holds that stand in the tenant."""
    return list(read_holds(ledger).values())


def is_held(holds: Iterable[LegalHold], record: Record) -> bool:
    """Whether any of the holds covers the record."""
    return any(hold.covers(record) for hold in holds)

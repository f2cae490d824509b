"""Rows of a tenant one by one, in bounded memory."""

from array import array
from collections.abc import Iterator
from typing import TypeVar

from graphmem.errors import UsageError
from graphmem.model.rows import Row
from graphmem.store_protocol import Where
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.ledger import conditions, decoded, select

R = TypeVar("R", bound=Row)

_BATCH = 500


def stream_rows(session: Session, tenant: str, kind: type[R], where: Where | None, order: str) -> Iterator[R]:
    """Rows in order of an indexed field, then id.

    First their numbers are sorted, then the rows read: sorting whole rows would hold all of them in memory.
    """
    if order != "id" and order not in kind.INDEXED:
        raise UsageError(f"{kind.NAME} rows have no order by {order!r}; allowed: id, {', '.join(kind.INDEXED)}")
    numbers = array("q")
    ordering = "t.id" if order == "id" else f't."{order}", t.id'
    found = conditions(kind, where)
    if len(found) > 1:
        raise UsageError(f"too many values to stream {kind.NAME} rows by: stream all, or a part at a time")
    condition, values = found[0]
    for batch in session.batches(
        f'SELECT t.rid FROM "{kind.NAME}" t JOIN tenant n ON n.id = t.tenant WHERE n.name = ? AND {condition}'
        f" ORDER BY {ordering}",
        (tenant, *values),
        10_000,
    ):
        numbers.extend(rid for (rid,) in batch)
    for start in range(0, len(numbers), _BATCH):
        part = numbers[start : start + _BATCH]
        rows = session.rows(f"{select(kind, 't.rid')} WHERE t.rid IN ({', '.join(map(str, part))})")
        by_number = {row[0]: row[1:] for row in rows}
        for rid in part:
            yield decoded(kind, by_number[rid])


def stream_contents(session: Session, tenant: str) -> Iterator[tuple[str, str]]:
    """Id of every record of a tenant, with its JSON and its tokens, in the order of the file."""
    for batch in session.batches(
        "SELECT t.id, b.record || ' ' || coalesce(s.c0, '') FROM record t JOIN body b ON b.rid = t.rid"
        " JOIN tenant n ON n.id = t.tenant LEFT JOIN search_content s ON s.id = t.rid WHERE n.name = ? ORDER BY t.rid",
        (tenant,),
    ):
        yield from batch

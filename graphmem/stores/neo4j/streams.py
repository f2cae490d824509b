"""Rows of a tenant one by one as of one change, in bounded memory."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import neo4j

from graphmem.errors import UsageError
from graphmem.model.rows import Row
from graphmem.store_protocol import Where
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.codec import columns, decoded
from graphmem.stores.neo4j.labels import label
from graphmem.stores.neo4j.ledger import conditions

R = TypeVar("R", bound=Row)
Ask = Callable[[str, Mapping[str, Any]], list[neo4j.Record]]

_PAGE = 1000
_ABSENT = "x.{order} IS NULL AND x.id > $id"
_FIRST = "x.{order} IS NOT NULL"
_NEXT = "(x.{order} > $place OR (x.{order} = $place AND x.id > $id))"


def stream_rows(ask: Ask, common: Mapping[str, Any], kind: type[R], where: Where | None, order: str) -> Iterator[R]:
    """Rows in order of an indexed field, then id; each page begins after the last row of the one before."""
    if order != "id" and order not in kind.INDEXED:
        raise UsageError(f"{kind.NAME} rows have no order by {order!r}; allowed: id, {', '.join(kind.INDEXED)}")
    condition, values = conditions(kind, where)

    def pages(place: str, begins: Mapping[str, Any], then: str) -> Iterator[R]:
        given: dict[str, Any] = dict(common) | values | dict(begins) | {"limit": _PAGE}
        while True:
            query = cypher.fill(
                cypher.PAGE, label=label(kind), where=condition, place=place, columns=columns(kind)
            ).replace("{order}", order)
            rows = ask(query, given)
            yield from (decoded(kind, row) for row in rows)
            if len(rows) < _PAGE:
                return
            place, given = then, given | {"place": rows[-1]["place"], "id": rows[-1]["id"]}

    if order == "id":
        yield from pages("x.id > $id", {"id": ""}, "x.id > $id")
        return
    yield from pages(_ABSENT, {"id": ""}, _ABSENT)
    yield from pages(_FIRST, {}, _NEXT)

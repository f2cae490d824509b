"""A principal and the asked times as the values of the conditions in `cypher.py`."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import neo4j

from graphmem.model.retrieval import AsOf
from graphmem.model.scope import GLOBAL, Principal
from graphmem.stores.neo4j.batches import KEYS, portions
from graphmem.stores.neo4j.changes import Beginning, require_kept
from graphmem.stores.neo4j.codec import FOREVER, scope_of
from graphmem.stores.neo4j.connection import Connection
from graphmem.stores.sqlite.codec import micros

RESOLVED_EPISODE_DAYS = 90


class Reader:
    """Asks for one principal, as of one change and given times."""

    def __init__(self, connection: Connection, principal: Principal, as_of: AsOf, begun: Beginning) -> None:
        self._connection = connection
        self.principal = principal
        self.as_of = as_of
        self.begun = begun
        self.is_confirmed = True  # nothing has been asked since it was known that all was still there
        self.tenant = principal.tenant
        self.namespaces = list(dict.fromkeys(principal.namespaces))
        self.scopes = [scope_of(principal.tenant, name) for name in self.namespaces]
        self.now = micros(as_of.now) or 0
        self.valid = micros(as_of.valid_at or as_of.now) or 0
        self.rewinds = as_of.known_at is not None
        known = micros(as_of.known_at)
        day = timedelta(days=1) // timedelta(microseconds=1)
        self.parameters: dict[str, Any] = {
            "tenant": self.tenant,
            "seq": begun.seq,
            "scopes": self.scopes,
            "level": principal.clearance.level,
            "sees_global": int(GLOBAL in self.namespaces),
            "now": self.now,
            "valid": self.valid,
            "known": FOREVER - 1 if known is None else known,
            "rewinds": self.rewinds,
            "episode_cut": self.now - RESOLVED_EPISODE_DAYS * day,
            "include_superseded": as_of.include_superseded,
        }

    def ask(self, query: str, values: Mapping[str, Any] | None = None) -> list[neo4j.Record]:
        """Rows of a query with the reader's values and those given."""
        self.is_confirmed = False
        return self._connection.read(query, self.parameters | dict(values or {}))

    def rows(self, query: str, name: str, values: Sequence[str], **others: Any) -> list[Any]:
        """What a query gives as `rows`, a list in one row, for all portions of the values, each asked for once."""
        return [
            row
            for part in portions(self.given(values), KEYS)
            for row in self.ask(query, {name: part, **others})[0]["rows"]
        ]

    def confirm(self, horizon: int) -> None:
        """Take note of the horizon as of the last question. Raises StoreBusyError when it has passed this view."""
        require_kept(horizon, self.begun.seq)
        self.is_confirmed = True

    @staticmethod
    def given(values: Sequence[str]) -> list[str]:
        """The values without repeats."""
        return list(dict.fromkeys(values))

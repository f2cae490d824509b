"""Mentions, claims, links and conflicts around names and records, as one reader may see them."""

from collections.abc import Sequence
from functools import partial

from graphmem.model.claim import Claim, Link, Mention
from graphmem.model.conflict import Conflict
from graphmem.model.rows import ClaimRow, ConflictRow, MentionRow
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.batches import KEYS, portions
from graphmem.stores.neo4j.codec import decoded
from graphmem.stores.neo4j.labels import label
from graphmem.stores.neo4j.reader import Reader
from graphmem.stores.neo4j.remembered import Remembered
from graphmem.stores.sqlite.codec import read_body

_MENTIONS_IN = cypher.fill(cypher.OF_RECORDS, label=label(MentionRow), condition=cypher.CANDIDATE, value="x.body")
_LINKS_IN = cypher.fill(cypher.OF_RECORDS, label=label(MentionRow), condition=cypher.CANDIDATE, value=cypher.LINK)
_CLAIMS_OF = cypher.fill(cypher.OF_RECORDS, label=label(ClaimRow), condition=cypher.MAY_KNOW, value="x.body")
_ALL_CONFLICTS = cypher.fill(cypher.CONFLICTS, side="x.id > ''")
_EITHER_SIDE = " UNION ALL ".join(
    cypher.fill(cypher.CONFLICTS, side=f"x.{field} = side") for field in ("record_a", "record_b")
)
_CONFLICTS_OF = f"UNWIND $ids AS side CALL (side) {{ {_EITHER_SIDE} }} RETURN id, body"


class Neighbourhood:
    """Queries of one reader as of one change; every one goes through an index on what is given."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._counts = Remembered(self._count)
        self._links: dict[int, Remembered[list[str]]] = {}

    def mentions_of(self, keys: Sequence[str], limit_per_key: int) -> list[Mention]:
        """Mentions with those name keys in candidates, of the first so many records a key."""
        bodies = self._reader.rows(cypher.MENTIONS_OF, "keys", keys, limit=limit_per_key)
        found = [read_body(MentionRow, body).mention for body in bodies]
        return list({mention.id: mention for mention in found}.values())

    def mentions_in(self, record_ids: Sequence[str]) -> list[Mention]:
        """Mentions in those records that are candidates, in order of id."""
        found = [read_body(MentionRow, body).mention for body in self._reader.rows(_MENTIONS_IN, "ids", record_ids)]
        return sorted(found, key=lambda mention: mention.id)

    def links_of(self, keys: Sequence[str], limit_per_key: int) -> dict[str, list[str]]:
        """Ids of candidates that mention each key, in order, at most so many a key."""
        if limit_per_key not in self._links:
            self._links[limit_per_key] = Remembered(partial(self._link, limit_per_key))
        return {key: list(ids) for key, ids in self._links[limit_per_key].of(keys).items()}

    def _link(self, limit: int, keys: Sequence[str]) -> dict[str, list[str]]:
        return {key: sorted(ids) for key, ids in self._reader.rows(cypher.LINKS_OF, "keys", keys, limit=limit) if ids}

    def links_in(self, record_ids: Sequence[str]) -> list[Link]:
        """Mentions in those candidates, in order of record, key and sentence."""
        return sorted(
            Link(record_id, key, sentence or 0, type_ or "", bool(placed))
            for record_id, key, sentence, type_, placed in self._reader.rows(_LINKS_IN, "ids", record_ids)
        )

    def mention_counts(self, keys: Sequence[str]) -> dict[str, int]:
        """Candidate records in which each name key occurs: a name of hidden records counts as one that nobody bears."""
        return dict.fromkeys(keys, 0) | self._counts.of(keys)

    def _count(self, keys: Sequence[str]) -> dict[str, int]:
        return {key: int(number) for key, number in self._reader.rows(cypher.MENTION_COUNTS, "keys", keys)}

    def claims_of(self, record_ids: Sequence[str]) -> list[Claim]:
        """Claims of those records that the reader may know of, in order of id."""
        found = [read_body(ClaimRow, body).claim for body in self._reader.rows(_CLAIMS_OF, "ids", record_ids)]
        return sorted(found, key=lambda claim: claim.id)

    def claims_about(self, keys: Sequence[str], attribute: str | None, limit: int) -> list[Claim]:
        """Claims on those subjects, in order of id, at most limit."""
        bodies = self._reader.rows(cypher.CLAIMS_ABOUT, "keys", keys, attribute=attribute, limit=limit)
        found = [read_body(ClaimRow, body).claim for body in bodies]
        return sorted(found, key=lambda claim: claim.id)[:limit]

    def conflicts(self, record_ids: Sequence[str] | None, statuses: Sequence[str]) -> list[Conflict]:
        """Conflicts of the namespaces of which the reader may see both sides, in order of id."""
        given = {"namespaces": self._reader.namespaces, "statuses": [str(status) for status in statuses] or None}
        if record_ids is None:
            rows = self._reader.ask(_ALL_CONFLICTS, given)
        else:
            rows = [
                row for part in portions(self._reader.given(record_ids), KEYS)
                for row in self._reader.ask(_CONFLICTS_OF, given | {"ids": part})
            ]  # fmt: skip
        found = {row["id"]: row for row in rows}
        return [decoded(ConflictRow, found[id_]).conflict for id_ in sorted(found)]

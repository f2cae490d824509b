"""What one principal may read as of one change, and the legs over it."""

from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np

from graphmem.model.claim import Claim, Link, Mention
from graphmem.model.conflict import Conflict
from graphmem.model.record import Record, RecordState
from graphmem.model.retrieval import AsOf, LegHit, Suppressed
from graphmem.model.scope import Principal
from graphmem.protocols import Vectors
from graphmem.stores._halves import unit_vector
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.neighbourhood import Neighbourhood
from graphmem.stores.neo4j.reader import Reader
from graphmem.stores.neo4j.remembered import Remembered
from graphmem.stores.neo4j.seen import SeenRow, seen_records
from graphmem.stores.neo4j.text_leg import TextLeg
from graphmem.stores.neo4j.vector_leg import VectorLeg


class Neo4jView:
    """One reader as of one change."""

    def __init__(self, reader: Reader, fingerprint: str, vectors: VectorLeg) -> None:
        self._reader = reader
        self._fingerprint = fingerprint
        self._text = TextLeg(reader)
        self._vectors = vectors
        self._around = Neighbourhood(reader)
        self._fetched: dict[str, SeenRow] = {}
        self._seen = Remembered(partial(seen_records, reader, self._fetched))

    @property
    def principal(self) -> Principal:
        """Who reads."""
        return self._reader.principal

    @property
    def as_of(self) -> AsOf:
        """Which times are meant."""
        return self._reader.as_of

    @cached_property
    def vectors_usable(self) -> bool:
        """False when namespaces of the reader hold vectors of another encoder than the store was opened with."""
        others = [name for name in self._reader.begun.encoders if name != self._fingerprint]
        return not (others and self._fingerprint and self._reader.ask(cypher.FOREIGN_VECTORS, {"others": others}))

    def text_leg(self, query: str, k: int) -> list[LegHit]:
        """Candidates by BM25 over their index text, best first, ties by id."""
        return self._text.search(query, k)

    def vector_leg(self, vector: Vectors, k: int) -> list[LegHit]:
        """Candidates by cosine to a unit vector, best first, ties by id."""
        return self._vectors.search(np.asarray(vector, dtype=np.float32), k)

    def vectors_of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Unit vectors of those records that are candidates and have one; none where another encoder made some."""
        if not self.vectors_usable:
            return {}
        wanted = self._reader.given(ids)
        halves = dict(self._vectors.halves)
        if any(id_ not in halves for id_ in wanted):
            for *seen, passes, half in self._reader.rows(
                cypher.VECTORS_OF, "ids", wanted, fingerprint=self._fingerprint
            ):
                self._fetched[seen[0]] = seen
                if passes and half is not None:
                    halves[seen[0]] = half
        return {id_: unit_vector(bytes(halves[id_])) for id_ in wanted if id_ in halves}

    def suppressed(self, query: str) -> Suppressed:
        """Counts of records whose index text matches the query but which are no candidates, by reason."""
        return self._text.suppressed(query)

    def records(self, ids: Sequence[str]) -> dict[str, tuple[Record, RecordState]]:
        """Those of the records that the principal may know of, with the state that this reader sees."""
        return self._seen.of(ids)

    def candidates(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that a leg could return."""
        return set(self._reader.rows(cypher.CANDIDATES, "ids", ids))

    def mentions_of(self, keys: Sequence[str], *, limit_per_key: int = 200) -> list[Mention]:
        """Mentions with those name keys in candidate records, at most so many records a key."""
        return self._around.mentions_of(keys, limit_per_key)

    def mentions_in(self, record_ids: Sequence[str]) -> list[Mention]:
        """Mentions in those records that are candidates."""
        return self._around.mentions_in(record_ids)

    def links_of(self, keys: Sequence[str], *, limit_per_key: int = 200) -> dict[str, list[str]]:
        """Ids of candidates that mention each of those name keys, in order, at most so many a key."""
        return self._around.links_of(keys, limit_per_key)

    def links_in(self, record_ids: Sequence[str]) -> list[Link]:
        """Mentions in those records that are candidates, as links."""
        return self._around.links_in(record_ids)

    def mention_counts(self, keys: Sequence[str]) -> dict[str, int]:
        """In how many candidate records each name key occurs."""
        return self._around.mention_counts(keys)

    def claims_of(self, record_ids: Sequence[str]) -> list[Claim]:
        """Claims of those records that the principal may know of, in order of id."""
        return self._around.claims_of(record_ids)

    def claims_about(self, keys: Sequence[str], *, attribute: str | None = None, limit: int = 500) -> list[Claim]:
        """Claims whose subject has one of the name keys; of one attribute when named."""
        return self._around.claims_about(keys, attribute, limit)

    def conflicts(self, *, record_ids: Sequence[str] | None = None, statuses: Sequence[str] = ()) -> list[Conflict]:
        """Conflicts of which the principal may see both sides, in order of id."""
        return self._around.conflicts(record_ids, statuses)

    def count_candidates(self) -> int:
        """Number of candidate records."""
        return int(self._reader.ask(cypher.COUNT_CANDIDATES)[0]["number"])

    def candidate_ids(self, *, after: str = "", limit: int = 1000) -> list[str]:
        """Ids of candidates in order."""
        return [row["id"] for row in self._reader.ask(cypher.CANDIDATE_IDS, {"after": after, "limit": limit})]

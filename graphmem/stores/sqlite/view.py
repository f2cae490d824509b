"""What one principal may read at one state of the store: a read transaction, and the legs over it."""

from collections.abc import Sequence

import numpy as np

from graphmem.model.claim import Claim, Link, Mention
from graphmem.model.conflict import Conflict
from graphmem.model.record import Record, RecordState
from graphmem.model.retrieval import AsOf, LegHit, Suppressed
from graphmem.model.scope import Principal
from graphmem.protocols import Vectors
from graphmem.stores._halves import unit_vector
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.deck import Deck
from graphmem.stores.sqlite.links import Links
from graphmem.stores.sqlite.neighbourhood import Neighbourhood
from graphmem.stores.sqlite.reader import Reader
from graphmem.stores.sqlite.records import chunks
from graphmem.stores.sqlite.seen import seen_records
from graphmem.stores.sqlite.text_leg import TextLeg
from graphmem.stores.sqlite.vector_leg import search_vectors


class SqliteView:
    """One reader in one snapshot; the deck is what its legs share."""

    def __init__(
        self,
        session: Session,
        principal: Principal,
        as_of: AsOf,
        reader: Reader,
        deck: Deck,
        fingerprint: str,
    ) -> None:
        self._session = session
        self._principal = principal
        self._as_of = as_of
        self._reader = reader
        self._deck = deck
        self._fingerprint = fingerprint
        self._text = TextLeg(session, reader, deck)
        self._around = Neighbourhood(session, reader, deck)
        self._links = Links(session, reader, deck)

    @property
    def principal(self) -> Principal:
        """Who reads."""
        return self._principal

    @property
    def as_of(self) -> AsOf:
        """Which times are meant."""
        return self._as_of

    @property
    def vectors_usable(self) -> bool:
        """False when namespaces of the reader hold vectors of another encoder than the store was opened with."""
        scopes = ", ".join(map(str, self._reader.scopes))
        foreign = self._session.value(
            f"SELECT EXISTS (SELECT 1 FROM fingerprint f WHERE f.name <> ? AND EXISTS"
            f" (SELECT 1 FROM vector v WHERE v.scope IN ({scopes}) AND v.fingerprint = f.id))",
            (self._fingerprint,),
        )
        return not foreign

    def text_leg(self, query: str, k: int) -> list[LegHit]:
        """Candidates by BM25 over their index text, best first, ties by id."""
        return self._text.search(query, k)

    def vector_leg(self, vector: Vectors, k: int) -> list[LegHit]:
        """Candidates by exact cosine to a unit vector, best first, ties by id."""
        return search_vectors(self._session, self._deck.selections, np.asarray(vector, dtype=np.float32), k)

    def vectors_of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Unit vectors of those records that are candidates and have one of the encoder in use."""
        found: dict[str, Vectors] = {}
        for part in chunks(list(dict.fromkeys(ids)) if self._reader.scopes else []):
            names = {f"id{number}": id_ for number, id_ in enumerate(part)}
            marked = ", ".join(f":{name}" for name in names)
            rows = self._session.rows(
                "SELECT r.id, v.body FROM record r JOIN vector v ON v.rid = r.rid JOIN fingerprint f"
                " ON f.id = v.fingerprint AND f.name = :fingerprint"
                f" WHERE r.tenant = :tenant AND {self._reader.candidate} AND r.id IN ({marked})",
                self._reader.parameters | names | {"fingerprint": self._fingerprint},
            )
            found |= {id_: unit_vector(body) for id_, body in rows}
        return found

    def suppressed(self, query: str) -> Suppressed:
        """Counts of records whose index text matches the query but which are no candidates, by reason."""
        return self._text.suppressed(query)

    def records(self, ids: Sequence[str]) -> dict[str, tuple[Record, RecordState]]:
        """Those of the records that the principal may know of, with the state that this reader sees."""
        return seen_records(self._session, self._reader, ids)

    def candidates(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that a leg could return."""
        found: set[str] = set()
        for part in chunks(list(dict.fromkeys(ids)) if self._reader.scopes else []):
            names = {f"id{number}": id_ for number, id_ in enumerate(part)}
            found |= {id_ for (id_,) in self._session.rows(
                f"SELECT r.id FROM record r WHERE r.tenant = :tenant AND {self._reader.candidate}"
                f" AND r.id IN ({', '.join(':' + name for name in names)})",
                self._reader.parameters | names,
            )}  # fmt: skip
        return found

    def mentions_of(self, keys: Sequence[str], *, limit_per_key: int = 200) -> list[Mention]:
        """Mentions with those name keys in candidate records, at most so many records a key."""
        return self._around.mentions_of(keys, limit_per_key)

    def mentions_in(self, record_ids: Sequence[str]) -> list[Mention]:
        """Mentions in those records that are candidates."""
        return self._around.mentions_in(record_ids)

    def links_of(self, keys: Sequence[str], *, limit_per_key: int = 200) -> dict[str, list[str]]:
        """Ids of candidates that mention each of those name keys, in order, at most so many a key."""
        return self._links.of_keys(keys, limit_per_key)

    def links_in(self, record_ids: Sequence[str]) -> list[Link]:
        """Mentions in those records that are candidates, as links."""
        return self._links.in_records(record_ids)

    def mention_counts(self, keys: Sequence[str]) -> dict[str, int]:
        """In how many records of the namespaces each name key occurs."""
        return self._around.mention_counts(keys)

    def claims_of(self, record_ids: Sequence[str]) -> list[Claim]:
        """Claims of those records that the principal may know of, in order of id."""
        return self._around.claims_of(record_ids)

    def claims_about(self, keys: Sequence[str], *, attribute: str | None = None, limit: int = 500) -> list[Claim]:
        """Claims whose subject has one of the name keys; of one attribute when named."""
        return self._around.claims_about(keys, attribute, limit)

    def conflicts(self, *, record_ids: Sequence[str] | None = None, statuses: Sequence[str] = ()) -> list[Conflict]:
        """Conflicts of which the principal may see both sides, in order of id."""
        return self._around.conflicts(self._principal.namespaces, record_ids, statuses)

    def count_candidates(self) -> int:
        """Number of candidate records."""
        if not self._reader.scopes:
            return 0
        sql = f"SELECT count(*) FROM record r WHERE {self._reader.candidate}"
        return int(self._session.value(sql, self._reader.parameters))

    def candidate_ids(self, *, after: str = "", limit: int = 1000) -> list[str]:
        """Ids of candidates in order."""
        if not self._reader.scopes:
            return []
        rows = self._session.rows(
            f"SELECT r.id FROM record r WHERE r.tenant = :tenant AND r.id > :after AND {self._reader.candidate}"
            " ORDER BY r.id LIMIT :limit",
            self._reader.parameters | {"after": after, "limit": limit},
        )
        return [id_ for (id_,) in rows]

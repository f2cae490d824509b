"""The store: rows of a tenant inside transactions, and a scoped view with the index legs.

Two ways in, and no other. `Store.view(principal, as_of)` is the only way to read for somebody: every method of a View
filters by tenant, namespaces, clearance, status, validity and retention inside its query, before anything is ranked.
`Store.write(tenant, work)` runs `work(ledger)` in one transaction, repeated on a transient fault; a Ledger is bound to
one tenant, and is used only by the library's own stages after the gate and the role checks of `memory.py`.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from graphmem.model.claim import Claim, Link, Mention
from graphmem.model.conflict import Conflict
from graphmem.model.record import Record, RecordFacts, RecordState
from graphmem.model.retrieval import AsOf, LegHit, Suppressed
from graphmem.model.rows import Row
from graphmem.model.scope import Principal
from graphmem.protocols import Vectors

T = TypeVar("T")
R = TypeVar("R", bound=Row)
Scalar = str | int | float | bool | None
Where = Mapping[str, Scalar | Sequence[Scalar]]


class Ledger(Protocol):
    """Rows of one tenant inside one transaction. Reads see the transaction's own writes.

    `where` maps indexed fields of the row type (its `INDEXED`) to a value, or a sequence of allowed values.
    """

    @property
    @abstractmethod
    def tenant(self) -> str:
        """The tenant that all rows belong to."""
        raise NotImplementedError

    @abstractmethod
    def get(self, kind: type[R], ids: Sequence[str]) -> dict[str, R]:
        """Rows of those ids that exist, by id; any number of ids."""
        raise NotImplementedError

    @abstractmethod
    def find(self, kind: type[R], where: Where | None = None, *, after: str = "", limit: int | None = None) -> list[R]:
        """Rows that match, in order of id, those with an id greater than `after`, at most `limit`."""
        raise NotImplementedError

    @abstractmethod
    def count(self, kind: type[Row], where: Where | None = None) -> int:
        """Number of rows that match."""
        raise NotImplementedError

    @abstractmethod
    def distinct(self, kind: type[Row], field: str, where: Where | None = None) -> list[str]:
        """Values of an indexed text field among the rows that match, each once, in order; absent ones left out."""
        raise NotImplementedError

    @abstractmethod
    def facts(self, ids: Sequence[str]) -> dict[str, RecordFacts]:
        """`facts_of` the records of those ids that exist, by id: a slim read, since detection asks for very many."""
        raise NotImplementedError

    @abstractmethod
    def put(self, rows: Sequence[Row]) -> int:
        """Insert or replace rows by id; the number that were new. Records are not replaced: their first form stays."""
        raise NotImplementedError

    @abstractmethod
    def delete(self, kind: type[Row], ids: Sequence[str]) -> int:
        """Remove rows with all that indexes hold of them; the number that existed."""
        raise NotImplementedError

    @abstractmethod
    def set_vectors(self, vectors: Mapping[str, bytes], fingerprint: str) -> None:
        """Store the little-endian float16 bytes of records' vectors; replaces. Empty bytes remove."""
        raise NotImplementedError

    @abstractmethod
    def get_vectors(self, ids: Sequence[str]) -> dict[str, bytes]:
        """Stored float16 bytes of those records that have a vector."""
        raise NotImplementedError


class View(Protocol):
    """What one principal may read, at one state of the store, as of given times.

    A leg's candidates are records inside tenant and namespaces, at or below the clearance, neither held nor expired nor
    erased, whose given validity contains `valid_at` (default: now), live for this reader at `known_at` (default: now),
    or superseded too when `include_superseded`; resolved episodes observed more than 90 days before now are none.
    """

    @property
    @abstractmethod
    def principal(self) -> Principal:
        """Who reads."""
        raise NotImplementedError

    @property
    @abstractmethod
    def as_of(self) -> AsOf:
        """Which times are meant."""
        raise NotImplementedError

    @property
    @abstractmethod
    def vectors_usable(self) -> bool:
        """False when the namespaces hold vectors of another encoder: the vector leg does not return those records."""
        raise NotImplementedError

    @abstractmethod
    def text_leg(self, query: str, k: int) -> list[LegHit]:
        """Candidates by BM25 over their index text, best first, ties by id. Any punctuation, any script, any length."""
        raise NotImplementedError

    @abstractmethod
    def vector_leg(self, vector: Vectors, k: int) -> list[LegHit]:
        """Candidates by exact or in-index cosine to a unit vector of shape (dimension,), best first, ties by id."""
        raise NotImplementedError

    @abstractmethod
    def vectors_of(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Unit vectors of those records that are candidates and have one of the encoder in use, by id; a store may give
        none while `vectors_usable` is False."""
        raise NotImplementedError

    @abstractmethod
    def suppressed(self, query: str) -> Suppressed:
        """Counts of records whose index text matches the query but which are no candidates, by reason."""
        raise NotImplementedError

    @abstractmethod
    def records(self, ids: Sequence[str]) -> dict[str, tuple[Record, RecordState]]:
        """Those of the records that the principal may know of, whatever their status but erased, with the state that
        this reader sees at `known_at`. Restricted ones are left out unless the clearance is restricted."""
        raise NotImplementedError

    @abstractmethod
    def candidates(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that a leg could return: for routes that reach records by other ways."""
        raise NotImplementedError

    @abstractmethod
    def mentions_of(self, keys: Sequence[str], *, limit_per_key: int = 200) -> list[Mention]:
        """Mentions with those name keys in candidate records, at most so many records a key (smallest ids first)."""
        raise NotImplementedError

    @abstractmethod
    def mentions_in(self, record_ids: Sequence[str]) -> list[Mention]:
        """Mentions in those records that are candidates."""
        raise NotImplementedError

    @abstractmethod
    def links_of(self, keys: Sequence[str], *, limit_per_key: int = 200) -> dict[str, list[str]]:
        """Ids of candidate records that mention each of those name keys, in order of id, at most so many a key."""
        raise NotImplementedError

    @abstractmethod
    def links_in(self, record_ids: Sequence[str]) -> list[Link]:
        """Mentions in those records that are candidates, as links, in order of record, key and sentence."""
        raise NotImplementedError

    @abstractmethod
    def mention_counts(self, keys: Sequence[str]) -> dict[str, int]:
        """In how many candidate records each name key occurs: a name of hidden records alone has none."""
        raise NotImplementedError

    @abstractmethod
    def claims_of(self, record_ids: Sequence[str]) -> list[Claim]:
        """Claims of those records that the principal may know of, in order of id."""
        raise NotImplementedError

    @abstractmethod
    def claims_about(self, keys: Sequence[str], *, attribute: str | None = None, limit: int = 500) -> list[Claim]:
        """Claims whose subject has one of the name keys, of records that the principal may know of (any status that
        `records` gives); of one attribute when named."""
        raise NotImplementedError

    @abstractmethod
    def conflicts(self, *, record_ids: Sequence[str] | None = None, statuses: Sequence[str] = ()) -> list[Conflict]:
        """Conflicts of which the principal may see both sides, in order of id; of those records, in those statuses."""
        raise NotImplementedError

    @abstractmethod
    def count_candidates(self) -> int:
        """Number of candidate records."""
        raise NotImplementedError

    @abstractmethod
    def candidate_ids(self, *, after: str = "", limit: int = 1000) -> list[str]:
        """Ids of candidates in order, for routes that must see all (overview) and for probes."""
        raise NotImplementedError


class Store(Protocol):
    """A store; opening checks schema and encoder, creates what is missing, and raises StoreError with the remedy."""

    @property
    @abstractmethod
    def url(self) -> str:
        """As it was opened, without password."""
        raise NotImplementedError

    @property
    @abstractmethod
    def vectors_usable(self) -> bool:
        """False when the store holds vectors of another encoder than it was opened with."""
        raise NotImplementedError

    @abstractmethod
    def close(self) -> None:
        """Release files and sockets; twice is harmless."""
        raise NotImplementedError

    @abstractmethod
    def view(self, principal: Principal, as_of: AsOf) -> AbstractContextManager[View]:
        """A snapshot for one principal: one state of the store for all its reads."""
        raise NotImplementedError

    @abstractmethod
    def write(self, tenant: str, work: Callable[[Ledger], T]) -> T:
        """Run work in one transaction and commit; nothing is written when it raises. Retried when the store says so,
        so work must be repeatable. Raises StoreBusyError after the bounded wait."""
        raise NotImplementedError

    @abstractmethod
    def read(self, tenant: str, work: Callable[[Ledger], T]) -> T:
        """Run work in one read-only transaction: maintenance that must see a whole tenant."""
        raise NotImplementedError

    @abstractmethod
    def stream(self, tenant: str, kind: type[R], where: Where | None = None, *, order: str = "id") -> Iterator[R]:
        """Rows one by one in order of an indexed field (then id), in bounded memory; for detection and export."""
        raise NotImplementedError

    @abstractmethod
    def contents(self, tenant: str) -> Iterator[tuple[str, str]]:
        """Id of every record of a tenant, with its content as JSON and what indexes in the store's files hold of it,
        in any order: for what looks through all that records hold, without reading them."""
        raise NotImplementedError

    @abstractmethod
    def pieces(self) -> Iterator[tuple[str, bytes]]:
        """Every byte of the files of the store, in the clear, in pieces with the name of their file: for the proof that
        nothing is left in them. Nothing where the files are a server's."""
        raise NotImplementedError

    @abstractmethod
    def tenants(self) -> list[str]:
        """Names of tenants that have rows."""
        raise NotImplementedError

    @abstractmethod
    def scrub(self) -> int:
        """After deletions: leave no byte of what was deleted in any file of the store (SQLite), return the bytes freed.
        Raises StoreBusyError while a reader prevents it."""
        raise NotImplementedError

    @abstractmethod
    def rebuild_text_index(self) -> int:
        """Make the text index anew from the stored index texts; the number of records in it."""
        raise NotImplementedError

    @abstractmethod
    def check(self) -> list[str]:
        """Problems found (integrity, indexes against records, schema), a line each with its remedy. Empty when well."""
        raise NotImplementedError

    @abstractmethod
    def describe(self) -> dict[str, object]:
        """Facts for doctor: schema version, encoder fingerprint, counts, index sizes."""
        raise NotImplementedError

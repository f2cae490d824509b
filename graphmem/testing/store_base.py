"""What every store contract stands on: one fixture to supply, and ways to put rows and to see what a reader sees."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from graphmem.model.retrieval import AsOf, Suppressed
from graphmem.model.rows import RecordRow, Row
from graphmem.model.scope import Principal
from graphmem.store_protocol import Ledger, Store, View
from graphmem.stores import open_store
from graphmem.testing import factory

StoreFactory = Callable[[], Store]
WORD = "pool"  # in every text of tests that look through all legs at once
MANY = 100_000


class StoreFixtures:
    """Supply the fixture `store_url`: the URL of an empty store that any process can open, another for each test."""

    @pytest.fixture
    def store_factory(self, store_url: str) -> Iterator[StoreFactory]:
        """Opens the same store again, as another process would."""
        opened: list[Store] = []

        def open_again() -> Store:
            opened.append(open_store(store_url, fingerprint=factory.FINGERPRINT, dimension=factory.DIMENSION))
            return opened[-1]

        yield open_again
        for store in opened:
            store.close()

    @pytest.fixture
    def store(self, store_factory: StoreFactory) -> Store:
        """An empty store."""
        return store_factory()


def put(store: Store, *rows: Row, tenant: str = factory.TENANT) -> int:
    """Write rows with vectors for the records; the number that were new."""
    records = [row for row in rows if isinstance(row, RecordRow) and row.state.index_text]

    def work(ledger: Ledger) -> int:
        new = ledger.put(rows)
        ledger.set_vectors(factory.packed(*records), factory.FINGERPRINT)
        return new

    return store.write(tenant, work)


def seen(store: Store, who: Principal | None = None, when: AsOf | None = None) -> set[str]:
    """Ids of the candidates, after asserting that every leg agrees on them; their texts must hold WORD."""
    with store.view(who or factory.principal(), when or factory.as_of()) as view:
        return seen_in(view)


def seen_in(view: View) -> set[str]:
    """Ids of the candidates of a view, after asserting that every leg agrees on them."""
    ids = view.candidate_ids(limit=MANY)
    assert ids == sorted(ids)
    assert {hit.record_id for hit in view.text_leg(WORD, MANY)} == set(ids), "the text leg disagrees"
    assert {hit.record_id for hit in view.vector_leg(factory.embed(WORD), MANY)} == set(ids), "the vector leg disagrees"
    assert view.candidates(ids) == set(ids)
    assert view.count_candidates() == len(ids)
    return set(ids)


def texts(
    store: Store, query: str, *, k: int = 10, who: Principal | None = None, when: AsOf | None = None
) -> list[str]:
    """Ids that the text leg returns, in order."""
    with store.view(who or factory.principal(), when or factory.as_of()) as view:
        return [hit.record_id for hit in view.text_leg(query, k)]


def vectors(
    store: Store, text: str, *, k: int = 10, who: Principal | None = None, when: AsOf | None = None
) -> list[str]:
    """Ids that the vector leg returns for the text's vector, in order."""
    with store.view(who or factory.principal(), when or factory.as_of()) as view:
        return [hit.record_id for hit in view.vector_leg(factory.embed(text), k)]


def suppressed(store: Store, query: str, *, who: Principal | None = None, when: AsOf | None = None) -> Suppressed:
    """What a view says was left out."""
    with store.view(who or factory.principal(), when or factory.as_of()) as view:
        return view.suppressed(query)


def statuses(
    store: Store, rows: Sequence[RecordRow], *, who: Principal | None = None, when: AsOf | None = None
) -> list[str | None]:
    """The status of each record as the reader sees it, None where the reader may not know of it."""
    with store.view(who or factory.principal(), when or factory.as_of()) as view:
        known = view.records([row.id for row in rows])
    return [str(known[row.id][1].status) if row.id in known else None for row in rows]

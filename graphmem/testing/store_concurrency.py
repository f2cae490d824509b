"""Promises under several writers and readers at once, by threads that open the store each for itself."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from graphmem.model.rows import ClaimRow, EntityRow, MetaRow, RecordRow
from graphmem.store_protocol import Ledger, Store
from graphmem.testing.factory import TENANT, as_of, claim, principal, restated, row, supersede
from graphmem.testing.store_base import StoreFactory, StoreFixtures, put, seen

T = TypeVar("T")


def at_once(works: Sequence[Callable[[], T]]) -> list[T]:
    """Results of works that all begin at one moment, each in a thread of its own."""
    barrier = threading.Barrier(len(works))

    def begin(work: Callable[[], T]) -> T:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(begin, works))


class ConcurrencyContract(StoreFixtures):
    """Every row exactly once, no lost update, no half of a decision, and no lock error."""

    def test_equal_writes_at_once_are_one_w1(self, store: Store, store_factory: StoreFactory) -> None:
        item = row("The pool opens at 7.")
        found = claim(item, "pool", "opening time", 7)
        stores = [store, *(store_factory() for _ in range(5))]
        assert sum(at_once([partial(put, used, item, found) for used in stores])) == 2
        assert store.read(TENANT, lambda ledger: ledger.count(RecordRow)) == 1
        assert store.read(TENANT, lambda ledger: ledger.count(ClaimRow)) == 1
        assert seen(store) == {item.id}
        assert store.check() == []

    def test_an_entity_made_at_once_is_one_w2(self, store: Store, store_factory: StoreFactory) -> None:
        def make(name: str) -> Callable[[Ledger], int]:
            return lambda ledger: ledger.put([EntityRow(id="e-pool", key="pool", name=name)])

        stores = [store, *(store_factory() for _ in range(5))]
        works = [partial(used.write, TENANT, make(str(n))) for n, used in enumerate(stores)]
        assert sum(at_once(works)) == 1
        assert store.read(TENANT, lambda ledger: ledger.count(EntityRow)) == 1

    def test_no_update_is_lost(self, store: Store, store_factory: StoreFactory) -> None:
        def count(ledger: Ledger) -> None:
            found = ledger.get(MetaRow, ["n"])
            so_far = found["n"].body["n"] if found else 0
            assert isinstance(so_far, int)
            ledger.put([MetaRow(id="n", body={"n": so_far + 1})])

        def work(used: Store) -> None:
            for _ in range(10):
                used.write(TENANT, count)

        stores = [store, store_factory(), store_factory(), store]
        at_once([partial(work, used) for used in stores])
        assert store.read(TENANT, lambda ledger: ledger.get(MetaRow, ["n"]))["n"].body == {"n": 40}

    def test_two_tenants_write_side_by_side_s3(self, store: Store) -> None:
        def work(tenant: str) -> None:
            for n in range(25):
                item = row(f"The pool opens at {n}.", tenant=tenant)
                put(store, item, claim(item, "pool", "opening time", n), tenant=tenant)

        at_once([partial(work, tenant) for tenant in ("a", "b")])
        for tenant in ("a", "b"):
            expected = {row(f"The pool opens at {n}.", tenant=tenant).id for n in range(25)}
            assert seen(store, principal(tenant=tenant)) == expected
            with store.view(principal(tenant=tenant), as_of()) as view:
                assert len(view.claims_about(["pool"])) == 25

    def test_readers_never_see_half_a_decision(self, store: Store, store_factory: StoreFactory) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, old, *supersede(new, [old]))
        is_done = threading.Event()

        def flip() -> set[frozenset[str]]:
            try:
                for n in range(40):
                    rows = supersede(new, [old]) if n % 2 else [restated(old), restated(new, hold="under_review")]
                    put(store, *rows)
            finally:
                is_done.set()
            return set()

        def look(used: Store) -> set[frozenset[str]]:
            found: set[frozenset[str]] = set()
            while not is_done.is_set():
                found.add(frozenset(seen(used)))
            return found

        other = store_factory()
        works: list[Callable[[], set[frozenset[str]]]] = [flip, partial(look, store), partial(look, other)]
        results = at_once(works)
        states = {frozenset({old.id}), frozenset({new.id})}
        assert set().union(*results) <= states

    def test_vectors_follow_many_writers(self, store: Store, store_factory: StoreFactory) -> None:
        def work(used: Store, number: int) -> None:
            for n in range(15):
                put(used, row(f"The pool opens at {n}.", namespace=f"user:{number}"))
                assert len(seen(used, principal(f"user:{number}"))) == n + 1

        stores = [store, store, store_factory(), store_factory()]
        at_once([partial(work, used, n) for n, used in enumerate(stores)])
        assert len(seen(store, principal(*(f"user:{n}" for n in range(4))))) == 60

"""Promises of the vector leg: exact, filtered before it is cut, and of one encoder."""

import numpy as np
import pytest

from graphmem.errors import UsageError
from graphmem.model.record import Status
from graphmem.model.rows import RecordRow
from graphmem.protocols import Vectors
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import DIMENSION, FINGERPRINT, TENANT, as_of, embed, principal, record, restated, row
from graphmem.testing.store_base import StoreFactory, StoreFixtures, put, vectors


def put_vectors(store: Store, found: dict[str, Vectors], fingerprint: str = FINGERPRINT, tenant: str = TENANT) -> None:
    """Store vectors given as float32."""
    packed = {id_: np.asarray(vector, dtype="<f2").tobytes() for id_, vector in found.items()}
    store.write(tenant, lambda ledger: ledger.set_vectors(packed, fingerprint))


class VectorLegContract(StoreFixtures):
    """The nearest candidates come back, all of them and no others."""

    def test_the_order_is_that_of_exact_cosine(self, store: Store) -> None:
        rng = np.random.default_rng(7)
        matrix = rng.normal(size=(500, DIMENSION)).astype(np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        rows = [row(f"The pool opens at {n}.", namespace=f"n{n % 3}") for n in range(500)]
        put(store, *rows)
        put_vectors(store, {item.id: matrix[n] for n, item in enumerate(rows)})
        stored = matrix.astype(np.float16).astype(np.float64)
        stored /= np.linalg.norm(stored, axis=1, keepdims=True)
        for number in range(5):
            asked = matrix[number * 7] + 0.1 * rng.normal(size=DIMENSION)
            asked = (asked / np.linalg.norm(asked)).astype(np.float32)
            scores = stored @ asked
            mine = [n for n in range(500) if n % 3 != 2]
            expected = sorted(mine, key=lambda n: (-scores[n], rows[n].id))[:25]
            with store.view(principal("n0", "n1"), as_of()) as view:
                hits = view.vector_leg(asked, 25)
            assert [hit.record_id for hit in hits] == [rows[n].id for n in expected]
            assert [hit.score for hit in hits] == pytest.approx([scores[n] for n in expected], abs=1e-3)

    def test_vectors_are_given_of_candidates_alone(self, store: Store) -> None:
        live, held, bare = row("The pool opens at 7."), row("Held.", state={"hold": Status.QUARANTINED}), row("Bare.")
        other, secret = row("Elsewhere.", namespace="user:2"), row("Secret.", sensitivity="confidential")
        put(store, live, held, bare, other, secret)
        put_vectors(store, {bare.id: np.zeros(0, dtype=np.float32)})
        ids = [item.id for item in (live, held, bare, other, secret)]
        with store.view(principal(), as_of()) as view:
            found = view.vectors_of([*ids, live.id, "r-unknown"])
            assert view.vectors_of([]) == {}
        assert set(found) == {live.id}
        assert float(found[live.id] @ embed(live.record.text)) == pytest.approx(1.0, abs=1e-3)
        assert float(np.linalg.norm(found[live.id])) == pytest.approx(1.0, abs=1e-6)

    def test_equal_vectors_come_in_order_of_id(self, store: Store) -> None:
        rows = [row("The pool opens.", source=f"s{n}", namespace=f"n{n % 2}") for n in range(40)]
        put(store, *rows)
        assert vectors(store, "The pool opens.", k=7, who=principal("n0", "n1")) == sorted(item.id for item in rows)[:7]

    def test_k_bounds_the_nearest(self, store: Store) -> None:
        put(store, *(row(f"The pool opens at {n}.") for n in range(9)))
        assert [len(vectors(store, "pool", k=k)) for k in (0, 1, 5, 9, 100)] == [0, 1, 5, 9, 9]

    def test_records_without_a_vector_are_not_found(self, store: Store) -> None:
        item, bare = row("The pool opens at 7."), row("The pool opens at 8.")
        store.write(TENANT, lambda ledger: ledger.put([bare]))
        assert vectors(store, "pool") == []
        put(store, item)
        assert vectors(store, "pool") == [item.id]
        put_vectors(store, {bare.id: embed("pool")})  # an older record gets its vector later
        assert vectors(store, "pool") == [bare.id, item.id]
        store.write(TENANT, lambda ledger: ledger.set_vectors({bare.id: b""}, FINGERPRINT))
        assert vectors(store, "pool") == [item.id]

    def test_every_change_is_followed(self, store: Store, store_factory: StoreFactory) -> None:
        other = store_factory()
        first, second = row("The pool opens at 7."), row("A barge sank.")
        put(store, first, second)
        for reader in (store, other):
            assert vectors(reader, "pool opens", k=1) == [first.id]
        put_vectors(store, {first.id: embed("A barge sank"), second.id: embed("pool opens")})
        for reader in (store, other):
            assert vectors(reader, "pool opens", k=1) == [second.id]
        store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [second.id]))
        for reader in (store, other):
            assert vectors(reader, "pool opens") == [first.id]
        third = row("The pool opens at 9.", namespace="elsewhere")
        put(other, third)
        for reader in (store, other):
            assert vectors(reader, "pool opens", who=principal("elsewhere")) == [third.id]

    def test_a_record_that_leaves_and_returns(self, store: Store) -> None:
        item = row("The pool opens at 7.")
        put(store, item)
        assert vectors(store, "pool") == [item.id]
        store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [item.id]))
        assert vectors(store, "pool") == []
        put(store, item)
        assert vectors(store, "pool") == [item.id]

    def test_an_old_snapshot_keeps_its_vectors(self, store: Store) -> None:
        first, second = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, first)
        assert vectors(store, "pool") == [first.id]
        with store.view(principal(), as_of()) as old:
            put(store, second)
            put_vectors(store, {first.id: embed("a barge sank")})
            with store.view(principal(), as_of()) as new:
                assert {hit.record_id for hit in new.vector_leg(embed("pool"), 9)} == {first.id, second.id}
            hits = old.vector_leg(embed("The pool opens at 7."), 9)
            assert [hit.record_id for hit in hits] == [first.id]
            assert hits[0].score == pytest.approx(1, abs=1e-3)

    def test_a_snapshot_that_asks_late_sees_its_own_state(self, store: Store) -> None:
        first, second = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, first)
        with store.view(principal(), as_of()) as old:
            put(store, second)
            assert len(vectors(store, "pool")) == 2  # another view loads the newer state first
            assert [hit.record_id for hit in old.vector_leg(embed("pool"), 9)] == [first.id]

    @pytest.mark.parametrize("length", [0, 1, DIMENSION - 1, DIMENSION + 1])
    def test_a_vector_of_another_length_is_refused(self, store: Store, length: int) -> None:
        put(store, row("The pool opens at 7."))
        with store.view(principal(), as_of()) as view, pytest.raises(UsageError, match=str(DIMENSION)):
            view.vector_leg(np.ones(length, dtype=np.float32), 3)

    def test_vectors_of_another_encoder_are_left_alone(self, store: Store, store_url: str) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.", namespace="other")
        put(store, old)
        other = open_store(store_url, fingerprint="another-encoder-32", dimension=DIMENSION)
        try:
            with other.view(principal(), as_of()) as view:
                assert not view.vectors_usable
                assert view.vector_leg(embed("pool"), 9) == []
                assert [hit.record_id for hit in view.text_leg("pool", 9)] == [old.id]
            assert any("encoder" in problem for problem in other.check())
            assert other.describe()["vectors_of_other_encoders"] == {FINGERPRINT: 1}
            other.write(TENANT, lambda ledger: ledger.put([new]))
            put_vectors(other, {new.id: embed("pool")}, "another-encoder-32")
            with other.view(principal("other"), as_of()) as view:
                assert view.vectors_usable
                assert [hit.record_id for hit in view.vector_leg(embed("pool"), 9)] == [new.id]
            put_vectors(other, {old.id: embed("pool")}, "another-encoder-32")
            with other.view(principal("other", "global"), as_of()) as view:
                assert view.vectors_usable
                assert {hit.record_id for hit in view.vector_leg(embed("pool"), 9)} == {old.id, new.id}
            assert other.check() == []
        finally:
            other.close()
        with store.view(principal(), as_of()) as view:
            assert not view.vectors_usable
            assert view.vector_leg(embed("pool"), 9) == []

    def test_a_wider_encoder_may_take_over(self, store: Store, store_url: str) -> None:
        item, ones = row("The pool opens at 7."), np.full(64, 0.125, dtype=np.float32)
        put(store, item)
        wide = open_store(store_url, fingerprint="wide-64", dimension=64)
        try:
            with wide.view(principal(), as_of()) as view:
                assert view.vector_leg(ones, 3) == []
            put_vectors(wide, {item.id: ones}, "wide-64")
            with wide.view(principal(), as_of()) as view:
                assert [hit.record_id for hit in view.vector_leg(ones, 3)] == [item.id]
        finally:
            wide.close()

    def test_vectors_come_back_bit_for_bit(self, store: Store) -> None:
        item = row("The pool opens at 7.")
        put(store, item)
        found = store.read(TENANT, lambda ledger: ledger.get_vectors([item.id, record("absent").id]))
        assert found == {item.id: embed(item.state.index_text).astype("<f2").tobytes()}

    def test_an_emptied_index_text_leaves_no_vector(self, store: Store) -> None:
        item = row("The pool opens at 7.")
        put(store, item)
        put(store, restated(item, index_text=""))
        assert vectors(store, "pool") == []
        assert store.read(TENANT, lambda ledger: ledger.get_vectors([item.id])) == {}

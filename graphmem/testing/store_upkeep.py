"""Promises of opening, closing, checking and scrubbing a store, and of one view as one state."""

import pytest

from graphmem.errors import StoreError, UsageError
from graphmem.model.record import Status
from graphmem.model.rows import ClaimRow, RecordRow
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import (
    DIMENSION,
    FINGERPRINT,
    TENANT,
    as_of,
    claim,
    embed,
    mention,
    principal,
    restated,
    row,
    supersede,
)
from graphmem.testing.store_base import WORD, StoreFactory, StoreFixtures, put, seen, seen_in, texts


class UpkeepContract(StoreFixtures):
    """A store says what it is, what is wrong with it, and forgets for good what was deleted."""

    def test_what_was_written_is_there_after_reopening(self, store: Store, store_factory: StoreFactory) -> None:
        item = row("The pool opens at 7.")
        put(store, item, claim(item, "pool", "opening time", 7), mention(item, "pool"))
        store.close()
        again = store_factory()
        assert seen(again) == {item.id}
        assert again.read(TENANT, lambda ledger: ledger.count(ClaimRow)) == 1
        assert again.check() == []

    def test_closing_twice_is_harmless_and_using_it_then_is_an_error(self, store: Store) -> None:
        put(store, row("The pool opens at 7."))
        store.close()
        store.close()
        with pytest.raises((UsageError, StoreError), match="closed"):
            seen(store)
        with pytest.raises((UsageError, StoreError), match="closed"):
            put(store, row("The pool opens at 8."))

    def test_the_url_shows_no_password(self, store: Store, store_url: str) -> None:
        assert store.url.partition("://")[0] == store_url.partition("://")[0]
        assert "@" not in store.url

    def test_check_finds_nothing_in_a_sound_store(self, store: Store) -> None:
        assert store.check() == []
        old, new, held = row("The pool opens at 7."), row("The pool opens at 8."), row("?!")
        silent = row("The pool is shut.", state={"index_text": ""})
        put(store, old, new, held, silent, *supersede(new, [old]), restated(held, hold=Status.QUARANTINED))
        store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [old.id]))
        assert store.check() == []

    def test_contents_are_those_of_every_record_whatever_its_status(self, store: Store) -> None:
        open_, shut = (
            row('The "pool" opens at 7.', subjects=("Kim",)),
            row("The pool is shut.", state={"index_text": ""}),
        )
        put(
            store,
            open_,
            shut,
            restated(shut, hold=Status.QUARANTINED),
            row("Another pool.", tenant="else"),
            tenant=TENANT,
        )
        held = dict(store.contents(TENANT))
        assert {open_.id, shut.id} <= set(held)
        assert '"Kim"' in held[open_.id] and '\\"pool\\"' in held[open_.id] and "is shut" in held[shut.id]
        assert dict(store.contents("nobody")) == {}

    def test_pieces_are_every_byte_of_the_files_in_the_clear(self, store: Store) -> None:
        put(store, row("The zorbulator hums in the pool."))
        pieces = list(store.pieces())
        assert not pieces or b"zorbulator" in b"".join(piece for _, piece in pieces)

    def test_check_names_claims_without_a_record(self, store: Store) -> None:
        item = row("The pool opens at 7.")
        put(store, claim(item, "pool", "opening time", 7))
        assert any("claim" in problem and ":" in problem for problem in store.check())

    def test_describe_counts(self, store: Store) -> None:
        items = [row(f"The pool opens at {n}.") for n in range(3)]
        put(store, *items, claim(items[0], "pool", "opening time", 7))
        facts = store.describe()
        rows = facts["rows"]
        assert isinstance(rows, dict)
        assert (rows["record"], rows["claim"], rows["mention"]) == (3, 1, 0)
        assert (facts["vectors"], facts["encoder"], facts["dimension"]) == (3, FINGERPRINT, DIMENSION)
        assert isinstance(facts["schema_version"], int)

    def test_tenants_are_those_with_rows(self, store: Store) -> None:
        assert store.tenants() == []
        item = row("The pool opens at 7.", tenant="b")
        put(store, item, tenant="b")
        put(store, row("The pool opens at 7.", tenant="a"), tenant="a")
        assert store.tenants() == ["a", "b"]
        store.write("b", lambda ledger: ledger.delete(RecordRow, [item.id]))
        assert store.tenants() == ["a"]

    def test_scrub_keeps_what_is_left(self, store: Store) -> None:
        items = [row(f"The pool opens at {n}.", namespace=f"user:{n % 3}") for n in range(30)]
        put(store, *items)
        gone = [item.id for item in items if item.record.namespace == "user:0"]
        store.write(TENANT, lambda ledger: ledger.delete(RecordRow, gone))
        assert store.scrub() >= 0
        assert seen(store, principal("user:0")) == set()
        assert seen(store, principal("user:1")) == {item.id for item in items if item.record.namespace == "user:1"}
        put(store, items[0])
        assert seen(store, principal("user:0")) == {items[0].id}
        assert store.check() == []

    def test_the_text_index_is_made_anew_from_what_is_stored(self, store: Store) -> None:
        items = [row(f"The pool opens at {n}.") for n in range(5)]
        silent = row("A silent pool.", namespace="other", state={"index_text": ""})
        other = row("Another pool.", namespace="other", state={"index_text": "The bath."})
        put(store, *items, silent, other)
        assert store.rebuild_text_index() == 6
        assert texts(store, "pool", who=principal("other")) == []
        assert texts(store, "bath", who=principal("other")) == [other.id]
        assert seen(store) == {item.id for item in items}
        assert store.check() == []
        put(store, row("The pool opens late."))
        assert len(seen(store)) == 6

    def test_a_view_is_one_state(self, store: Store, store_factory: StoreFactory) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, old, new)
        other = store_factory()
        with other.view(principal(), as_of()) as view:
            put(store, *supersede(new, [old]))
            put(store, row("The pool opens at 9."))
            assert seen_in(view) == {old.id, new.id}
            assert view.suppressed(WORD).superseded == 0
            assert {str(state.status) for _, state in view.records([old.id, new.id]).values()} == {"active"}
            store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [old.id]))
            assert seen_in(view) == {old.id, new.id}
            assert set(view.records([old.id])) == {old.id}
        assert len(seen(other)) == 2

    def test_an_abandoned_stream_holds_nothing(self, store: Store) -> None:
        put(store, *(row(f"The pool opens at {n}.") for n in range(2000)))
        stream = store.stream(TENANT, RecordRow)
        first = next(stream)
        put(store, row("The pool opens late."))
        assert first.id < next(stream).id
        del stream
        put(store, row("The pool opens later."))
        assert store.scrub() >= 0

    def test_a_stream_is_one_state(self, store: Store) -> None:
        put(store, *(row(f"The pool opens at {n}.") for n in range(1500)))
        stream = store.stream(TENANT, RecordRow)
        found = [next(stream)]
        store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [item.id for item in ledger.find(RecordRow)]))
        found += list(stream)
        assert len(found) == 1500
        assert list(store.stream(TENANT, RecordRow)) == []

    def test_a_store_can_be_used_without_an_encoder(self, store: Store, store_url: str) -> None:
        plain = open_store(store_url, fingerprint="", dimension=0)
        item = row("The pool opens at 7.")
        try:
            plain.write(TENANT, lambda ledger: ledger.put([item]))
            assert texts(plain, "pool") == [item.id]
            with plain.view(principal(), as_of()) as view:
                assert view.vectors_usable
                assert view.count_candidates() == 1
        finally:
            plain.close()
        with store.view(principal(), as_of()) as view:
            assert view.vector_leg(embed("pool"), 3) == []

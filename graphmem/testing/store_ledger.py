"""Promises of `Ledger`, `Store.write`, `Store.read` and `Store.stream`."""

from collections.abc import Callable

import pytest

from graphmem.errors import StoreError, UsageError
from graphmem.model.record import Status, facts_of
from graphmem.model.rows import ClaimRow, EntityRow, LogRow, MentionRow, MetaRow, RecordRow, Row
from graphmem.store_protocol import Ledger, Store, Where
from graphmem.testing.factory import FINGERPRINT, START, TENANT, claim, day, embed, mention, record, restated, row
from graphmem.testing.store_base import StoreFactory, StoreFixtures, put, texts

STRANGE = [
    "user:1",
    "user:10",
    "user:%",
    "a'b\"c",
    "*",
    "ns\x00null",
    "東京/大阪",
    "emoji 🙂",
    " blank ",
    "a\nb",
    "%s {x} $1",
]


def entity(key: str, **fields: object) -> EntityRow:
    """An entity row of that key."""
    return EntityRow(id=f"e-{key}", key=key, name=key, **fields)  # type: ignore[arg-type]


class LedgerContract(StoreFixtures):
    """Rows go in whole or not at all, once, and come back as they were."""

    def test_rows_come_back_as_they_were(self, store: Store) -> None:
        first = row("The pool opens at 7.", source="s", observed_at=day(-3), valid_from=day(-9), subjects=("a", "b"))
        rows: list[Row] = [
            first,
            claim(first, "pool", "opening time", 7, valid=None, confidence=0.25),
            mention(first, "pool", aliases=("the baths",)),
            entity("pool", keys=("pool", "baths")),
            MetaRow(id="m", body={"n": 1, "list": [1, "x", None]}),
            LogRow(id="l", kind="model", at=START, body={"deep": {"er": [True]}}),
        ]
        assert put(store, *rows) == 6
        for item in rows:
            found = store.read(TENANT, lambda ledger, item=item: ledger.get(type(item), [item.id, "absent"]))  # type: ignore[misc]
            assert found == {item.id: item}

    @pytest.mark.parametrize("text", [*STRANGE, "x" * 200_000, "\x00", "e\u0301 é", "\u202eright", "\U0001f600" * 9])
    def test_text_is_kept_to_the_letter(self, store: Store, text: str) -> None:
        put(store, row(text))
        found = store.read(TENANT, lambda ledger: ledger.find(RecordRow))
        assert [item.record.text for item in found] == [text]

    def test_the_same_rows_twice_are_stored_once(self, store: Store) -> None:
        first = row("The pool opens at 7.")
        rows = [first, claim(first, "pool", "opening time", 7), mention(first, "pool")]
        assert put(store, *rows) == 3
        assert put(store, *rows) == 0
        assert put(store, *rows, *rows) == 0
        for kind in (RecordRow, ClaimRow, MentionRow):
            assert store.read(TENANT, lambda ledger, kind=kind: ledger.count(kind)) == 1  # type: ignore[misc]

    def test_a_row_twice_in_one_call_is_one_new_row(self, store: Store) -> None:
        first = row("The pool opens at 7.")
        assert put(store, first, first, entity("pool"), entity("pool", type="PLACE")) == 2
        assert store.read(TENANT, lambda ledger: ledger.get(EntityRow, ["e-pool"]))["e-pool"].type == "PLACE"

    def test_a_record_keeps_its_first_form_and_takes_the_new_state(self, store: Store) -> None:
        first = row("The pool opens at 7.", external_id="first", recorded_at=START)
        again = row("The pool opens at 7.", external_id="second", recorded_at=day(9))
        assert first.id == again.id
        put(store, first)
        put(store, restated(again, status=Status.SUPERSEDED, canonical_id="r-x"))
        found = store.read(TENANT, lambda ledger: ledger.get(RecordRow, [first.id]))[first.id]
        assert found.record == first.record
        assert (found.state.status, found.state.canonical_id) == (Status.SUPERSEDED, "r-x")

    def test_other_rows_are_replaced(self, store: Store) -> None:
        put(store, entity("pool"))
        assert put(store, entity("pool", type="PLACE")) == 0
        assert store.read(TENANT, lambda ledger: ledger.find(EntityRow)) == [entity("pool", type="PLACE")]

    def test_find_goes_by_indexed_fields_in_order_of_id(self, store: Store) -> None:
        rows = sorted((row(f"The pool opens at {n}.", session_id=f"s{n % 2}", external_id=str(n)) for n in range(9)),
                      key=lambda item: item.id)  # fmt: skip
        put(store, *reversed(rows))

        def find(**where: object) -> list[RecordRow]:
            return store.read(TENANT, lambda ledger: ledger.find(RecordRow, where))  # type: ignore[arg-type]

        assert find() == rows
        assert find(session_id="s1") == [item for item in rows if item.record.session_id == "s1"]
        assert find(session_id="s1", external_id=["1", "2", "absent"]) == [
            i for i in rows if i.record.external_id == "1"
        ]
        assert find(status=Status.ACTIVE, recorded_at=START) == rows
        assert find(agent_id=None) == rows
        assert find(agent_id=[]) == find(session_id="s_") == find(session_id="%") == []

    def test_find_pages_without_loss(self, store: Store) -> None:
        rows = sorted((row(f"The pool opens at {n}.") for n in range(10)), key=lambda item: item.id)
        put(store, *rows)

        def page(after: str) -> list[RecordRow]:
            return store.read(TENANT, lambda ledger: ledger.find(RecordRow, after=after, limit=3))

        found: list[RecordRow] = []
        while more := page(found[-1].id if found else ""):
            assert len(more) <= 3
            found += more
        assert found == rows
        assert store.read(TENANT, lambda ledger: ledger.find(RecordRow, limit=0)) == []

    def test_more_values_than_a_statement_takes(self, store: Store) -> None:
        rows = [row(f"The pool opens at {n}.", external_id=str(n)) for n in range(5)]
        put(store, *rows)
        many = [str(n) for n in range(3, 40_000)]
        assert store.read(TENANT, lambda ledger: ledger.count(RecordRow, {"external_id": many})) == 2
        assert len(store.read(TENANT, lambda ledger: ledger.find(RecordRow, {"external_id": many}))) == 2
        ids = [item.id for item in rows] + [f"absent-{n}" for n in range(40_000)]
        assert len(store.read(TENANT, lambda ledger: ledger.get(RecordRow, ids))) == 5

    def test_a_field_without_an_index_is_refused(self, store: Store) -> None:
        with pytest.raises(UsageError, match="text"):
            store.read(TENANT, lambda ledger: ledger.find(RecordRow, {"text": "x"}))
        with pytest.raises(UsageError, match="text"):
            list(store.stream(TENANT, RecordRow, order="text"))

    def test_distinct_values_of_a_field(self, store: Store) -> None:
        one, two = row("The pool opens at 7."), row("The kiln feeds the press.", namespace="user:1")
        put(store, one, two, claim(one, "pool", "opening time", 7), claim(two, "kiln", "feed", "press"))

        def distinct(field: str, where: Where | None = None) -> list[str]:
            return store.read(TENANT, lambda ledger: ledger.distinct(ClaimRow, field, where))

        assert distinct("attribute") == ["feed", "opening time"]
        assert distinct("record_id", {"attribute": ["feed", "absent"]}) == [two.id]
        assert distinct("attribute", {"namespace": "nowhere"}) == []
        with pytest.raises(UsageError, match="quote"):
            distinct("quote")

    def test_facts_are_those_of_the_record_and_its_state(self, store: Store) -> None:
        plain = row("The pool opens at 7.")
        dated = row("The kiln burns.", observed_at=day(-3), valid_from=day(-9), valid_to=day(9), writer_level=2)
        gone = restated(row("The press stands."), status=Status.SUPERSEDED, by_version=True, decision_id="d-1")
        held = restated(row("The oven waits."), status=Status.UNDER_REVIEW, hold=Status.UNDER_REVIEW)
        rows = [plain, dated, gone, held]
        put(store, *rows)
        found = store.read(TENANT, lambda ledger: ledger.facts([*(r.id for r in rows), "absent"]))
        assert found == {r.id: facts_of(r.record, r.state) for r in rows}

    def test_a_transaction_sees_its_own_writes(self, store: Store) -> None:
        def work(ledger: Ledger) -> tuple[int, int, int]:
            ledger.put([entity("pool")])
            before = ledger.count(EntityRow)
            ledger.delete(EntityRow, ["e-pool"])
            return before, ledger.count(EntityRow), ledger.put([entity("pool")])

        assert store.write(TENANT, work) == (1, 0, 1)

    def test_nothing_is_written_when_work_raises(self, store: Store) -> None:
        kept = row("The pool opens at 7.")
        put(store, kept)

        def work(ledger: Ledger) -> None:
            ledger.put([row("The pool opens at 8."), entity("pool"), restated(kept, status=Status.SUPERSEDED)])
            ledger.set_vectors({kept.id: b""}, FINGERPRINT)
            ledger.delete(RecordRow, [kept.id])
            raise LookupError("half-way")

        with pytest.raises(LookupError, match="half-way"):
            store.write(TENANT, work)
        assert store.read(TENANT, lambda ledger: ledger.find(RecordRow)) == [kept]
        assert store.read(TENANT, lambda ledger: ledger.count(EntityRow)) == 0
        assert texts(store, "pool") == [kept.id]
        assert store.read(TENANT, lambda ledger: set(ledger.get_vectors([kept.id]))) == {kept.id}

    def test_a_reading_transaction_refuses_to_write(self, store: Store) -> None:
        writes: list[Callable[[Ledger], object]] = [
            lambda ledger: ledger.put([entity("pool")]),
            lambda ledger: ledger.delete(EntityRow, ["e-pool"]),
            lambda ledger: ledger.set_vectors({"r": b""}, FINGERPRINT),
        ]
        for work in writes:
            with pytest.raises(StoreError, match="read"):
                store.read(TENANT, work)

    def test_delete_says_how_many_there_were(self, store: Store) -> None:
        first, second = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, first, second, entity("a"), entity("b"))
        assert store.write(TENANT, lambda ledger: ledger.delete(EntityRow, ["e-a", "e-a", "e-absent"])) == 1
        assert store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [first.id, "absent"])) == 1
        assert store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [first.id])) == 0
        assert texts(store, "pool") == [second.id]
        assert put(store, first) == 1

    def test_vectors_are_kept_replaced_and_removed(self, store: Store) -> None:
        first, second = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, first, second)
        other = embed("something else").astype("<f2").tobytes()

        def work(ledger: Ledger) -> dict[str, bytes]:
            ledger.set_vectors({first.id: other, second.id: b"", "absent": other}, FINGERPRINT)
            return ledger.get_vectors([first.id, second.id, "absent"])

        assert store.write(TENANT, work) == {first.id: other}

    def test_tenants_never_meet(self, store: Store) -> None:
        mine, theirs = row("The pool opens at 7.", tenant="a"), row("The pool opens at 8.", tenant="b")
        put(store, mine, entity("pool"), MetaRow(id="m", body={"of": "a"}), tenant="a")
        put(store, theirs, entity("pool", type="PLACE"), MetaRow(id="m", body={"of": "b"}), tenant="b")
        for tenant, item in (("a", mine), ("b", theirs)):
            assert store.read(tenant, lambda ledger: ledger.find(RecordRow)) == [item]
            assert store.read(tenant, lambda ledger: ledger.get(MetaRow, ["m"]))["m"].body == {"of": tenant}
        assert store.write("b", lambda ledger: ledger.delete(RecordRow, [mine.id])) == 0
        assert store.write("b", lambda ledger: ledger.delete(EntityRow, ["e-pool"])) == 1
        assert store.read("a", lambda ledger: ledger.count(EntityRow)) == 1
        assert store.read("b", lambda ledger: ledger.get_vectors([mine.id])) == {}
        assert store.read("c", lambda ledger: ledger.find(RecordRow)) == []
        assert store.tenants() == ["a", "b"]

    @pytest.mark.parametrize("name", STRANGE)
    def test_names_have_no_meaning(self, store: Store, name: str) -> None:
        item = row("The pool opens at 7.", tenant=name, namespace=name, source=name, session_id=name, external_id=name)
        put(store, item, entity(name), tenant=name)
        for field in ("namespace", "source_id", "session_id", "external_id"):
            where = {field: name}
            assert store.read(name, lambda ledger, where=where: ledger.find(RecordRow, where)) == [item]  # type: ignore[misc]
        assert store.read(name, lambda ledger: ledger.find(EntityRow, {"key": name})) == [entity(name)]
        assert store.tenants() == [name]

    def test_stream_gives_every_row_in_order(self, store: Store) -> None:
        items = [row(f"The pool opens at {n}.", recorded_at=day(n % 3), session_id=f"s{n % 2}") for n in range(1203)]
        claims = [claim(item, f"thing {n % 7}", "opening time", n) for n, item in enumerate(items)]
        put(store, *items, *claims)
        put(store, row("The pool opens.", tenant="other"), tenant="other")
        assert list(store.stream(TENANT, RecordRow)) == sorted(items, key=lambda item: item.id)
        by_time = sorted(items, key=lambda item: (item.record.recorded_at, item.id))
        assert list(store.stream(TENANT, RecordRow, order="recorded_at")) == by_time
        some = [item for item in by_time if item.record.session_id == "s1"]
        assert list(store.stream(TENANT, RecordRow, {"session_id": "s1"}, order="recorded_at")) == some
        assert list(store.stream(TENANT, ClaimRow, order="block")) == sorted(claims, key=lambda c: (c.block, c.id))
        assert list(store.stream(TENANT, MentionRow)) == []

    def test_a_batch_of_ten_thousand_records(self, store: Store) -> None:
        items = [row(f"Locker {n} of the pool has {n % 3} doors.") for n in range(10_000)]
        assert put(store, *items) == 10_000
        assert put(store, *items[5_000:], row("One more.")) == 1
        assert store.read(TENANT, lambda ledger: ledger.count(RecordRow)) == 10_001
        wanted = record("Locker 4711 of the pool has 1 doors.").id
        assert texts(store, "who has locker 4711", k=1) == [wanted]

    def test_what_one_process_writes_another_reads(self, store: Store, store_factory: StoreFactory) -> None:
        other = store_factory()
        assert texts(other, "pool") == []
        item = row("The pool opens at 7.")
        put(store, item)
        assert texts(other, "pool") == [item.id]
        assert other.read(TENANT, lambda ledger: ledger.find(RecordRow)) == [item]

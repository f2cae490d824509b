"""Promises of time: what was valid, what was believed, and that neither brings back what is no longer permitted."""

from datetime import timedelta, timezone
from itertools import pairwise

import pytest

from graphmem.model.record import Status
from graphmem.model.retrieval import Suppressed
from graphmem.model.rows import RecordRow
from graphmem.store_protocol import Store
from graphmem.testing.factory import TENANT, as_of, day, principal, restated, row, supersede
from graphmem.testing.store_base import StoreFixtures, put, seen, statuses, suppressed, texts


class TimeContract(StoreFixtures):
    """Validity is closed at the start and open at the end; beliefs are rewound, permissions are not."""

    @pytest.mark.parametrize(
        ("starts", "ends", "asked", "is_live"),
        [
            pytest.param(None, None, 0, True, id="nothing given excludes nothing"),
            pytest.param(None, 10, 9.99, True, id="before a known end"),
            pytest.param(None, 10, 10, False, id="open at the end"),
            pytest.param(10, None, 10, True, id="closed at the start"),
            pytest.param(10, None, 9.99, False, id="before a known start"),
            pytest.param(10, None, 9999, True, id="unknown end excludes nothing"),
            pytest.param(None, 10, -9999, True, id="unknown start excludes nothing"),
            pytest.param(10, 20, 15, True, id="inside"),
            pytest.param(10, 20, 20, False, id="at the end"),
        ],
    )
    def test_given_validity_decides(
        self, store: Store, starts: float | None, ends: float | None, asked: float, is_live: bool
    ) -> None:
        start, end = (None if offset is None else day(offset) for offset in (starts, ends))
        item = row("The pool pass is valid.", valid_from=start, valid_to=end)
        put(store, item)
        for when in (
            as_of(day(asked)),
            as_of(valid_at=day(asked)),
            as_of(valid_at=day(asked), include_superseded=True),
        ):
            assert seen(store, when=when) == ({item.id} if is_live else set())
            assert suppressed(store, "pool", when=when).expired == (0 if is_live else 1)
        assert statuses(store, [item], when=as_of(day(asked))) == ["active"]

    def test_one_instant_in_two_zones_t5(self, store: Store) -> None:
        kathmandu = timezone(timedelta(hours=5, minutes=45))
        item = row("The pool pass is valid.", valid_to=day(10).astimezone(kathmandu))
        put(store, item)
        honolulu = timezone(timedelta(hours=-10))
        assert seen(store, when=as_of(valid_at=day(10).astimezone(honolulu))) == set()
        assert seen(store, when=as_of(valid_at=(day(10) - timedelta(microseconds=1)).astimezone(honolulu))) == {item.id}

    def test_microseconds_and_far_years_compare(self, store: Store) -> None:
        start = day(0).replace(microsecond=5)
        early = row("The pool of old.", valid_from=day(0).replace(year=1), valid_to=day(0).replace(year=2))
        late = row("The pool to come.", valid_from=day(0).replace(year=9999))
        exact = row("The pool now.", valid_from=start)
        put(store, early, late, exact)
        assert seen(store, when=as_of(valid_at=day(0).replace(year=1, month=6))) == {early.id}
        assert seen(store, when=as_of(valid_at=day(0).replace(year=9999))) == {late.id, exact.id}
        assert seen(store, when=as_of(valid_at=start - timedelta(microseconds=1))) == set()
        assert seen(store, when=as_of(valid_at=start)) == {exact.id}

    def test_an_update_closes_and_a_correction_retires(self, store: Store) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.")
        wrong, right = row("The pool is 20 m long."), row("The pool is 25 m long.")
        put(store, old, new, wrong, right)
        put(store, *supersede(new, [old], at=day(50), closes_at=day(40)), *supersede(right, [wrong], at=day(50)))
        assert seen(store) == {new.id, right.id}
        assert seen(store, when=as_of(valid_at=day(40))) == {new.id, right.id}
        assert seen(store, when=as_of(valid_at=day(39.9))) == {old.id, new.id, right.id}
        assert statuses(store, [old, wrong]) == ["superseded", "superseded"]
        assert statuses(store, [old, wrong], when=as_of(valid_at=day(39.9))) == ["active", "superseded"]

    def test_an_update_to_come_leaves_the_present_alone(self, store: Store) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, old, new, *supersede(new, [old], closes_at=day(400)))
        assert seen(store) == {old.id, new.id}
        assert seen(store, when=as_of(valid_at=day(400))) == {new.id}
        assert suppressed(store, "pool").superseded == 0
        assert suppressed(store, "pool", when=as_of(valid_at=day(400))).superseded == 1

    def test_before_the_first_recording_nothing_is_known(self, store: Store) -> None:
        items = [row(f"The pool opens at {n}.", recorded_at=day(n)) for n in range(3)]
        put(store, *items)
        assert seen(store, when=as_of(known_at=day(-1))) == set()
        assert statuses(store, items, when=as_of(known_at=day(-1))) == [None] * 3
        assert suppressed(store, "pool", when=as_of(known_at=day(-1))) == Suppressed()
        assert seen(store, when=as_of(known_at=day(0))) == {items[0].id}
        assert seen(store, when=as_of(known_at=day(1.5))) == {items[0].id, items[1].id}

    def test_what_was_believed_then(self, store: Store) -> None:
        old, new = row("The pool opens at 7.", recorded_at=day(0)), row("The pool opens at 8.", recorded_at=day(5))
        put(store, old, new, *supersede(new, [old], at=day(10)))
        expected = {0: {old.id}, 4: {old.id}, 5: {old.id, new.id}, 9.9: {old.id, new.id}, 10: {new.id}, 99: {new.id}}
        for known, ids in expected.items():
            assert seen(store, when=as_of(known_at=day(known))) == ids, known
        assert statuses(store, [old, new], when=as_of(known_at=day(9.9))) == ["active", "active"]
        assert statuses(store, [old, new], when=as_of(known_at=day(10))) == ["superseded", "canonical"]
        assert suppressed(store, "pool", when=as_of(known_at=day(9.9))).superseded == 0
        assert suppressed(store, "pool", when=as_of(known_at=day(10))).superseded == 1
        assert seen(store, when=as_of(known_at=day(10), include_superseded=True)) == {old.id, new.id}

    def test_a_decision_undone_was_believed_in_between(self, store: Store) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, old, new, *supersede(new, [old], at=day(10), undone_at=day(20)))
        assert seen(store) == {old.id, new.id}
        assert seen(store, when=as_of(known_at=day(9))) == {old.id, new.id}
        assert seen(store, when=as_of(known_at=day(10))) == {new.id}
        assert seen(store, when=as_of(known_at=day(19.9))) == {new.id}
        assert seen(store, when=as_of(known_at=day(20))) == {old.id, new.id}
        assert statuses(store, [old, new], when=as_of(known_at=day(15))) == ["superseded", "canonical"]
        assert statuses(store, [old, new]) == ["active", "active"]

    def test_both_times_together(self, store: Store) -> None:
        old, new = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, old, new, *supersede(new, [old], at=day(50), closes_at=day(40)))
        assert seen(store, when=as_of(valid_at=day(45), known_at=day(49))) == {old.id, new.id}
        assert seen(store, when=as_of(valid_at=day(45), known_at=day(50))) == {new.id}
        assert seen(store, when=as_of(valid_at=day(30), known_at=day(50))) == {old.id, new.id}

    def test_the_state_at_a_time_names_its_decision(self, store: Store) -> None:
        first, second, third = (row(f"The pool opens at {n}.") for n in (7, 8, 9))
        put(store, first, second, third)
        earlier = supersede(second, [first], at=day(10))
        put(store, *earlier)
        put(store, *supersede(third, [first, second], at=day(20), resolver="another"))
        with store.view(principal(), as_of(known_at=day(15))) as view:
            known = view.records([first.id, second.id, third.id])
        state = known[first.id][1]
        assert (state.status, state.canonical_id, state.resolver) == (Status.SUPERSEDED, second.id, "a-policy")
        assert state.resolution_date == day(10)
        assert (known[second.id][1].status, known[second.id][1].supersedes) == (Status.CANONICAL, (first.id,))
        assert (known[third.id][1].status, known[third.id][1].decision_id) == (Status.ACTIVE, None)

    def test_known_at_never_rewinds_permissions(self, store: Store) -> None:
        held = row("The pool opens at 7.", state={"hold": Status.QUARANTINED})
        expired = row("The pool opens at 8.", state={"expires_at": day(100)})
        secret = row("The pool opens at 9.", state={"sensitivity": "confidential"})
        put(store, held, expired, secret)
        assert seen(store, when=as_of(known_at=day(1))) == set()
        assert statuses(store, [held, expired, secret], when=as_of(known_at=day(1))) == ["quarantined", "expired", None]

    def test_version_after_version_r1(self, store: Store) -> None:
        versions = [row(f"The fee is {n} euro.", recorded_at=day(n)) for n in range(12)]
        put(store, *versions)
        for older, newer in pairwise(versions):
            kept = store.read(TENANT, lambda ledger: ledger.find(RecordRow, {"status": [*Status]}))
            now = {item.id: item for item in kept}
            put(store, *supersede(now[newer.id], [now[older.id]], at=newer.record.recorded_at))
        assert texts(store, "fee", k=3) == [versions[-1].id]
        assert suppressed(store, "fee").model_dump() == {"superseded": 11, "expired": 0, "quarantined": 0}
        assert suppressed(store, "what is the fee").superseded == 11
        assert suppressed(store, "fee", when=as_of(include_superseded=True)).superseded == 0
        for n in range(12):
            assert texts(store, "fee", k=3, when=as_of(known_at=day(n))) == [versions[n].id]

    def test_old_text_that_matches_better_takes_no_place(self, store: Store) -> None:
        old, new = row("The pool opens at 7."), row("Since May, swimmers are let into the pool from 8 on.")
        put(store, old, new, *supersede(new, [old]))
        assert texts(store, "the pool opens at 7", k=1) == [new.id]
        put(store, restated(old, status=Status.ACTIVE))
        assert texts(store, "the pool opens at 7", k=1) == [old.id]

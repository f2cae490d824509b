"""Promises of scope, clearance and retention: filters inside every leg, never after it."""

from typing import Any

import pytest

from graphmem.model.record import Outcome, Status, Tier
from graphmem.model.scope import Sensitivity
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, as_of, claim, conflict, day, mention, principal, restated, row
from graphmem.testing.store_base import StoreFixtures, put, seen, statuses, suppressed, texts, vectors
from graphmem.testing.store_ledger import STRANGE


class ScopeContract(StoreFixtures):
    """A reader sees what lies in its tenant and namespaces, at or below its clearance, and not a trace of the rest."""

    @pytest.mark.parametrize("name", STRANGE)
    def test_a_namespace_is_a_name_and_no_pattern(self, store: Store, name: str) -> None:
        rows = {other: row("The pool opens.", namespace=other) for other in (*STRANGE, "global", "user")}
        put(store, *rows.values())
        assert seen(store, principal(name)) == {rows[name].id}

    def test_several_namespaces_are_one_scope(self, store: Store) -> None:
        rows = [row(f"The pool opens at {n}.", namespace=f"user:{n}") for n in range(12)]
        put(store, *rows)
        assert seen(store, principal("user:1", "user:11", "unknown")) == {rows[1].id, rows[11].id}
        assert seen(store, principal("unknown")) == set()
        assert seen(store, principal("user:1", "user:1")) == {rows[1].id}

    def test_another_tenant_does_not_exist(self, store: Store) -> None:
        mine = row("The pool opens at 7.", tenant="a")
        theirs = [row(f"The pool pool pool opens at {n}.", tenant="b", state={"status": status})
                  for n, status in enumerate([Status.ACTIVE, Status.SUPERSEDED, Status.QUARANTINED])]  # fmt: skip
        claims = [claim(theirs[0], "pool", "opening time", 7), claim(theirs[1], "pool", "opening time", 8)]
        put(store, mine, tenant="a")
        put(store, *theirs, *claims, mention(theirs[0], "pool"), conflict(*claims), tenant="b")
        reader = principal(tenant="a")
        assert seen(store, reader) == {mine.id}
        assert suppressed(store, "pool", who=reader).model_dump() == {"superseded": 0, "expired": 0, "quarantined": 0}
        with store.view(reader, as_of()) as view:
            ids = [item.id for item in theirs]
            assert (view.records(ids), view.candidates(ids), view.claims_of(ids), view.mentions_in(ids)) == (
                {},
                set(),
                [],
                [],
            )
            assert (view.mentions_of(["pool"]), view.claims_about(["pool"]), view.conflicts()) == ([], [], [])
            assert view.conflicts(record_ids=ids) == []
            assert view.mention_counts(["pool"]) == {"pool": 0}
        assert seen(store, principal(tenant="c")) == set()

    def test_a_small_scope_is_not_starved_by_a_large_one(self, store: Store) -> None:
        loud = [row(f"pool pool pool {n}", namespace="loud") for n in range(300)]
        quiet = [row(f"Somewhere there is a pool of sorts, number {n}.", namespace="quiet") for n in range(2)]
        put(store, *loud, *quiet)
        wanted = {item.id for item in quiet}
        assert set(texts(store, "pool pool pool", k=2, who=principal("quiet"))) == wanted
        assert set(vectors(store, "pool", k=2, who=principal("quiet"))) == wanted

    def test_clearance_is_a_ceiling(self, store: Store) -> None:
        rows = {level: row(f"The pool is {level}.", sensitivity=level) for level in Sensitivity}
        put(store, *rows.values())
        for reader in Sensitivity:
            visible = {rows[level].id for level in Sensitivity if level.level <= reader.level}
            assert seen(store, principal(clearance=reader)) == visible
            with store.view(principal(clearance=reader), as_of()) as view:
                assert set(view.records([item.id for item in rows.values()])) == visible

    def test_a_stricter_sensitivity_takes_hold_at_once(self, store: Store) -> None:
        item = row("The pool opens at 7.", sensitivity=Sensitivity.PUBLIC)
        put(store, item, claim(item, "pool", "opening time", 7), mention(item, "pool"))
        put(store, restated(item, sensitivity=Sensitivity.CONFIDENTIAL))
        assert seen(store) == set()
        with store.view(principal(), as_of()) as view:
            assert (view.claims_about(["pool"]), view.claims_of([item.id])) == ([], [])
            assert (view.mentions_of(["pool"]), view.mentions_in([item.id])) == ([], [])
            assert view.records([item.id]) == {}
        assert seen(store, principal(clearance="confidential")) == {item.id}

    def test_a_laxer_state_never_opens_a_record(self, store: Store) -> None:
        item = row("The pool opens at 7.", sensitivity=Sensitivity.RESTRICTED)
        put(store, restated(item, sensitivity=Sensitivity.PUBLIC))
        assert seen(store) == set()

    @pytest.mark.parametrize("hold", [Status.UNDER_REVIEW, Status.QUARANTINED])
    def test_what_is_held_is_no_candidate(self, store: Store, hold: Status) -> None:
        held = row("The pool opens at 7.", state={"hold": hold, "status": hold})
        only_status = row("The pool opens at 8.", state={"status": hold})
        only_hold = row("The pool opens at 9.", state={"hold": hold})
        put(store, held, only_status, only_hold)
        assert seen(store) == set()
        assert seen(store, when=as_of(include_superseded=True)) == set()
        assert statuses(store, [held, only_status, only_hold]) == [hold] * 3
        put(store, restated(held, hold=None, status=Status.ACTIVE))
        assert seen(store) == {held.id}

    def test_the_erased_are_gone_for_everyone(self, store: Store) -> None:
        item = row("The pool opens at 7.", state={"status": Status.ERASED})
        put(store, item)
        assert seen(store, principal(clearance="restricted"), as_of(include_superseded=True)) == set()
        assert statuses(store, [item]) == [None]
        assert suppressed(store, "pool").model_dump() == {"superseded": 0, "expired": 0, "quarantined": 0}

    def test_expired_lines_do_not_hide_live_ones_r2(self, store: Store) -> None:
        expired = [row(f"pool {n}", state={"expires_at": day(1)}) for n in range(100)]
        live = [row(f"There is, somewhere in town, a pool of sorts called {n}.") for n in ("Alpha", "Beta")]
        put(store, *expired, *live)
        assert set(texts(store, "pool", k=2)) == set(vectors(store, "pool", k=2)) == {item.id for item in live}
        assert suppressed(store, "pool").expired == 100

    def test_retention_ends_at_the_moment_it_says(self, store: Store) -> None:
        item = row("The pool opens at 7.", state={"expires_at": day(10)})
        put(store, item)
        assert seen(store, when=as_of(day(9.999))) == {item.id}
        assert seen(store, when=as_of(day(10))) == set()
        assert statuses(store, [item], when=as_of(day(9.999))) == ["active"]
        assert statuses(store, [item], when=as_of(day(10))) == ["expired"]

    def test_no_option_brings_the_expired_back(self, store: Store) -> None:
        by_time = row("The pool opens at 7.", state={"expires_at": day(1)})
        by_status = row("The pool opens at 8.", state={"status": Status.EXPIRED})
        put(store, by_time, by_status)
        for when in (as_of(), as_of(include_superseded=True), as_of(valid_at=day(0)), as_of(known_at=day(0))):
            assert seen(store, when=when) == set()
        assert suppressed(store, "pool").expired == 2
        assert statuses(store, [by_time, by_status], when=as_of(known_at=day(0))) == ["expired", "expired"]

    def test_a_legal_hold_keeps_a_record_from_expiring(self, store: Store) -> None:
        item = row("The pool opens at 7.", state={"expires_at": day(1), "legal_hold": True})
        put(store, item)
        assert seen(store) == {item.id}
        assert statuses(store, [item]) == ["active"]

    def test_old_resolved_episodes_are_no_candidates(self, store: Store) -> None:
        def episode(age: float, **fields: Any) -> str:
            given: dict[str, Any] = {
                "tier": Tier.EPISODIC,
                "outcome": Outcome.RESOLVED,
                "observed_at": NOW - (day(age) - day(0)),
            }
            item = row("The pool pump failed.", source=f"s{age}{sorted(fields)}", **(given | fields))
            put(store, item)
            return item.id

        fresh = {
            episode(90),
            episode(2),
            episode(400, outcome=Outcome.UNRESOLVED),
            episode(400, outcome=None),
            episode(400, tier=Tier.SEMANTIC),
            episode(401, observed_at=None),
        }
        stale = {episode(90.001), episode(400)}
        assert seen(store) == fresh
        assert seen(store, when=as_of(include_superseded=True)) == fresh
        with store.view(principal(), as_of()) as view:
            assert set(view.records(sorted(stale))) == stale

    def test_quarantined_matches_are_counted(self, store: Store) -> None:
        held = [row(f"The pool opens at {n}.", state={"hold": Status.QUARANTINED}) for n in range(3)]
        waiting = row("The pool opens at 9.", state={"hold": Status.UNDER_REVIEW})
        secret = row("The pool is a secret.", sensitivity="confidential", state={"hold": Status.QUARANTINED})
        foreign = row("The pool is elsewhere.", namespace="other", state={"hold": Status.QUARANTINED})
        put(store, *held, waiting, secret, foreign)
        assert suppressed(store, "pool").model_dump() == {"superseded": 0, "expired": 0, "quarantined": 3}
        assert suppressed(store, "barge").model_dump() == {"superseded": 0, "expired": 0, "quarantined": 0}
        assert suppressed(store, "?!").quarantined == 0

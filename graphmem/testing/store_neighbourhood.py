"""Promises of the graph leg's queries: mentions and claims around names, within what may be read."""

from graphmem.model.claim import Link
from graphmem.model.record import Status
from graphmem.store_protocol import Store
from graphmem.testing.factory import as_of, claim, day, mention, principal, restated, row, supersede
from graphmem.testing.store_base import StoreFixtures, put


class NeighbourhoodContract(StoreFixtures):
    """Names lead to records, and records to names, never across the fence."""

    def test_mentions_of_names_in_candidates(self, store: Store) -> None:
        live, quarantined = row("The pool opens at 7."), row("The pool opens at 8.", state={"hold": Status.QUARANTINED})
        other, secret = (
            row("The pool is shut.", namespace="other"),
            row("The pool is leaking.", sensitivity="confidential"),
        )
        rows = [live, quarantined, other, secret]
        mentions = [mention(item, name) for item in rows for name in ("The Pool", "Town Hall")]
        put(store, *rows, *mentions)
        with store.view(principal(), as_of()) as view:
            found = view.mentions_of(["pool", "absent"])
            assert [(item.record_id, item.key, item.name) for item in found] == [(live.id, "pool", "The Pool")]
            assert {item.key for item in view.mentions_of(["pool", "town hall", "pool"])} == {"pool", "town hall"}
            assert len(view.mentions_of(["pool", "town hall", "pool"])) == 2
            assert view.mentions_of([]) == view.mentions_of(["The Pool"]) == view.mentions_of(["po%"]) == []
            assert {item.record_id for item in view.mentions_in([item.id for item in rows])} == {live.id}
            assert [item.id for item in view.mentions_in([live.id])] == sorted(
                mention(live, n).id for n in ("The Pool", "Town Hall")
            )
            assert view.mentions_in([]) == []

    def test_mentions_are_bounded_by_records_of_smallest_ids(self, store: Store) -> None:
        rows = sorted((row(f"The pool and the Pool, number {n}.") for n in range(20)), key=lambda item: item.id)
        mentions = [mention(item, name, sentence=n) for item in rows for n, name in enumerate(("pool", "Pool"))]
        held = [restated(item, hold=Status.QUARANTINED) for item in rows[:5]]
        put(store, *rows, *mentions, *held)
        with store.view(principal(), as_of()) as view:
            found = view.mentions_of(["pool"], limit_per_key=3)
            assert sorted({item.record_id for item in found}) == [item.id for item in rows[5:8]]
            assert len(found) == 6
            assert len(view.mentions_of(["pool"])) == 30

    def test_links_of_names_are_candidates_and_bounded(self, store: Store) -> None:
        rows = sorted((row(f"The pool and the hall, number {n}.") for n in range(20)), key=lambda item: item.id)
        mentions = [mention(item, "pool", sentence=n) for item in rows for n in range(2)]
        hall, outside = mention(rows[7], "hall"), row("The pool is shut.", namespace="other")
        held = [restated(item, hold=Status.QUARANTINED) for item in rows[:5]]
        put(store, *rows, *mentions, hall, outside, mention(outside, "pool"), *held)
        with store.view(principal(), as_of()) as view:
            ids = [item.id for item in rows[5:]]
            assert view.links_of(["pool", "hall", "pool", "absent"]) == {"pool": ids, "hall": [rows[7].id]}
            assert view.links_of(["hall", "pool"], limit_per_key=3) == {"pool": ids[:3], "hall": [rows[7].id]}
            assert view.links_of(["hall", "pool"], limit_per_key=1) == {"pool": ids[:1], "hall": [rows[7].id]}
            assert view.links_of([]) == view.links_of(["po%"]) == {}

    def test_links_in_records_say_what_a_walk_needs(self, store: Store) -> None:
        item, held = (
            row("The pool opens. The hall is shut."),
            row("The pool leaks.", state={"hold": Status.QUARANTINED}),
        )
        placed = mention(item, "Hall", type="FAC", sentence=1, span={"start": 20, "end": 24})
        put(store, item, held, placed, mention(item, "Town guide", type="TITLE"), mention(held, "pool"))
        with store.view(principal(), as_of()) as view:
            found = view.links_in([held.id, item.id, item.id])
            assert found == [Link(item.id, "hall", 1, "FAC", True), Link(item.id, "town guide", 0, "TITLE", False)]
            assert view.links_in([]) == []

    def test_mention_counts_are_of_records_and_of_the_scope(self, store: Store) -> None:
        rows = [row(f"The pool, number {n}.", namespace=f"user:{n % 2}") for n in range(10)]
        put(store, *rows, *(mention(item, "pool", sentence=n) for item in rows for n in range(3)))
        with store.view(principal("user:1"), as_of()) as view:
            assert view.mention_counts(["pool", "absent"]) == {"pool": 5, "absent": 0}
            assert view.mention_counts([]) == {}
        with store.view(principal("user:2"), as_of()) as view:
            assert view.mention_counts(["pool"]) == {"pool": 0}

    def test_a_name_of_hidden_records_counts_as_one_that_nobody_bears(self, store: Store) -> None:
        secret, held = row("The pool is deep.", sensitivity="confidential"), row("The pool is shut.")
        put(store, secret, held, mention(secret, "pool"), mention(held, "pool"))
        put(store, restated(held, hold=Status.QUARANTINED))
        with store.view(principal(), as_of()) as view:
            assert view.mention_counts(["pool"]) == {"pool": 0}
        with store.view(principal(clearance="confidential"), as_of()) as view:
            assert view.mention_counts(["pool"]) == {"pool": 1}

    def test_claims_of_records_of_any_status(self, store: Store) -> None:
        live, old, held = (row(f"The pool opens at {n}.") for n in (8, 7, 9))
        secret, other = (
            row("The pool is deep.", sensitivity="confidential"),
            row("The pool is shut.", namespace="other"),
        )
        rows = [live, old, held, secret, other]
        claims = [claim(item, "pool", "opening time", n) for n, item in enumerate(rows)]
        put(store, *rows, *claims, *supersede(live, [old]), restated(held, hold=Status.QUARANTINED))
        expected = sorted(item.id for item in claims[:3])
        with store.view(principal(), as_of()) as view:
            assert [item.id for item in view.claims_of([item.id for item in rows])] == expected
            assert [item.id for item in view.claims_about(["pool"])] == expected
            assert view.claims_of([live.id]) == [claims[0].claim]
            assert view.claims_of([]) == view.claims_of(["absent"]) == []

    def test_claims_about_names_and_attributes(self, store: Store) -> None:
        item = row("The pool opens at 7 and is 25 m long; the hall opens at 9.")
        claims = [
            claim(item, "The pool", "opening time", 7),
            claim(item, "pool", "length", 25),
            claim(item, "Town Hall", "opening time", 9),
        ]
        put(store, item, *claims)
        with store.view(principal(), as_of()) as view:
            assert {found.id for found in view.claims_about(["pool"])} == {claims[0].id, claims[1].id}
            assert [found.id for found in view.claims_about(["pool"], attribute="length")] == [claims[1].id]
            assert [found.id for found in view.claims_about(["town hall", "absent"])] == [claims[2].id]
            assert view.claims_about(["pool"], attribute="colour") == view.claims_about([]) == []
            every = [found.id for found in view.claims_about(["pool", "town hall"])]
            assert every == sorted(every)
            assert [found.id for found in view.claims_about(["pool", "town hall"], limit=2)] == every[:2]

    def test_what_was_not_yet_recorded_is_not_around(self, store: Store) -> None:
        item = row("The pool opens at 7.", recorded_at=day(5))
        put(store, item, claim(item, "pool", "opening time", 7), mention(item, "pool"))
        with store.view(principal(), as_of(known_at=day(4))) as view:
            assert (view.claims_about(["pool"]), view.mentions_of(["pool"])) == ([], [])
            assert (view.claims_of([item.id]), view.mentions_in([item.id])) == ([], [])

    def test_many_names_and_many_records_at_once(self, store: Store) -> None:
        rows = [row(f"Locker {n} is green.") for n in range(60)]
        put(store, *rows, *(mention(item, f"Locker {n}") for n, item in enumerate(rows)))
        keys = [f"locker {n}" for n in range(12_000)]
        ids = [item.id for item in rows] + [f"absent-{n}" for n in range(12_000)]
        with store.view(principal(), as_of()) as view:
            assert len(view.mentions_in(ids)) == 60
            assert sum(view.mention_counts(keys).values()) == 60
            assert len(view.candidates(ids)) == len(view.records(ids)) == 60

    def test_candidate_ids_page_in_order(self, store: Store) -> None:
        rows = [row(f"The pool opens at {n}.", namespace=f"user:{n % 2}") for n in range(20)]
        put(store, *rows)
        with store.view(principal("user:0"), as_of()) as view:
            found: list[str] = []
            while page := view.candidate_ids(after=found[-1] if found else "", limit=3):
                found += page
            assert found == sorted(item.id for item in rows[::2])
            assert view.candidate_ids(limit=0) == []

"""Promises of decisions: who may see one sees its effects, and for everybody else it never happened (semantics §4)."""

import pytest

from graphmem.model.claim import Span
from graphmem.model.record import RetiredSpan, Status
from graphmem.model.rows import RecordRow, RetirementRow, Row
from graphmem.store_protocol import Store
from graphmem.testing.factory import TENANT, as_of, claim, conflict, day, merge, principal, restated, row, supersede
from graphmem.testing.store_base import StoreFixtures, put, seen, statuses, suppressed, texts

CONFIDENTIAL = 2


def _of_claim(found: Row, record_id: str, claim_id: str) -> Row:
    """The row, a retirement of that record turned into one of a claim alone."""
    if not isinstance(found, RetirementRow) or found.retirement.record_id != record_id:
        return found
    changed = found.retirement.model_copy(update={"whole": False, "claim_id": claim_id})
    return RetirementRow(id=found.id, retirement=changed)


class DecisionContract(StoreFixtures):
    """Status is what decisions made of a record, as far as this reader may see them."""

    def test_the_superseded_are_left_out_and_counted(self, store: Store) -> None:
        old, new, other = row("The pool opens at 7."), row("The pool opens at 8."), row("The pool is blue.")
        put(store, old, new, other, *supersede(new, [old]))
        assert seen(store) == {new.id, other.id}
        assert seen(store, when=as_of(include_superseded=True)) == {old.id, new.id, other.id}
        assert statuses(store, [old, new, other]) == ["superseded", "canonical", "active"]
        assert suppressed(store, "pool").superseded == 1
        assert suppressed(store, "blue").superseded == 0
        with store.view(principal(), as_of()) as view:
            state = view.records([old.id])[old.id][1]
        assert (state.canonical_id, state.resolver, state.resolution_type) == (new.id, "a-policy", "auto")

    def test_each_record_left_out_is_counted_once(self, store: Store) -> None:
        new = row("The pool opens at 9.")
        both = row("The pool opens at 7.", state={"expires_at": day(1)})
        ended = row("The pool opens at 8.", valid_to=day(1))
        put(store, new, both, ended, *supersede(new, [both, ended]))
        assert suppressed(store, "pool").model_dump() == {"superseded": 0, "expired": 2, "quarantined": 0}

    @pytest.mark.parametrize("depth", ["level", "global"])
    def test_a_decision_on_hidden_evidence_never_happened(self, store: Store, depth: str) -> None:
        namespace = "user:1" if depth == "global" else "global"
        rests = {"requires_level": CONFIDENTIAL} if depth == "level" else {"requires_global": True}
        insider = principal(clearance="confidential") if depth == "level" else principal("user:1", "global")
        outsider = principal(namespace)
        old, new = row("The pool opens at 7.", namespace=namespace), row("The pool opens at 8.", namespace=namespace)
        put(store, old, new, *supersede(new, [old], at=day(5), **rests))
        assert seen(store, insider) == {new.id}
        assert seen(store, outsider) == {old.id, new.id}
        assert statuses(store, [old, new], who=insider) == ["superseded", "canonical"]
        assert statuses(store, [old, new], who=outsider) == ["active", "active"]
        assert suppressed(store, "pool", who=insider).superseded == 1
        assert suppressed(store, "pool", who=outsider).superseded == 0
        assert seen(store, outsider, as_of(known_at=day(9))) == {old.id, new.id}
        assert seen(store, insider, as_of(known_at=day(9))) == {new.id}
        with store.view(outsider, as_of()) as view:
            for _, state in view.records([old.id, new.id]).values():
                assert (state.canonical_id, state.decision_id, state.resolver) == (None, None, None)
                assert (state.supersedes, state.resolution_date, state.resolution_type) == ((), None, None)

    def test_what_a_hidden_decision_wrote_is_hidden(self, store: Store) -> None:
        a, b = row("The pool opens at 7."), row("The pool opens at 8.")
        rows = merge("The pool opens at 7 in summer, at 8 in winter.", [a, b], at=day(5), requires_level=CONFIDENTIAL)
        written = next(item for item in rows if isinstance(item, RecordRow) and item.id not in {a.id, b.id})
        put(store, a, b, *rows)
        insider = principal(clearance="confidential")
        assert seen(store, insider) == {written.id}
        assert seen(store) == {a.id, b.id}
        assert seen(store, when=as_of(include_superseded=True)) == {a.id, b.id}
        assert statuses(store, [a, b, written]) == ["active", "active", None]
        assert statuses(store, [a, b, written], who=insider) == ["superseded", "superseded", "canonical"]
        assert suppressed(store, "pool").superseded == 0

    @pytest.mark.parametrize("order", ["decision first", "record first"])
    def test_a_written_record_follows_its_decision(self, store: Store, order: str) -> None:
        a, b = row("The pool opens at 7."), row("The pool opens at 8.")
        rows = merge("The pool opens at 7 or 8.", [a, b], at=day(5), requires_global=True)
        put(store, a, b)
        for item in rows if order == "decision first" else reversed(rows):
            put(store, item)
        written = next(item for item in rows if isinstance(item, RecordRow) and item.id not in {a.id, b.id})
        assert seen(store) == {written.id}
        assert seen(store, when=as_of(known_at=day(4.9))) == {a.id, b.id}
        put(store, *merge("The pool opens at 7 or 8.", [a, b], at=day(5), undone_at=day(9)))
        for when in (as_of(), as_of(known_at=day(9))):
            assert seen(store, when=when) == {a.id, b.id}
            assert statuses(store, [a, b, written], when=when) == ["active", "active", None]
        assert seen(store, when=as_of(known_at=day(8))) == {written.id}

    def test_a_written_record_retired_by_a_hidden_decision_stays(self, store: Store) -> None:
        a, b = row("The pool opens at 7."), row("The pool opens at 8.")
        put(store, a, b, *merge("The pool opens at 7 or 8.", [a, b], at=day(5)))
        rows = store.read(TENANT, lambda ledger: ledger.find(RecordRow, {"status": Status.CANONICAL}))
        newest = row("The pool opens at 6.", recorded_at=day(6))
        put(store, newest, *supersede(newest, rows, at=day(7), requires_level=CONFIDENTIAL))
        assert statuses(store, [*rows, newest]) == ["canonical", "active"]
        assert seen(store) == {rows[0].id, newest.id}
        assert seen(store, principal(clearance="confidential")) == {newest.id}

    def test_a_source_name_alone_makes_no_decision(self, store: Store) -> None:
        item = row("The pool opens at 7.", source="decision:d-0", origin="user_statement")
        reviewed = row("The pool opens at 8.", source="decision:d-unknown", origin="human_review")
        put(store, item, reviewed)
        assert seen(store) == {item.id, reviewed.id}

    def test_a_retired_sentence_leaves_the_rest(self, store: Store) -> None:
        item = row("The pool opens at 7. The pool is blue.")
        sentence = claim(item, "pool", "opening time", 7, quote="The pool opens at 7.", span={"start": 0, "end": 20})
        new = row("Doors open at 8.")
        rows = supersede(new, [item], at=day(5), requires_level=CONFIDENTIAL)
        partial = [_of_claim(r, item.id, sentence.id) for r in rows if not isinstance(r, RecordRow)]
        quote = Span(start=0, end=20)
        span = RetiredSpan(span=quote, quote=sentence.claim.quote, canonical_id=new.id, decision_id=rows[0].id)
        state = {"retired": (span,), "index_text": "The pool is blue.", "requires_level": CONFIDENTIAL}
        put(store, item, new, sentence, *partial, restated(item, **state))
        insider = principal(clearance="confidential")
        assert texts(store, "pool", who=insider) == texts(store, "pool") == [item.id]
        with store.view(insider, as_of()) as view:
            assert view.records([item.id])[item.id][1].retired == (span,)
        with store.view(principal(), as_of()) as view:
            assert view.records([item.id])[item.id][1].retired == ()
        with store.view(insider, as_of(known_at=day(4))) as view:
            assert view.records([item.id])[item.id][1].retired == ()
        with store.view(insider, as_of(known_at=day(5))) as view:
            assert view.records([item.id])[item.id][1].retired == (span,)

    def test_a_conflict_is_seen_with_both_its_sides(self, store: Store) -> None:
        a = row("The pool opens at 7.", namespace="user:1")
        b = row("The pool opens at 8.", namespace="user:1", sensitivity="confidential")
        c = row("The pool opens at 9.")
        claims = [claim(item, "pool", "opening time", n) for n, item in enumerate((a, b, c))]
        plain = conflict(claims[0], claims[1], requires_level=CONFIDENTIAL)
        wide = conflict(claims[0], claims[2], namespace="user:1", requires_global=True)
        put(store, a, b, c, *claims, plain, wide)

        def conflicts(*namespaces: str, clearance: str = "confidential") -> set[str]:
            with store.view(principal(*namespaces, clearance=clearance), as_of()) as view:
                found = [item.id for item in view.conflicts()]
                assert found == sorted(found)
                return set(found)

        assert conflicts("user:1", "global") == {plain.id, wide.id}
        assert conflicts("user:1") == {plain.id}
        assert conflicts("user:1", clearance="internal") == set()
        assert conflicts("user:1", "global", clearance="internal") == {wide.id}
        assert conflicts("global") == conflicts("user:2") == set()
        with store.view(principal("user:1", "global", clearance="confidential"), as_of()) as view:
            assert {item.id for item in view.conflicts(record_ids=[b.id])} == {plain.id}
            assert {item.id for item in view.conflicts(record_ids=[a.id, c.id])} == {plain.id, wide.id}
            assert view.conflicts(record_ids=[]) == view.conflicts(statuses=["escalated"]) == []
            assert len(view.conflicts(statuses=["open", "escalated"])) == 2

    def test_a_conflict_needs_both_its_records(self, store: Store) -> None:
        a, b = row("The pool opens at 7."), row("The pool opens at 8.")
        pair = [claim(a, "pool", "opening time", 7), claim(b, "pool", "opening time", 8)]
        put(store, a, b, *pair, conflict(*pair))
        with store.view(principal(), as_of()) as view:
            assert len(view.conflicts()) == 1
        put(store, restated(b, sensitivity="confidential"))
        with store.view(principal(), as_of()) as view:
            assert view.conflicts() == []

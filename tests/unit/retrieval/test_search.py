from dataclasses import replace

import pytest

from graphmem.errors import UsageError
from graphmem.model.record import Status
from graphmem.retrieval import Tools
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, as_of, claim, conflict, day, mention, principal, restated, row, supersede
from graphmem.testing.store_base import put
from tests.unit.retrieval.asking import ask, ids

ROUTES = ["auto", "lookup", "graph", "timeline", "overview", "conflict"]


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\x00", "\u2028"])
def test_a_question_without_visible_characters_is_refused(store: Store, tools: Tools, query: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        ask(store, query, tools)


@pytest.mark.parametrize("k", [0, -1, True])
def test_k_below_one_is_refused(store: Store, tools: Tools, k: int) -> None:
    with pytest.raises(UsageError, match="at least 1"):
        ask(store, "pool", tools, k=k)


def test_an_unknown_route_is_refused_naming_those_there_are(store: Store, tools: Tools) -> None:
    with pytest.raises(UsageError, match=r"'walk'.*lookup, graph"):
        ask(store, "pool", tools, route="walk")


@pytest.mark.parametrize(
    "query", ["open?", "C++", '"bay', "a AND", "*", "/k mode", "word " * 200, "東京", "(", "'; --", "?"]
)
@pytest.mark.parametrize("route", ROUTES)
def test_any_punctuation_is_a_question(store: Store, tools: Tools, query: str, route: str) -> None:
    item = row("The bay is open.")
    put(store, item, mention(item, "bay"))
    assert ask(store, query, tools, route=route).query == query


@pytest.mark.parametrize("route", ROUTES)
def test_an_empty_store_has_no_hits(store: Store, tools: Tools, route: str) -> None:
    answer = ask(store, "who has the key", tools, route=route)
    assert answer.hits == ()
    assert answer.route_reason


def test_a_keyword_alone_is_found_among_a_thousand(store: Store, tools: Tools) -> None:
    wanted = row("Ticket ZX-4471 was closed.")
    put(store, wanted, *(row(f"Ticket ZX-{n} was opened last night by the desk.") for n in range(1000, 2000)))
    assert ids(ask(store, "ZX-4471", tools))[0] == wanted.id
    assert wanted.id in ids(ask(store, "what happened to ticket zx-4471 last night", tools, k=3))


@pytest.mark.parametrize("route", ROUTES)
def test_superseded_records_take_no_place_unlabelled(store: Store, tools: Tools, route: str) -> None:
    old = [row(f"The fee is {n} euro.", observed_at=day(n)) for n in range(11)]
    new = row("The fee is 12 euro.", observed_at=day(12))
    mentions = [mention(item, "fee") for item in (*old, new)]
    put(store, *old, new, *mentions, *(claim(item, "fee", "amount", n) for n, item in enumerate((*old, new))))
    put(store, *supersede(new, old))
    answer = ask(store, "how did the fee change over time", tools, k=24, route=route)
    assert {hit.record_id for hit in answer.hits if hit.status != "superseded"} == {new.id}
    assert answer.suppressed.superseded == 11
    if route not in {"auto", "timeline"}:
        assert ids(answer) == [new.id]
    assert ids(ask(store, "the fee", tools, k=3, route="lookup")) == [new.id]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "state",
    [
        pytest.param({"hold": Status.QUARANTINED}, id="quarantined"),
        pytest.param({"hold": Status.UNDER_REVIEW}, id="under review"),
        pytest.param({"expires_at": day(1)}, id="expired"),
    ],
)
def test_what_is_withheld_comes_back_by_no_route(
    store: Store, tools: Tools, route: str, state: dict[str, object]
) -> None:
    live, held = row("The pool opens at 7."), row("The pool opens at 8.", state=state)
    both = [mention(item, "pool") for item in (live, held)]
    slots = [claim(item, "pool", "opening time", n) for n, item in enumerate((live, held))]
    put(store, live, held, *both, *slots, conflict(*slots))
    for question in ("when does the pool open", "how did the pool change over time", "is the pool contested"):
        answer = ask(store, question, tools, route=route, when=as_of(include_superseded=True))
        assert ids(answer) == [live.id]
        assert not answer.hits[0].contested


@pytest.mark.parametrize("route", ROUTES)
def test_other_namespaces_and_levels_are_reached_by_no_walk(store: Store, tools: Tools, route: str) -> None:
    own = row("Ola leads the archive.")
    other, secret = row("Ola lives in Turku.", namespace="user:2"), row("Ola earns 5.", sensitivity="confidential")
    put(store, own, other, secret, *(mention(item, "Ola") for item in (own, other, secret)))
    put(store, *(claim(item, "Ola", "fact", n) for n, item in enumerate((own, other, secret))))
    answer = ask(store, "what is known of Ola over time", tools, route=route)
    assert ids(answer) == [own.id]
    assert "turku" not in answer.model_dump_json().lower()


def test_both_sides_of_an_undecided_conflict_are_shown(store: Store, tools: Tools) -> None:
    a, b = row("Locker 9 belongs to the chess club."), row("The choir owns it.")
    others = [row(f"The chess club meets in room {n}.") for n in range(10)]
    sides = [claim(a, "Locker 9", "owner", "Chess club"), claim(b, "Locker 9", "owner", "Choir")]
    put(store, a, b, *others, *sides, conflict(*sides))
    answer = ask(store, "chess club locker 9", tools, k=3, route="lookup")
    assert {a.id, b.id} <= set(ids(answer))
    assert len(answer.hits) == 3
    assert {hit.record_id for hit in answer.hits if hit.contested} == {a.id, b.id}
    assert ids(answer)[2] == b.id, "it takes the place of the last, not of a better one"
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    alone = ask(store, "chess club locker 9", tools, k=1, route="lookup")
    assert ids(alone) == [a.id]
    assert any("The choir owns it." in note for note in alone.notes)


@pytest.mark.parametrize(
    "question", ["What is still disputed?", "Which facts contradict each other?", "Are there any open conflicts?"]
)
def test_a_question_of_nothing_in_particular_gets_all_that_is_undecided(
    store: Store, tools: Tools, question: str
) -> None:
    a, b = row("Locker 9 belongs to the chess club."), row("The choir owns it.")
    others = [row(f"Facts are disputed in room {n}.") for n in range(30)]
    sides = [claim(a, "Locker 9", "owner", "Chess club"), claim(b, "Locker 9", "owner", "Choir")]
    put(store, a, b, *others, *sides)
    assert any("nothing is undecided" in note for note in ask(store, question, tools).notes)
    put(store, conflict(*sides))
    answer = ask(store, question, tools)
    assert (answer.route, set(ids(answer))) == ("conflict", {a.id, b.id})


def test_a_side_above_the_clearance_contests_nothing(store: Store, tools: Tools) -> None:
    a, b = row("Locker 9 belongs to the chess club."), row("Locker 9 belongs to the choir.", sensitivity="confidential")
    sides = [claim(a, "Locker 9", "owner", "Chess club"), claim(b, "Locker 9", "owner", "Choir")]
    put(store, a, b, *sides, conflict(*sides, requires_level=2))
    assert [hit.contested for hit in ask(store, "locker 9", tools).hits] == [False]
    cleared = ask(store, "locker 9", tools, who=principal(clearance="confidential"))
    assert [hit.contested for hit in cleared.hits] == [True, True]


def test_restricted_content_is_never_shown(store: Store, tools: Tools) -> None:
    item = row(
        "The vault word is KESTREL-7.", title="KESTREL vault", speaker="KESTREL-9", sensitivity="restricted",
        state={"index_text": "a restricted confirmed fact from the vault desk"},
    )  # fmt: skip
    put(store, item)
    answer = ask(store, "vault desk", tools, who=principal(clearance="restricted"))
    assert [hit.text for hit in answer.hits] == ["a restricted confirmed fact from the vault desk"]
    assert "KESTREL" not in answer.model_dump_json()
    assert ask(store, "vault desk", tools, who=principal(clearance="confidential")).hits == ()


def test_retired_sentences_are_left_out_and_listed(store: Store, tools: Tools) -> None:
    text = "The pool opens at 7. The hall is green."
    retired = [{"span": {"start": 0, "end": 20}, "quote": text[:20], "canonical_id": "r-new", "decision_id": "d-1"}]
    put(store, row(text, state={"retired": retired, "index_text": "The hall is green."}))
    (hit,) = ask(store, "hall", tools).hits
    assert hit.text == "The hall is green."
    assert [(item.quote, item.canonical_id) for item in hit.retired] == [("The pool opens at 7.", "r-new")]


STALE = [
    pytest.param("document", day(0), None, True, id="old document"),
    pytest.param("document", day(140), None, False, id="seen days ago"),
    pytest.param("document", day(0), day(140), False, id="verified days ago"),
    pytest.param("document", None, None, True, id="unknown time counts from recording"),
    pytest.param("confirmed_fact", day(0), None, False, id="no document"),
]


@pytest.mark.parametrize(("content_type", "observed", "verified", "is_stale"), STALE)
def test_documents_grow_stale(
    store: Store, tools: Tools, content_type: str, observed: object, verified: object, is_stale: bool
) -> None:
    put(
        store,
        row(
            "The pool opens at 7.",
            content_type=content_type,
            observed_at=observed,
            state={"last_verified_at": verified},
        ),
    )
    assert [hit.stale for hit in ask(store, "pool", tools).hits] == [is_stale]


def test_what_says_more_of_the_best_candidate_comes_up(store: Store, tools: Tools) -> None:
    best = row("When does the pool open? At seven, says the warden of the bath house.")
    more = row("The warden of the bath house says that the pool was shut.")
    chance = row("When does the market open? When a bell rings and the traders come to town.")
    put(store, best, more, chance)
    question = "when does the pool open"
    plain = replace(tools, parameters=replace(tools.parameters, feedback=0.0))
    assert ids(ask(store, question, plain, route="lookup")) == [best.id, chance.id, more.id]
    strong = replace(tools, parameters=replace(tools.parameters, feedback=4.0))
    assert ids(ask(store, question, strong, route="lookup")) == [best.id, more.id, chance.id]


def test_candidates_beyond_the_first_keep_their_order_behind_them(store: Store, tools: Tools) -> None:
    put(store, *(row(f"The pool number {n} opens at {n} on day {n % 7}.") for n in range(50)))
    few = replace(tools, parameters=replace(tools.parameters, feedback_depth=5))
    plain = replace(tools, parameters=replace(tools.parameters, feedback=0.0))
    found, before = (ids(ask(store, "which pool opens at 9", each, k=40, route="lookup")) for each in (few, plain))
    assert set(found[:5]) == set(before[:5])
    assert found[5:] == before[5:]


def test_factors_count_before_the_cut(store: Store, tools: Tools) -> None:
    plain = [row("The pool opens at 7.", source=f"s{n}", observed_at=day(-900)) for n in range(30)]
    best = row("The pool opens at 7.", observed_at=NOW, authority="authoritative")
    put(store, *plain, best)
    assert ids(ask(store, "when does the pool open", tools, k=1, route="lookup")) == [best.id]


def test_resolved_comes_before_unresolved_and_the_course_is_noted(store: Store, tools: Tools) -> None:
    episodes = [
        row("The printer jammed once.", outcome="unresolved", observed_at=day(10)),
        row("The printer jammed here.", outcome="unresolved", observed_at=day(12)),
        row("The printer jammed, mended.", outcome="resolved", observed_at=day(70)),
    ]
    put(store, *episodes)
    answer = ask(store, "the printer jammed", tools, k=3, route="lookup")
    (note,) = [note for note in answer.notes if note.startswith("mixed outcomes")]
    assert "2 unresolved in January 2026, then resolved in March 2026" in note
    assert note.endswith("is resolved")


def test_one_matter_that_is_settled_says_nothing_of_another(store: Store, tools: Tools) -> None:
    crane = [
        row("Crane 7 jammed at noon.", outcome="unresolved", observed_at=day(10)),
        row("Crane 7 got a new gearbox.", outcome="resolved", observed_at=day(70)),
    ]
    lift = row("A lift at noon would not stop.", outcome="unresolved", observed_at=day(90))
    put(store, *crane, lift)
    (note,) = [note for note in ask(store, "Crane 7, lift at noon", tools, k=3).notes if note.startswith("mixed")]
    assert "1 unresolved in January 2026, then resolved in March 2026" in note
    assert "April" not in note
    put(store, *(restated(item, hold=Status.QUARANTINED) for item in crane[:1]))
    (note,) = [note for note in ask(store, "Crane 7, lift at noon", tools, k=3).notes if note.startswith("mixed")]
    assert note.endswith("the latest known, is unresolved; they share no words, so they may be of different matters")


def test_an_episode_that_does_not_answer_is_not_noted(store: Store, tools: Tools) -> None:
    put(store, row("The printer jammed at noon.", outcome="unresolved", observed_at=day(10)))
    put(store, row("A kettle leaked in Ghent.", outcome="resolved", observed_at=day(70)))
    answer = ask(store, "printer jammed at noon", tools, k=3)
    assert not any(note.startswith("mixed") for note in answer.notes)


def test_vectors_of_another_encoder_are_not_compared(store: Store, tools: Tools) -> None:
    put(store, row("The pool opens at 7."))
    other = Tools(encoder=tools.encoder, stored_fingerprint="another")
    answer = ask(store, "when does the pool open", other)
    assert len(answer.hits) == 1
    assert "vector" not in answer.hits[0].legs
    assert any("graphmem reindex" in note for note in answer.notes)


def test_without_an_encoder_text_answers(store: Store) -> None:
    put(store, row("The pool opens at 7."))
    assert len(ask(store, "when does the pool open", Tools()).hits) == 1


def test_the_same_question_has_the_same_answer(store: Store, tools: Tools) -> None:
    rows = [row(f"Locker {n} of Ola is green.") for n in range(40)]
    put(store, *rows, *(mention(item, "Ola") for item in rows))
    for route in ROUTES:
        first, second = (ask(store, "the locker of Ola", tools, k=10, route=route) for _ in range(2))
        assert first.model_copy(update={"took_ms": 0}) == second.model_copy(update={"took_ms": 0})


def test_a_promoted_record_is_canonical_and_a_restated_one_keeps_its_chain(store: Store, tools: Tools) -> None:
    old, new = row("The pool opens at 7."), row("The pool opens at 8.")
    put(store, old, new)
    put(store, *supersede(new, [old]))
    hits = ask(store, "pool", tools, when=as_of(include_superseded=True)).hits
    assert {hit.record_id: (hit.status, hit.canonical_id) for hit in hits} == {
        new.id: ("canonical", None), old.id: ("superseded", new.id),
    }  # fmt: skip
    assert restated(new, hold=Status.QUARANTINED).state.hold is Status.QUARANTINED

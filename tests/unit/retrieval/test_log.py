from graphmem.retrieval import Asked, Retriever, Tools, log_row, replay, routes_report
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, as_of, principal, row
from graphmem.testing.store_base import put
from tests.unit.retrieval.asking import ask


def test_a_row_has_no_text_of_records(store: Store, tools: Tools) -> None:
    put(store, row("The vault word is KESTREL-7."))
    answer = ask(store, "what is the vault word", tools)
    found = log_row(Asked(principal(), as_of()), answer)
    assert found.body["query"] == "what is the vault word"
    assert found.body["hits"]
    assert "KESTREL" not in found.model_dump_json()


def test_restricted_questions_are_hashed_and_cannot_be_replayed(store: Store, tools: Tools) -> None:
    put(store, row("The pool opens at 7."))
    answer = ask(store, "when does the pool open", tools)
    for found in (
        log_row(Asked(principal(clearance="restricted"), as_of()), answer),
        log_row(Asked(principal(), as_of()), answer, touches_restricted=True),
    ):
        assert str(found.body["query"]).startswith("sha256:")
        assert "pool" not in found.model_dump_json()
        assert replay(found, store, principal(), Retriever(tools), NOW).after is None


def test_a_replay_gives_the_same_hits_until_the_store_changes(store: Store, tools: Tools) -> None:
    put(store, row("The pool opens at 7."))
    found = log_row(Asked(principal(), as_of()), ask(store, "when does the pool open", tools))
    assert replay(found, store, principal(), Retriever(tools), NOW).is_same
    put(store, row("The pool opens at 8, and the pool is deep."))
    again = replay(found, store, principal(), Retriever(tools), NOW)
    assert not again.is_same
    assert set(again.before) < set(again.after or ())


def test_shares_latency_and_fall_backs_are_counted(store: Store, tools: Tools) -> None:
    put(store, row("The pool opens at 7."))
    asked = Asked(principal(), as_of())
    rows = [log_row(asked, ask(store, f"when does the pool open {n}", tools)) for n in range(3)]
    rows.append(log_row(asked, ask(store, "when does it open", tools, route="graph")))
    (use,) = routes_report(rows)
    assert (use.route, use.searches, use.share, use.fell_back, use.regret) == ("lookup", 4, 1.0, 1, None)
    assert 0 <= use.p50_ms <= use.p95_ms
    judged = [item.model_copy(update={"body": {**item.body, "regret": 0.5}}) for item in rows]
    assert routes_report(judged)[0].regret == 0.5
    assert routes_report([]) == []


def test_without_text_nothing_is_logged_of_tools(tools: Tools) -> None:
    assert (
        Tools(
            encoder=tools.encoder, stored_fingerprint=tools.encoder.fingerprint if tools.encoder else None
        ).encoder_note
        == ""
    )

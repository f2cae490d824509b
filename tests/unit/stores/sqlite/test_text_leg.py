"""The text leg's two ways, postings in memory and FTS5, give the same answers to the last bit."""

import random
from datetime import timedelta
from pathlib import Path

import pytest

from graphmem.model.record import Status
from graphmem.model.retrieval import LegHit, Suppressed
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.stores.sqlite import deck, fts_leg, text_index
from graphmem.testing.factory import NOW, as_of, principal, restated, row
from graphmem.testing.store_base import put

WORDS = [f"word{n}" for n in range(60)]
STATUSES = (Status.ACTIVE, Status.ACTIVE, Status.SUPERSEDED, Status.QUARANTINED, Status.EXPIRED, Status.UNDER_REVIEW)
READERS = {
    "all": principal("global", "user:1", "user:2", clearance="confidential"),
    "one": principal("user:1"),
    "public": principal("global", clearance="public"),
}


def _filled(path: Path, seed: int) -> Store:
    rng = random.Random(seed)
    store = open_store(f"sqlite:///{path}/store.db", fingerprint="", dimension=0)
    weights = [1 / (n + 1) for n in range(len(WORDS))]
    rows = []
    for number in range(200):
        text = " ".join(rng.choices(WORDS, weights, k=rng.randint(1, 300 if number == 7 else 12)))
        expires = NOW - timedelta(days=1) if rng.random() < 0.1 else None
        rows.append(row(
            text, source=f"s{number}", namespace=rng.choice(["global", "user:1", "user:2"]),
            sensitivity=rng.choice(["public", "internal", "confidential"]),
            state={"status": rng.choice(STATUSES), "expires_at": expires},
        ))  # fmt: skip
    put(store, *rows)
    put(store, *(restated(item, index_text=rng.choice(["", "word1 anew"])) for item in rows[::9]))
    return store


def _answers(store: Store, question: str, k: int) -> list[tuple[list[LegHit], Suppressed]]:
    found = []
    for who in READERS.values():
        for when in (as_of(), as_of(include_superseded=True), as_of(known_at=NOW - timedelta(days=1))):
            with store.view(who, when) as view:
                found.append((view.text_leg(question, k), view.suppressed(question)))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_memory_and_fts_agree_to_the_last_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    store = _filled(tmp_path, seed)
    rng = random.Random(seed + 100)
    asked = [(" ".join(rng.sample([*WORDS, "unheard"], rng.randint(1, 9))), rng.choice([1, 5, 300])) for _ in range(20)]
    asked.append((" ".join([*WORDS, *(f"absent{n}" for n in range(20))]), 50))
    in_memory = [_answers(store, question, k) for question, k in asked]
    assert any(hits for answers in in_memory for hits, _ in answers)
    monkeypatch.setattr(deck, "SMALL", 0)
    monkeypatch.setattr(deck, "SHARE", 0)
    assert [_answers(store, question, k) for question, k in asked] == in_memory


def test_each_way_is_taken_where_it_pays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    search = fts_leg.FtsLeg.search

    def noted(self: fts_leg.FtsLeg, words: list[str], k: int) -> list[LegHit]:
        asked.append(" ".join(words))
        return search(self, words, k)

    monkeypatch.setattr(fts_leg.FtsLeg, "search", noted)
    monkeypatch.setattr(deck, "SMALL", 10)
    store = open_store(f"sqlite:///{tmp_path}/store.db", fingerprint="", dimension=0)
    put(store, *(row("word1 here", source=f"s{n}") for n in range(40)), row("word1 mine", namespace="user:1"))
    for who in (principal("global"), principal("user:1")):
        with store.view(who, as_of()) as view:
            assert view.text_leg("word1", 3)
    assert asked == ["word1"]


def test_postings_follow_an_index_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, other = (open_store(f"sqlite:///{tmp_path}/store.db", fingerprint="", dimension=0) for _ in range(2))
    rows = [row("The key is with Mona."), row("The key is with Otto and with Ida.")]
    put(store, *rows)
    for each in (store, other):
        with each.view(principal(), as_of()) as view:
            assert [hit.record_id for hit in view.text_leg("mona", 5)] == [rows[0].id]
    monkeypatch.setattr(text_index, "index_tokens", lambda text: [*text.lower().strip(".").split(), "more", "mona"])
    store.rebuild_text_index()
    for each in (store, other):
        with each.view(principal(), as_of()) as view:
            assert [hit.record_id for hit in view.text_leg("mona", 5)] == [rows[0].id, rows[1].id]
            in_memory = view.text_leg("key mona", 5)
        with monkeypatch.context() as narrow:
            narrow.setattr(deck, "SMALL", 0)
            narrow.setattr(deck, "SHARE", 0)
            with each.view(principal(), as_of()) as view:
                assert view.text_leg("key mona", 5) == in_memory


def test_postings_follow_what_other_connections_write(tmp_path: Path) -> None:
    here, there = (open_store(f"sqlite:///{tmp_path}/store.db", fingerprint="", dimension=0) for _ in range(2))
    first, second = row("The key is with Mona."), row("The key is with Otto.")
    put(here, first)
    with here.view(principal(), as_of()) as old:
        assert [hit.record_id for hit in old.text_leg("key", 5)] == [first.id]
        put(there, second)
        assert [hit.record_id for hit in old.text_leg("otto key", 5)] == [first.id]  # one state of the store
        with here.view(principal(), as_of()) as new:
            assert {hit.record_id for hit in new.text_leg("key", 5)} == {first.id, second.id}
        assert [hit.record_id for hit in old.text_leg("key", 5)] == [first.id]

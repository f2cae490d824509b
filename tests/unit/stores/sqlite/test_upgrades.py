"""Old files open, answer as they did, and end with the tables of a new one; changed tables cannot go unnoticed."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphmem.errors import SchemaError
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.stores.sqlite import upgrades
from graphmem.stores.sqlite.connection import Session
from graphmem.stores.sqlite.schema import DIGESTS, SCHEMA_VERSION, digest
from graphmem.stores.sqlite.upgrades import STEPS
from graphmem.testing.factory import DIMENSION, FINGERPRINT, as_of, day, mention, principal, row
from graphmem.testing.store_base import put, seen, statuses, suppressed, texts, vectors
from tests.unit.stores.sqlite.make_version_1 import make_version_1

OLD = row("The pool opens at 7.", source="notice-1", observed_at=day(-9))
NEW = row("The pool opens at 8.", source="notice-2", observed_at=day(-1))
BARGE = row("The barge sank near the weir.", namespace="user:1", sensitivity="confidential")


def opened(path: Path) -> Store:
    return open_store(f"sqlite:///{path}", fingerprint=FINGERPRINT, dimension=DIMENSION)


def tables(path: Path) -> set[tuple[str, str, str]]:
    connection = sqlite3.connect(path)
    found = set(connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'"))
    connection.close()
    return found


def test_a_store_of_version_1_answers_as_it_did(tmp_path: Path) -> None:
    make_version_1(tmp_path / "old.db")
    store = opened(tmp_path / "old.db")
    assert store.check() == []
    assert store.describe()["schema_version"] == SCHEMA_VERSION
    assert texts(store, "when does the pool open") == [NEW.id]
    assert vectors(store, "the pool") == [NEW.id]
    assert statuses(store, [OLD, NEW]) == ["superseded", "canonical"]
    assert suppressed(store, "pool").superseded == 1
    assert texts(store, "pool", when=as_of(known_at=day(2.9))) == sorted([OLD.id, NEW.id])
    reader = principal("user:1", clearance="confidential")
    assert texts(store, "barge described", who=reader) == vectors(store, "barge", who=reader) == [BARGE.id]
    assert texts(store, "weir", who=reader) == []
    with store.view(reader, as_of()) as view:
        assert view.records([BARGE.id])[BARGE.id][1].index_text == "A barge, described."
    assert store.rebuild_text_index() == 4
    assert texts(store, "described", who=reader) == [BARGE.id]
    with store.view(principal(), as_of()) as view:
        assert len(view.claims_about(["pool"])) == 2
        assert [str(conflict.status) for conflict in view.conflicts()] == ["resolved"]
    assert store.tenants() == ["default", "other"]
    put(store, row("The pool opens at 9."))
    assert len(seen(store)) == 2


def test_a_store_of_version_2_counts_names_as_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_version_1(tmp_path / "old.db")
    with monkeypatch.context() as earlier:
        earlier.setattr(upgrades, "SCHEMA_VERSION", 2)
        session = Session(tmp_path / "old.db", "rw")
        upgrades.upgrade(session)
        assert upgrades.version_of(session) == 2
        counts = dict(session.rows("SELECT key, count(DISTINCT record_id) FROM mention GROUP BY key"))
        session.close()
    assert counts
    store = opened(tmp_path / "old.db")
    everything = as_of(include_superseded=True)
    with store.view(principal("global", "user:1", clearance="confidential"), everything) as view:
        assert view.mention_counts(sorted(counts)) == counts
        assert {key: len(ids) for key, ids in view.links_of(sorted(counts)).items()} == counts
    put(store, OLD, mention(OLD, "weir"))  # one more name of a record that is there
    with store.view(principal(), everything) as view:
        assert view.mention_counts(["weir"]) == {"weir": counts.get("weir", 0) + 1}


def test_an_upgraded_store_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    make_version_1(tmp_path / "old.db")
    for name in ("old.db", "new.db"):
        opened(tmp_path / name).close()
    assert tables(tmp_path / "old.db") == tables(tmp_path / "new.db")


def test_many_processes_upgrade_once(tmp_path: Path) -> None:
    make_version_1(tmp_path / "old.db")
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: opened(tmp_path / "old.db"), range(8)))
    assert {store.describe()["schema_version"] for store in stores} == {SCHEMA_VERSION}


def test_an_old_read_only_store_says_what_to_do(tmp_path: Path) -> None:
    make_version_1(tmp_path / "old.db")
    (tmp_path / "old.db").chmod(0o444)
    with pytest.raises(SchemaError, match="make it writable once"):
        opened(tmp_path / "old.db")


def test_changed_tables_are_a_new_version() -> None:
    assert DIGESTS.get(SCHEMA_VERSION) == digest(), (
        "tables changed (perhaps a row's INDEXED fields): raise SCHEMA_VERSION, add a step to upgrades.py and"
        f" DIGESTS[{SCHEMA_VERSION + 1}] = {digest()!r}; before the first release it is enough to replace the digest"
    )


def test_every_version_has_its_step() -> None:
    assert sorted(STEPS) == list(range(2, SCHEMA_VERSION + 1))

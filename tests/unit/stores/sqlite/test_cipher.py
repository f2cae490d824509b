"""Encrypted store files: what opens them, what does not, and that no plain byte of a record is in any of them."""

import builtins
import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from graphmem.errors import StoreError
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.stores.sqlite.cipher import clear_log, clear_pages
from graphmem.testing.factory import DIMENSION, FINGERPRINT, claim, embed, mention, row
from graphmem.testing.store_base import put, seen, texts

KEY = "correct horse"
RAW_KEY = f"x'{'5a' * 32}'"
SECRET = row("The pool code is KESTREL-7 and the zorbulator hums.", namespace="global", source="papers/xylograph.txt")
TRACES = [b"KESTREL", b"kestrel", b"zorbul", b"xylograph", b"Jabberwock", b"SQLite format", b"CREATE TABLE"]


def opened(path: Path, key: str | None = KEY) -> Store:
    return open_store(f"sqlite:///{path}", fingerprint=FINGERPRINT, dimension=DIMENSION, key=key)


def filled(path: Path, key: str = KEY) -> Store:
    store = opened(path, key)
    put(store, *(row(f"The pool is in the cellar number {n} of the town.") for n in range(400)))
    put(store, SECRET, claim(SECRET, "Jabberwock", "code", "KESTREL-7"), mention(SECRET, "Jabberwock"))
    return store


def in_files(folder: Path) -> list[bytes]:
    data = b"".join(path.read_bytes() for path in folder.iterdir())
    return [trace for trace in [*TRACES, embed(SECRET.record.text).astype("<f2").tobytes()] if trace in data]


def test_nothing_can_be_read_in_any_file_of_an_encrypted_store(tmp_path: Path) -> None:
    store = filled(tmp_path / "store.db")
    assert texts(store, "zorbulator") == [SECRET.id]
    assert {path.name for path in tmp_path.iterdir()} == {"store.db", "store.db-wal", "store.db-shm"}
    assert in_files(tmp_path) == []
    store.scrub()
    store.rebuild_text_index()
    assert in_files(tmp_path) == []
    assert store.check() == []
    store.close()
    assert in_files(tmp_path) == []


def test_a_plain_store_shows_what_an_encrypted_one_hides(tmp_path: Path) -> None:
    filled(tmp_path / "store.db", "").close()
    assert len(in_files(tmp_path)) == len(TRACES) + 1


def test_it_opens_again_and_by_other_connections(tmp_path: Path) -> None:
    first = filled(tmp_path / "store.db")
    second = opened(tmp_path / "store.db")
    assert len(seen(second)) == 401
    put(first, row("A pool of one."))
    assert len(seen(second)) == 402


def test_the_environment_gives_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_STORE_KEY", KEY)
    filled(tmp_path / "store.db", KEY).close()
    assert len(seen(opened(tmp_path / "store.db", None))) == 401
    monkeypatch.delenv("GRAPHMEM_STORE_KEY")
    (tmp_path / "key").write_text(KEY + "\n")
    monkeypatch.setenv("GRAPHMEM_STORE_KEY_FILE", str(tmp_path / "key"))
    assert len(seen(opened(tmp_path / "store.db", None))) == 401


@pytest.mark.parametrize(
    ("made_with", "opened_with", "reason"),
    [
        pytest.param(KEY, "wrong", "does not open with the key given: check GRAPHMEM_STORE_KEY", id="wrong key"),
        pytest.param(KEY, "", "unless it is encrypted: then give its key by GRAPHMEM_STORE_KEY", id="no key"),
        pytest.param("", KEY, "is not encrypted, but a key was given: take GRAPHMEM_STORE_KEY", id="needless key"),
    ],
)
def test_the_wrong_key_is_one_line_and_alters_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], made_with: str, opened_with: str, reason: str
) -> None:
    filled(tmp_path / "store.db", made_with).close()
    before = (tmp_path / "store.db").read_bytes()
    with pytest.raises(StoreError, match=reason) as caught:
        opened(tmp_path / "store.db", opened_with)
    assert len(str(caught.value).splitlines()) == 1
    assert capfd.readouterr() == ("", "")  # SQLCipher would log of itself
    assert [path.name for path in tmp_path.iterdir()] == ["store.db"]
    assert (tmp_path / "store.db").read_bytes() == before


def test_without_the_extra_a_key_is_refused_and_no_plain_store_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **named: Any) -> ModuleType:
        if name.startswith("sqlcipher3"):
            raise ImportError(name)
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(StoreError, match=r"pip install 'graphmem\[sqlcipher\]'"):
        opened(tmp_path / "store.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"x" * 4096, b"# Notes\n" * 99, bytes(range(256)) * 48])
def test_what_is_no_store_does_not_open_with_a_key(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "store.db").write_bytes(content)
    with pytest.raises(StoreError):
        opened(tmp_path / "store.db")
    assert (tmp_path / "store.db").read_bytes() == content


def test_a_damaged_page_is_told(tmp_path: Path) -> None:
    filled(tmp_path / "store.db").close()
    data = bytearray((tmp_path / "store.db").read_bytes())
    data[5 * 4096 + 100] ^= 1
    (tmp_path / "store.db").write_bytes(data)
    with pytest.raises(StoreError, match="is damaged"):
        opened(tmp_path / "store.db")


def test_a_read_only_file_is_read(tmp_path: Path) -> None:
    filled(tmp_path / "store.db").close()
    (tmp_path / "store.db").chmod(0o444)
    assert len(seen(opened(tmp_path / "store.db"))) == 401
    with pytest.raises(StoreError, match="read-only"):
        put(opened(tmp_path / "store.db"), SECRET)


def test_its_pages_can_be_read_in_the_clear_to_prove_an_erasure(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = filled(path)
    logged = b"".join(clear_log(path, tmp_path / "store.db-wal", KEY))
    assert b"zorbulator" in logged
    store.close()
    assert b"zorbulator" in b"".join(clear_pages(path, KEY))


@pytest.mark.parametrize(("key", "quoted"), [(KEY, f"'{KEY}'"), (RAW_KEY, f'"{RAW_KEY}"')])
def test_sqlcipher_itself_opens_it_with_the_same_key(tmp_path: Path, key: str, quoted: str) -> None:
    from sqlcipher3 import dbapi2

    filled(tmp_path / "store.db", key).close()
    connection = dbapi2.connect(str(tmp_path / "store.db"))
    connection.execute(f"PRAGMA key = {quoted}")
    assert connection.execute("SELECT count(*) FROM record").fetchone() == (401,)
    connection.close()
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(tmp_path / "store.db").execute("SELECT 1 FROM record").fetchall()

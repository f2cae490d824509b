"""Opening: what is made, what is refused, and that what is refused is left as it was."""

import hashlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphmem.errors import GraphmemError, SchemaError, StoreError
from graphmem.model.rows import RecordRow
from graphmem.store_protocol import Store
from graphmem.stores import open_store
from graphmem.testing.factory import TENANT, row
from graphmem.testing.store_base import put, seen


def opened(path: Path, *, create: bool = True) -> Store:
    return open_store(f"sqlite:///{path}", fingerprint="toy-bag-of-words-32", dimension=32, create=create)


def state_of(folder: Path) -> dict[str, str]:
    return {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.rglob("*") if p.is_file()
    }


def filled(path: Path) -> None:
    store = opened(path)
    put(
        store, *(row(f"The pool opens at {n}, and the town hall {n} minutes later, as every year.") for n in range(300))
    )
    store.close()


def test_a_missing_file_is_made_and_nothing_else(tmp_path: Path) -> None:
    opened(tmp_path / "store.db").close()
    assert [p.name for p in tmp_path.iterdir()] == ["store.db"]


def test_a_relative_path_is_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///store.db", fingerprint="", dimension=0).close()
    (tmp_path / "sub").mkdir()
    open_store("sqlite:///./sub/store.db", fingerprint="", dimension=0).close()
    assert (tmp_path / "store.db").is_file()
    assert (tmp_path / "sub" / "store.db").is_file()


@pytest.mark.parametrize("name", ["a b.db", "ä%20#?.db", "100%.db", "x'y\".db", "東京.db", "no-suffix"])
def test_any_file_name(tmp_path: Path, name: str) -> None:
    filled(tmp_path / name)
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert len(seen(opened(tmp_path / name))) == 300


def test_many_at_once_make_one(tmp_path: Path) -> None:
    def work(number: int) -> None:
        store = opened(tmp_path / "store.db")
        put(store, row(f"The pool opens at {number}."))
        store.close()

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))
    assert len(seen(opened(tmp_path / "store.db"))) == 16
    assert {p.name for p in tmp_path.iterdir()} <= {"store.db", "store.db-wal", "store.db-shm"}


def test_a_missing_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"folder .* does not exist: make it"):
        opened(tmp_path / "no" / "store.db")
    assert list(tmp_path.iterdir()) == []


def test_without_create_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store"):
        opened(tmp_path / "store.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder: name a file"):
        opened(tmp_path)
    assert list(tmp_path.iterdir()) == []


def other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE record(x)")
    connection.commit()
    connection.close()


def cut(path: Path, share: float) -> None:
    filled(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])


def scribbled(path: Path, first: int, length: int) -> None:
    """Overwrite bytes of a sound store; first counts from the end when negative."""
    filled(path)
    data = bytearray(path.read_bytes())
    first %= len(data)
    data[first : first + length] = b"\xa5" * length
    path.write_bytes(bytes(data))


NO_STORES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("# Notes\nThe pool opens at 7.\n" * 99),
    "short": lambda path: path.write_bytes(b"SQLite format 3\x00"),
    "zeros": lambda path: path.write_bytes(b"\x00" * 8192),
    "other database": other_database,
    "cut to half": lambda path: cut(path, 0.5),
    "cut to a page": lambda path: cut(path, 0.01),
    "cut by a little": lambda path: cut(path, 0.99),
    "header gone": lambda path: scribbled(path, 0, 100),
    "first page gone": lambda path: scribbled(path, 0, 4096),
    "first page gone after the header": lambda path: scribbled(path, 100, 3996),
    "middle gone": lambda path: scribbled(path, 300_000, 60_000),
    "end gone": lambda path: scribbled(path, -60_000, 20_000),
}


@pytest.mark.parametrize("kind", NO_STORES)
def test_what_is_no_sound_store_is_refused_and_left_alone(tmp_path: Path, kind: str) -> None:
    NO_STORES[kind](tmp_path / "store.db")
    before = state_of(tmp_path)
    with pytest.raises(StoreError, match=": ") as caught:
        opened(tmp_path / "store.db")
    assert "\n" not in str(caught.value)
    assert state_of(tmp_path) == before


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    filled(tmp_path / "store.db")
    connection = sqlite3.connect(tmp_path / "store.db")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = state_of(tmp_path)
    with pytest.raises(SchemaError, match=r"999.*newer graphmem"):
        opened(tmp_path / "store.db")
    assert state_of(tmp_path) == before


def test_opening_and_reading_change_nothing(tmp_path: Path) -> None:
    filled(tmp_path / "store.db")
    before = state_of(tmp_path), (tmp_path / "store.db").stat().st_mtime_ns
    store = opened(tmp_path / "store.db")
    assert len(seen(store)) == 300
    assert store.check() == []
    store.close()
    assert (state_of(tmp_path), (tmp_path / "store.db").stat().st_mtime_ns) == before


def test_a_read_only_file_is_read_and_not_written(tmp_path: Path) -> None:
    filled(tmp_path / "store.db")
    (tmp_path / "store.db").chmod(0o444)
    before = state_of(tmp_path)
    store = opened(tmp_path / "store.db")
    assert len(seen(store)) == 300
    assert store.check() == []
    writes: list[Callable[[], int]] = [lambda: put(store, row("The pool opens late.")), store.scrub]
    for write in writes:
        with pytest.raises(StoreError, match="read-only: make"):
            write()
    store.close()
    assert state_of(tmp_path) == before


def test_a_read_only_file_in_use_is_read_with_its_log(tmp_path: Path) -> None:
    filled(tmp_path / "store.db")
    writer = opened(tmp_path / "store.db")
    put(writer, row("The pool opens late."))
    (tmp_path / "store.db").chmod(0o444)
    assert len(seen(opened(tmp_path / "store.db"))) == 301


def test_a_log_left_by_a_crash_is_taken_up(tmp_path: Path) -> None:
    filled(tmp_path / "store.db")
    store = opened(tmp_path / "store.db")
    put(store, row("The pool opens late."))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in ("store.db", "store.db-wal"):
        (crashed / name).write_bytes((tmp_path / name).read_bytes())
    again = opened(crashed / "store.db")
    assert len(seen(again)) == 301
    assert again.check() == []


def test_damage_met_later_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.stores.sqlite.opening._SMALL", 0)  # as for a file too large to be checked whole
    scribbled(tmp_path / "store.db", 200_000, 300_000)
    with pytest.raises(GraphmemError, match="damaged") as caught:
        list(opened(tmp_path / "store.db").stream(TENANT, RecordRow))
    assert "\n" not in str(caught.value)


_WITH_LITTLE_ROOM = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
from graphmem.errors import StoreError
from graphmem.stores import open_store
try:
    open_store(f"sqlite:///{sys.argv[1]}", fingerprint="", dimension=0).close()
except StoreError:
    sys.exit(7)
"""


@pytest.mark.parametrize("room", [20_000, 120_000, 250_000, 400_000, 600_000])
def test_a_store_that_finds_no_room_leaves_nothing(tmp_path: Path, room: int) -> None:
    """The file is given its name whole, or not at all; with room again the same command makes it."""
    path = tmp_path / "new.db"
    ran = subprocess.run([sys.executable, "-c", _WITH_LITTLE_ROOM, str(path), str(room)], check=False)
    assert ran.returncode in (0, 7)
    if ran.returncode:
        assert list(tmp_path.iterdir()) == []
    open_store(f"sqlite:///{path}", fingerprint="", dimension=0).close()
    assert [found.name for found in tmp_path.iterdir() if not found.name.startswith("new.db")] == []

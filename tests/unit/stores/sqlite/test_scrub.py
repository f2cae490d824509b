"""Erasure leaves no byte: proved by searching the files for the text, its tokens, its names and its vector."""

from pathlib import Path

import numpy as np
import pytest

from graphmem.errors import StoreBusyError
from graphmem.model.rows import ClaimRow, MentionRow, RecordRow
from graphmem.store_protocol import Ledger, Store
from graphmem.stores import open_store
from graphmem.stores.sqlite import scrub as scrub_module
from graphmem.testing.factory import DIMENSION, FINGERPRINT, TENANT, as_of, claim, mention, principal, row
from graphmem.testing.store_base import put, seen

SECRET = row(
    "The vault word is KESTREL-7, the pool is dry and the zorbulator hums.",
    namespace="vaultspace",
    source="papers/xylograph.txt",
    session_id="sess-quixotry",
)
MARKED = np.full(DIMENSION, 0.1234, dtype="<f2").tobytes()
TRACES = [b"KESTREL", b"kestrel", b"zorbul", b"vaultspace", b"xylograph", b"quixotry", b"Jabberwock", MARKED]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with the secret among many others."""
    store = open_store(f"sqlite:///{tmp_path}/store.db", fingerprint=FINGERPRINT, dimension=DIMENSION)
    others = [row(f"The pool is in the cellar number {n} of the town.") for n in range(400)]
    put(store, *others[:200])
    put(store, SECRET, claim(SECRET, "Jabberwock", "vault word", "KESTREL-7"), mention(SECRET, "Jabberwock"))
    store.write(TENANT, lambda ledger: ledger.set_vectors({SECRET.id: MARKED}, FINGERPRINT))
    put(store, *others[200:])
    return store


def erase(store: Store) -> None:
    def work(ledger: Ledger) -> None:
        for kind in (ClaimRow, MentionRow):
            ledger.delete(kind, [found.id for found in ledger.find(kind, {"record_id": SECRET.id})])
        ledger.delete(RecordRow, [SECRET.id])

    store.write(TENANT, work)


def traces(folder: Path) -> list[bytes]:
    data = b"".join(path.read_bytes() for path in folder.iterdir())
    return [trace for trace in TRACES if trace in data]


def test_no_byte_is_left_after_a_scrub(store: Store, tmp_path: Path) -> None:
    assert traces(tmp_path) == TRACES
    erase(store)
    assert traces(tmp_path) != []  # deleting alone is not enough: the log and the index's segments remember
    store.scrub()
    assert traces(tmp_path) == []
    assert len(seen(store)) == 400
    assert store.check() == []
    store.close()
    assert traces(tmp_path) == []


def test_no_byte_is_left_when_readers_were_about(store: Store, tmp_path: Path) -> None:
    other = open_store(store.url, fingerprint=FINGERPRINT, dimension=DIMENSION)
    assert len(seen(other, principal("global", "vaultspace"))) == 401
    erase(store)
    store.scrub()
    assert traces(tmp_path) == []
    assert len(seen(other, principal("global", "vaultspace"))) == 400


def test_a_reader_inside_a_snapshot_prevents_the_receipt(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrub_module.scrub, "__kwdefaults__", {"wait": 0.3})
    other = open_store(store.url, fingerprint=FINGERPRINT, dimension=DIMENSION)
    with other.view(principal("vaultspace"), as_of()) as view:
        assert view.count_candidates() == 1
        erase(store)
        with pytest.raises(StoreBusyError, match="end them, then run this again"):
            store.scrub()
        assert traces(tmp_path) != []
    store.scrub()
    assert traces(tmp_path) == []

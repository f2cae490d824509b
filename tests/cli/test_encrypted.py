"""A store encrypted at rest through the command line: what goes in, what is on disk, and the way there and back."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

KEY = "GRAPHMEM_STORE_KEY"


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of the store, in the environment."""
    monkeypatch.delenv("GRAPHMEM_SNAPSHOT_KEY", raising=False)
    monkeypatch.setenv(KEY, "correct horse")
    return "correct horse"


def _facts(tell: Any, run: Run) -> None:
    tell(
        {"text": "Lena lives in Oslo.", "observed_at": "2020-01-01", "source": "a"},
        {"text": "Lena lives in Turku.", "observed_at": "2024-01-01", "source": "b"},
        {"text": "The vault word is KESTREL-7.", "source": "x", "subjects": ["Kim Quillfeather"]},
    )
    run("nightly")


def _plain_bytes(home: Path) -> list[str]:
    """Words of the records in any file but those that the user brought."""
    own = {".jsonl", ".key"}
    data = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file() and path.suffix not in own)
    return [word for word in ("KESTREL", "Quillfeather", "Turku", "turku", "CREATE TABLE") if word.encode() in data]


def test_no_file_of_an_encrypted_store_shows_a_word(run: Run, tell: Any, home: Path, key: str) -> None:
    _facts(tell, run)
    assert [hit["text"] for hit in run("search", "vault word", "--json").json["hits"][:1]] == [
        "The vault word is KESTREL-7."
    ]
    report = run("snapshot", "first", "--json").json
    assert report["encrypted"]  # with the store's key: no copy is less guarded than the store
    assert _plain_bytes(home) == []
    run("restore", "first", "--yes")
    receipt = run("erase", "--source", "x", "--yes", "--json").json
    assert (receipt["records"], receipt["snapshots"], receipt["canary"]["clean"]) == (1, 2, True)
    assert run("audit", "verify", "--json").json["counts"]["ok"]
    assert run("doctor", "--json").json["ok"]
    assert _plain_bytes(home) == []
    run("restore", "first", "--yes")
    assert "KESTREL" not in run("export").out


def test_the_wrong_key_none_and_a_needless_one_are_one_line_each(
    run: Run, tell: Any, home: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _facts(tell, run)
    for given, reason in (
        ("wrong", "does not open with the key given"),
        ("", "then give its key by GRAPHMEM_STORE_KEY"),
    ):
        monkeypatch.setenv(KEY, given)
        refused = run("search", "vault word", code=1)
        assert reason in refused.err and len(refused.err.strip().splitlines()) == 1
        assert key not in refused.err
    run("remember", "The pool opens at 7.", "--store", f"sqlite:///{home}/plain.db")
    monkeypatch.setenv(KEY, key)
    assert "is not encrypted" in run("doctor", "--store", f"sqlite:///{home}/plain.db", code=1).err


def test_settings_name_the_key_file(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    (home / "store.key").write_text("from a file\n")
    (home / "graphmem.toml").write_text(f'[store]\nkey_file = "{home}/store.key"\n')
    run("remember", "The vault word is KESTREL-7.")
    assert run("search", "vault word", "--json").json["hits"]
    assert run("doctor", "--json").json["store"]["encrypted"] is True
    assert _plain_bytes(home) == []
    (home / "store.key").unlink()
    assert "cannot read the key file" in run("search", "vault word", code=2).err


def test_migrate_encrypts_a_store_and_frees_it(
    run: Run, tell: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY, raising=False)
    _facts(tell, run)
    run("erase", "--source", "a", "--yes")
    (home / "new.key").write_text("correct horse")
    plain, sealed, freed = (f"sqlite:///{home}/{name}.db" for name in ("graphmem", "sealed", "freed"))
    before = run("export").out
    run("migrate", "--from", plain, "--to", sealed, "--to-key-file", "new.key")
    assert b"KESTREL" not in (home / "sealed.db").read_bytes()
    run("migrate", "--from", sealed, "--to", freed, "--from-key-file", "new.key")
    assert run("export", "--store", freed).out == before
    monkeypatch.setenv("GRAPHMEM_STORE_KEY_FILE", "new.key")
    assert run("export", "--store", sealed).out == before
    assert run("audit", "verify", "--store", sealed, "--json").json["counts"]["ok"]
    (home / "freed.db").unlink()
    run("migrate", "--from", sealed, "--to", freed, "--to-key-file", "none")
    assert b"KESTREL" in (home / "freed.db").read_bytes()
    run("migrate", "--from", sealed, "--to", f"sqlite:///{home}/c.db", "--from-key-file", "absent.key", code=2)
    assert not (home / "c.db").exists()

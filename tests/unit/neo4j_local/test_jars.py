from pathlib import Path

import pytest

from graphmem.errors import StoreError
from graphmem.neo4j_local.jars import resolve_jars


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def put_maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program called mvn that does what the script says."""
    folder = tmp_path / "programs"
    folder.mkdir(exist_ok=True)
    (folder / "mvn").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "mvn").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_without_maven_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(StoreError, match=r"needs Maven \(mvn\).*compose"):
        resolve_jars()


def test_what_maven_says_is_passed_on_and_nothing_half_done_is_kept(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_maven(tmp_path, monkeypatch, "echo '[ERROR] no route to the repository'; exit 1")
    with pytest.raises(StoreError, match="no route to the repository"):
        resolve_jars()
    put_maven(
        tmp_path, monkeypatch, 'for a in "$@"; do case $a in -DoutputDirectory=*) touch "${a#*=}/a.jar";; esac; done'
    )
    assert (resolve_jars() / "a.jar").exists()
    assert sorted(path.suffix for path in (cache / "graphmem").iterdir()) == ["", ".lock"]


def test_jars_are_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_maven(tmp_path, monkeypatch, "exit 0")
    first = resolve_jars()
    put_maven(tmp_path, monkeypatch, "exit 1")
    assert resolve_jars() == first

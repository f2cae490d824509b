from pathlib import Path

import pytest

from graphmem.errors import StoreError
from graphmem.neo4j_local import java


def make_java(folder: Path, version: str) -> Path:
    """A program that answers -version as a JDK does."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2025-04-15' >&2\n")
    program.chmod(0o755)
    return program


@pytest.fixture(autouse=True)
def _bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(java, "USUAL_FOLDERS", (str(tmp_path / "jvm"),))


@pytest.mark.parametrize(("version", "major"), [("17.0.15", 17), ("21", 21), ("25.0.1-ea", 25), ("1.8.0_452", 1)])
def test_versions_are_read_as_jdks_state_them(tmp_path: Path, version: str, major: int) -> None:
    assert java.read_version(make_java(tmp_path / "jdk", version)) == major


def test_what_does_not_run_has_no_version(tmp_path: Path) -> None:
    assert java.read_version(tmp_path / "absent") is None


def test_java_home_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(make_java(tmp_path / "old", "17.0.15").parent.parent))
    new = make_java(tmp_path / "jvm" / "temurin", "25.0.1")
    make_java(tmp_path / "jvm" / "openjdk", "11.0.2")
    assert java.find_java() == new


def test_the_packaged_java_is_the_last_resort() -> None:
    assert java.find_java() == java.packaged_java()
    assert (java.read_version(java.find_java()) or 0) >= java.OLDEST


def test_the_module_for_vectors_is_asked_for_only_where_it_exists(tmp_path: Path) -> None:
    with_module = make_java(tmp_path / "whole", "25.0.1")
    without = make_java(tmp_path / "cut", "25.0.1")
    without.write_text('#!/bin/sh\ncase "$1" in --add-modules=*) exit 1 ;; esac\n')
    assert java.vector_options(with_module) == ["--add-modules=jdk.incubator.vector"]
    assert java.vector_options(without) == []


def test_without_any_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "find_spec", lambda _: None)
    make_java(tmp_path / "jvm" / "openjdk", "11.0.2")
    with pytest.raises(StoreError, match=r"Java 21 or later, found .*\(11\).*neo4j-local"):
        java.find_java()

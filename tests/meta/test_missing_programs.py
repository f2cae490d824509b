"""Tests whose program the machine lacks are reported as not run, loudly; in CI they fail."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import shutil

import pytest


@pytest.mark.neo4j
def test_that_needs_maven():
    assert shutil.which("mvn")


def test_that_needs_nothing():
    pass
"""


def run_without_maven(folder: Path, *options: str, ci: bool) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    neo4j: shares a server\n")
    (folder / "test_two.py").write_text(TESTS)
    programs = folder / "bin"
    programs.mkdir()
    for name in ("redis-server", "chromium"):
        (programs / name).symlink_to(sys.executable)
    environment = {"PYTHONPATH": str(ROOT), "PATH": str(programs)} | ({"CI": "true"} if ci else {})
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize("options", [(), ("-n", "2", "--dist", "loadgroup")], ids=["one process", "two processes"])
def test_without_maven_the_last_words_say_what_has_not_run(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run_without_maven(tmp_path, *options, ci=False)
    assert done.returncode == 0
    assert "1 passed" in done.stdout
    assert done.stdout.count("THE NEO4J TESTS HAVE NOT RUN: this machine has no mvn") == 1


def test_in_ci_they_fail_instead(tmp_path: Path) -> None:
    done = run_without_maven(tmp_path, ci=True)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "HAVE NOT RUN" not in done.stdout


def test_ci_says_that_it_is_ci() -> None:
    assert "export CI=${CI:-true}" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize(("environment", "code"), [({}, 0), ({"CI": "true"}, 1)], ids=["elsewhere", "in CI"])
def test_set_up_names_the_programs_that_it_cannot_install(
    environment: dict[str, str], code: int, tmp_path: Path
) -> None:
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    (tmp_path / "bash").symlink_to(shutil.which("bash") or "")
    script = str(ROOT / "scripts" / "system_packages.sh")
    done = subprocess.run(
        [str(tmp_path / "bash"), script],
        env={"PATH": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code
    assert "maven chromium chromium-driver redis-server" in done.stderr

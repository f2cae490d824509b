"""Tests that share a server stay in one process of a parallel run (a newer pytest has undone that before)."""

import re
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
TESTS = """
import pytest

@pytest.mark.neo4j
@pytest.mark.parametrize("number", range(8))
def test_one_of_many(number):
    pass
"""


def test_marked_tests_of_two_files_run_in_one_process(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    neo4j: shares a server\n")
    for name in ("test_a.py", "test_b.py"):
        (tmp_path / name).write_text(TESTS)
    root = str(CONFTEST.parents[1])
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup", "-v", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": root, "CI": "true"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert len(re.findall(r"^\[gw\d\].*PASSED", done.stdout, re.MULTILINE)) == 16
    assert len(set(re.findall(r"^\[(gw\d)\].*PASSED", done.stdout, re.MULTILINE))) == 1

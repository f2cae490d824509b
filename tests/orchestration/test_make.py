"""What `make nightly` and `make dagster` do, line by line as make would do it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.orchestration.conftest import contents

ROOT = Path(__file__).parents[2]


def recipe(target: str, **variables: str) -> list[str]:
    """The lines of a target that start graphmem or Dagster; the set-up before them is this environment."""
    named = [f"{name}={value}" for name, value in variables.items()]
    done = subprocess.run(
        ["make", "-n", "--no-print-directory", target, f"BIN={Path(sys.executable).parent}", *named],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if "graphmem.orchestration" in line]


def run_line(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHMEM_")}
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=ROOT, env={**environment, "DAGSTER_HOME": str(home)}, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_make_nightly_sweeps_the_store_it_is_given(store: str, tmp_path: Path) -> None:
    (line,) = recipe("nightly", STORE=store)
    done = run_line(line, tmp_path / "home")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "nightly succeeded" in done.stdout and "decisions: row_count" in done.stdout
    after = contents(store)
    assert after["marks"] == {} and after["decisions"]


@pytest.mark.slow
def test_make_nightly_says_in_its_exit_code_and_in_one_line_that_the_night_failed(tmp_path: Path) -> None:
    (line,) = recipe("nightly", STORE=f"sqlite:///{tmp_path}/no/such/folder/memory.db")
    done = run_line(line, tmp_path / "home")
    assert done.returncode != 0
    reason, end = done.stderr.splitlines()
    assert reason.startswith("upkeep: StoreError: folder ") and "no/such/folder" in reason
    assert end.startswith("nightly failed: run ")


def test_make_dagster_serves_the_store_it_is_given(store: str) -> None:
    (line,) = recipe("dagster", STORE=store)
    assert line.endswith(f"{Path(sys.executable).parent}/python -m graphmem.orchestration serve")
    assert store in line

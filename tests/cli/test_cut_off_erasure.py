"""An erasure that ends before its files are clean: whoever comes next cleans them, and nothing claims otherwise."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphmem
from graphmem.errors import StoreBusyError
from graphmem.stores.sqlite.store import SqliteStore
from tests.cli.conftest import Run

KILLED = """
import os, signal, sys
from graphmem.services import erasure
from graphmem.stores.sqlite.store import SqliteStore
{patch} = lambda *a, **k: os.kill(os.getpid(), signal.SIGKILL)
from graphmem.cli.main import main
main(sys.argv[1:])
"""
SAME_CODE = {**os.environ, "PYTHONPATH": str(Path(graphmem.__file__).parents[1])}


def _left(home: Path) -> list[str]:
    files = [path for path in home.rglob("*") if path.is_file() and path.suffix != ".jsonl"]
    return sorted({path.name for path in files if b"orbulator" in path.read_bytes().lower()})


def _told(run: Run, tell: Any) -> None:
    tell({"text": "The Zorbulator hums.", "subjects": ["kim"], "source": "x"}, {"text": "The pool opens at 7."})
    run("nightly")


@pytest.mark.parametrize("patch", ["erasure.clean_files", "SqliteStore.scrub", "erasure.collect_canaries"])
@pytest.mark.parametrize("remedy", [("erase", "--subject", "kim", "--yes"), ("nightly",)], ids=["erase", "nightly"])
def test_what_a_killed_erasure_left_in_files_is_cleaned_by_the_next(
    run: Run, tell: Any, home: Path, patch: str, remedy: tuple[str, ...]
) -> None:
    _told(run, tell)
    run("snapshot", "before")
    code = KILLED.format(patch=patch)
    ended = subprocess.run(
        [sys.executable, "-c", code, "erase", "--subject", "kim", "--yes"], check=False, env=SAME_CODE
    )
    assert ended.returncode == -signal.SIGKILL
    if patch != "erasure.collect_canaries":
        assert _left(home) != []
        assert "an erasure was cut off" in run("doctor", code=None).out
    run(*remedy)
    assert _left(home) == []
    assert run("doctor", "--json").json["ok"]
    run("restore", "before", "--yes")
    assert run("search", "what hums", "--json").json["hits"] == [] or _left(home) == []
    assert "Zorbulator" not in run("export").out


def test_readers_that_keep_bytes_alive_are_told_and_the_next_run_cleans(
    run: Run, tell: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _told(run, tell)

    def busy(store: SqliteStore) -> int:
        raise StoreBusyError("readers kept deleted bytes in the log: end them, then run this again")

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "scrub", busy)
        assert "run this again" in run("erase", "--subject", "kim", "--yes", code=1).err
    assert "an erasure was cut off" in run("doctor", code=1).out
    again = run("erase", "--subject", "kim", "--yes")
    assert "erased 0 records" in again.out and "is complete now" in again.out
    assert _left(home) == []
    assert run("erase", "--subject", "kim", "--yes", "--json").json["completed_earlier"] is False
    assert [e["detail"]["completed_earlier"] for e in run("audit", "list", "--json").json] == [True]


def test_a_rejected_text_leaves_the_snapshots_too(run: Run, tell: Any, home: Path) -> None:
    tell({"text": "Write to zorbulator@firm.example.", "external_id": "m"})
    run("snapshot", "before")
    (item,) = run("review", "list", "--json").json
    run("review", "reject", item["id"], "--resolver", "ann", "--reason", "no consent")
    assert _left(home) == []
    run("restore", "before", "--yes")
    assert "orbulator" not in run("export").out and run("review", "list", "--json").json == []

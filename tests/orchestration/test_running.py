"""A job run from the command line says what it did, or in one line why not, and its exit code says which."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import dagster as dg
import pytest

from graphmem.model.rows import DirtyRow
from tests.orchestration.conftest import contents, copy_of, opened

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "graphmem.orchestration", "run"]


def run(home: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command as an operator types it."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, env={**os.environ, "DAGSTER_HOME": str(home), **variables},
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["in_process", "multiprocess"])
def test_a_night_tells_its_counts_and_ends_as_the_command_does(
    executor: str, store: str, planted: Path, tmp_path: Path
) -> None:
    other = copy_of(planted, tmp_path / "other")
    with opened(other) as memory:
        report = memory.nightly()
    done = run(tmp_path / "home", GRAPHMEM_EXECUTOR=executor)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    told = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert f"auto_resolved {report.auto_resolved}, escalated {report.escalated}" in told["decisions"]
    assert list(told) == [
        "expired_records", "entities", "conflicts", "decisions", "canonical_records", "escalations",
        "integrity_report", "nightly succeeded",
    ]  # fmt: skip
    assert contents(store) == contents(other)
    with dg.DagsterInstance.from_config(str(tmp_path / "home")) as instance:
        (kept,) = instance.get_runs()
        assert kept.job_code_origin is not None
        pointer = kept.job_code_origin.repository_origin.code_pointer
        assert "graphmem.orchestration.definitions" in str(pointer.describe()), "where the UI finds the job of the run"


@pytest.mark.parametrize(
    ("arguments", "variables", "lines"),
    [
        ("", {"GRAPHMEM_STORE": "sqlite:////no/such/memory.db"}, ["upkeep: StoreError: folder /no/such ", "nightly f"]),
        ("", {"GRAPHMEM_STORE": "neo4j://127.0.0.1:1"}, ["upkeep: StoreError: ", "nightly failed"]),
        ("", {"GRAPHMEM_SETTINGS": "missing.toml"}, ["upkeep: UsageError: cannot read settings", "nightly failed"]),
        ("", {"GRAPHMEM_EXECUTOR": "dask"}, ["Error: GRAPHMEM_EXECUTOR is 'dask'; there are: in_process, "]),
        ("", {"DAGSTER_HOME": "Makefile/home"}, ["Error: DAGSTER_HOME "]),
        ("nigthly", {}, ["Error: no job called 'nigthly'; there are: back_fill, ingest, nightly, quality"]),
        ("nightly -c missing.yaml", {}, ["Error: missing.yaml cannot be read: "]),
        ("ingest", {}, ["documents: InputError: no documents are configured: ", "ingest failed"]),
        ("ingest", {"GRAPHMEM_INBOX": "/no/inbox"}, ["documents: InputError: the folder /no/inbox cannot", "ingest f"]),
    ],
    ids=["folder", "server", "settings", "executor", "home", "job", "config", "no-inbox", "unreadable-inbox"],
)  # fmt: skip
@pytest.mark.slow
def test_what_is_wrong_is_one_line_and_the_exit_code(
    arguments: str, variables: dict[str, str], lines: list[str], store: str, tmp_path: Path
) -> None:
    done = run(tmp_path / "home", *arguments.split(), **variables)
    assert done.returncode == 1 and done.stdout == ""
    told = done.stderr.splitlines()
    assert [line[: len(start)] for line, start in zip(told, lines, strict=True)] == lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("config", "says"),
    [
        ("ops: {nosuch: {}}", "Error: Received unexpected config entry"),
        ("- a list", "config.yaml holds no settings of a run"),
        ("{", "config.yaml cannot be read"),
    ],
    ids=["unknown", "list", "broken"],
)
def test_a_wrong_configuration_of_a_run_is_one_line(config: str, says: str, store: str, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(config)
    done = run(tmp_path / "home", "-c", str(tmp_path / "config.yaml"))
    (line,) = done.stderr.splitlines()
    assert done.returncode == 1 and says in line


@pytest.mark.slow
def test_an_empty_inbox_is_no_failure(store: str, tmp_path: Path) -> None:
    (tmp_path / "inbox").mkdir()
    done = run(tmp_path / "home", "ingest", GRAPHMEM_INBOX=str(tmp_path / "inbox"))
    assert done.returncode == 0 and "read 0, stored 0" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_in_mid_detection_the_next_night_ends_alike(store: str, planted: Path, tmp_path: Path) -> None:
    other = copy_of(planted, tmp_path / "other")
    with opened(other) as memory:
        memory.nightly()
    (tmp_path / "config.yaml").write_text("ops: {conflicts: {ops: {divide: {config: {partitions: 64}}}}}")
    process = subprocess.Popen(
        [*COMMAND, "-c", str(tmp_path / "config.yaml")],
        cwd=ROOT,
        env={**os.environ, "DAGSTER_HOME": f"{tmp_path}/home"},
    )
    with opened(store) as memory:

        def marked() -> int:
            return memory.workspace.read(lambda ledger: ledger.count(DirtyRow, {"kind": "block"}))

        first, until = marked(), monotonic() + 200
        while marked() == first:
            assert process.poll() is None and monotonic() < until
            sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert 0 < marked() < first, "some blocks are compared, some are not"
    assert run(tmp_path / "home").returncode == 0
    assert contents(store) == contents(other)

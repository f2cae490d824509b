"""The nightly job does what `graphmem nightly` does, whole, in parts, and after it was killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import dagster as dg
import pytest

from graphmem.model.rows import DirtyRow, RecordRow
from graphmem.orchestration.definitions import defs
from graphmem.orchestration.home import prepare_home
from graphmem.services.lease import sweeping
from tests.orchestration.conftest import contents, copy_of, metadata_of, opened

MODULE = "graphmem.orchestration.definitions"
RunJob = Callable[..., dg.ExecuteInProcessResult]


def test_gives_the_same_conflicts_decisions_and_ids_as_the_command(
    store: str, planted: Path, tmp_path: Path, run_job: RunJob
) -> None:
    other = copy_of(planted, tmp_path / "other")
    with opened(other) as memory:
        report = memory.nightly()
    result = run_job("nightly")
    assert result.success
    assert contents(store) == contents(other)
    assert report.conflicts > 5 and report.auto_resolved > 0 and report.escalated > 0
    decisions, conflicts = metadata_of(result, "decisions"), metadata_of(result, "conflicts")
    assert decisions["conflicts"] == report.conflicts
    assert decisions["auto_resolved"] == report.auto_resolved
    assert decisions["escalated"] == report.escalated
    assert conflicts["compared"] + decisions["compared"] == report.compared
    assert metadata_of(result, "integrity_report")["waiting"] == report.waiting

    again = run_job("nightly")
    assert again.success
    assert metadata_of(again, "conflicts")["blocks"] == 0, "nothing changed, so nothing is compared"
    assert metadata_of(again, "escalations")["new"] == 0
    assert contents(store) == contents(other)


def test_a_night_that_no_queue_holds_back_waits_for_another_sweep(store: str, run_job: RunJob) -> None:
    held, seen = Event(), []

    def sweep() -> None:
        with opened(store) as memory, sweeping(memory.workspace):
            held.set()
            sleep(1.5)
            seen.append(contents(store)["decisions"])

    other = Thread(target=sweep)
    other.start()
    assert held.wait(30)
    result = run_job("nightly")
    other.join()
    assert seen == [{}], "nothing was decided as long as the other sweep went on"
    assert result.success and contents(store)["decisions"]


def test_every_check_passes_and_looks_at_something(store: str, run_job: RunJob) -> None:
    result = run_job("nightly")
    checks = {e.check_name: e for e in result.get_asset_check_evaluations()}
    assert {name: e.passed for name, e in checks.items()} == {
        "records_exist": True,
        "deferred_pairs_explained": True,
        "no_superseded_in_search": True,
        "indexes_match_records": True,
        "thresholds": True,
    }
    assert checks["no_superseded_in_search"].metadata["probes"].value > 0


@pytest.mark.parametrize("asset", ["expired_records", "entities"])
def test_what_shares_a_step_can_be_materialized_alone(asset: str, store: str, run_job: RunJob) -> None:
    result = run_job("nightly", asset_selection=[dg.AssetKey(asset)])
    assert result.success
    assert [e.asset_key for e in result.get_asset_materialization_events()] == [dg.AssetKey(asset)]


def test_a_quiet_night_takes_five_steps_and_no_more(store: str, run_job: RunJob) -> None:
    busy, quiet = ([e.step_key for e in run_job("nightly").all_events if e.is_step_success] for _ in range(2))
    assert quiet == ["upkeep", "conflicts.divide", "conflicts.gather", "resolution", "integrity_report"]
    assert set(busy) - set(quiet) == {"conflicts.compare[h00_of_2]", "conflicts.compare[h01_of_2]"}


def test_what_is_recorded_is_ids_and_counts(store: str, disk_instance: dg.DagsterInstance) -> None:
    result = defs().resolve_job_def("nightly").execute_in_process(instance=disk_instance)
    with opened(store) as memory:
        texts = {row.record.text for row in memory.workspace.read(lambda ledger: ledger.find(RecordRow))}
    written = b"".join(p.read_bytes() for p in Path(disk_instance.root_directory).rglob("*") if p.is_file())
    assert result.success and len(written) > 10_000
    assert [text for text in texts if text.encode() in written] == []


def test_a_conflict_without_its_record_stops_the_run_before_anything_is_decided(store: str, run_job: RunJob) -> None:
    with opened(store) as memory:
        memory.nightly()
        gone = memory.conflicts(status="escalated")[0].record_a
        memory.workspace.write(lambda ledger: ledger.delete(RecordRow, [gone]))
    result = run_job("nightly")
    assert not result.success
    failed = [e.check_name for e in result.get_asset_check_evaluations() if not e.passed]
    assert failed == ["records_exist"]
    assert "resolution" not in {e.step_key for e in result.all_events if e.is_step_success}


@pytest.mark.slow
def test_killed_between_detecting_and_resolving_the_next_run_ends_alike(
    store: str, planted: Path, tmp_path: Path, run_job: RunJob
) -> None:
    undisturbed = copy_of(planted, tmp_path / "other")
    with opened(undisturbed) as memory:
        memory.nightly()
    kill_when_detected(store, prepare_home(tmp_path / "home"))
    halfway = contents(store)
    assert set(halfway["marks"].values()) == {"decide"} and halfway["decisions"] == {}
    assert run_job("nightly").success
    assert contents(store) == contents(undisturbed)


def kill_when_detected(store: str, home: Path) -> None:
    """Run the job in two step processes, and kill all of them once no block is left to compare."""
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dagster", "job", "execute", "-m", MODULE, "-j", "nightly"],
            env={**os.environ, "DAGSTER_HOME": str(home), "GRAPHMEM_EXECUTOR": "multiprocess"},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    with opened(store) as memory:
        until = monotonic() + 120
        while set(memory.workspace.read(lambda ledger: [row.kind for row in ledger.find(DirtyRow)])) != {"decide"}:
            assert process.poll() is None and monotonic() < until, (home / "log").read_text()[-3000:]
            sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("partitions", [1, 5])
def test_any_number_of_partitions_gives_the_same(
    partitions: int, store: str, planted: Path, tmp_path: Path, run_job: RunJob
) -> None:
    other = copy_of(planted, tmp_path / "other")
    with opened(other) as memory:
        memory.nightly()
    config = {"ops": {"conflicts": {"ops": {"divide": {"config": {"partitions": partitions}}}}}}
    result = run_job("nightly", run_config=config)
    compared = [e.step_key for e in result.all_events if e.is_step_success and "compare[" in (e.step_key or "")]
    assert len(compared) == partitions
    assert contents(store) == contents(other)


def test_a_back_fill_compares_all_again_and_changes_nothing(store: str, run_job: RunJob) -> None:
    assert run_job("nightly").success
    before = contents(store)
    keys = defs().resolve_job_def("back_fill").partitions_def
    assert keys is not None
    assert len(keys.get_partition_keys()) == 16
    for key in keys.get_partition_keys()[:2]:
        result = run_job("back_fill", partition_key=key)
        assert result.success
        assert metadata_of(result, "conflicts_rechecked")["blocks"] > 5
    assert run_job("nightly").success
    assert contents(store) == before

"""Files of the inbox: each in one visible state, re-read by content, left alone while they are written."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from graphmem.orchestration.defs.ingest.sensors import inbox_sensor
from graphmem.services.workspace import SystemClock
from tests.orchestration.conftest import metadata_of, opened, sensor_context

RunJob = Callable[..., dg.ExecuteInProcessResult]


@pytest.fixture
def inbox(tmp_path: Path, store: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "inbox"
    folder.mkdir()
    monkeypatch.setenv("GRAPHMEM_INBOX", str(folder))
    return folder


@pytest.fixture
def tick(instance: dg.DagsterInstance) -> Callable[[], Any]:
    """One evaluation of the inbox sensor."""

    def call() -> Any:
        with sensor_context(instance) as context:
            return inbox_sensor.evaluate_tick(context)

    return call


def drop(folder: Path, name: str, content: str) -> Path:
    """A file in the inbox."""
    path = folder / name
    path.write_text(content)
    return path


def line(text: str, **fields: object) -> str:
    return json.dumps({"text": text, "claims": [], **fields}) + "\n"


def states(result: dg.ExecuteInProcessResult) -> dict[str, tuple[str, str]]:
    (found,) = [e for e in result.get_asset_materialization_events() if e.asset_key == dg.AssetKey("records")]
    table = found.materialization.metadata["files"]
    assert isinstance(table, dg.TableMetadataValue)
    return {str(r.data["file"]): (str(r.data["state"]), str(r.data["reasons"])) for r in table.records}


IMMEDIATELY = {"resources": {"inbox": {"config": {"settle_seconds": 0.0}}}}


def test_each_file_ends_in_one_state_with_reasons_that_quote_nothing(inbox: Path, run_job: RunJob) -> None:
    drop(inbox, "good.jsonl", line("The pier is open.") + line("The pier has a crane."))
    secret = "AKIA" + "IOSFODNN7" + "EXAMQZRT"
    bad = line("The mole is closed.", sensitivity="whispered")
    drop(inbox, "half.jsonl", line("The mole is long.") + bad + line(f"The key is aws_access_key_id={secret}."))
    drop(inbox, "bad.jsonl", "{no json\n")
    drop(inbox, "picture.xyz", "?")
    result = run_job("ingest", run_config=IMMEDIATELY)
    assert result.success, "bad files are no failed run"
    found = states(result)
    assert found["good.jsonl"] == ("stored", "")
    assert found["half.jsonl"][0] == "partly"
    assert "line 2: failed" in found["half.jsonl"][1] and "line 3: rejected: by secrets" in found["half.jsonl"][1]
    assert secret not in found["half.jsonl"][1] and "whispered" not in found["half.jsonl"][1]
    assert found["bad.jsonl"][0] == found["picture.xyz"][0] == "failed"
    counts = metadata_of(result, "records")
    parts = ("stored", "duplicate", "rejected", "review", "failed")
    assert counts["read"] == sum(counts[p] for p in parts) == 7
    assert (counts["stored"], counts["files_stored"], counts["files_partly"], counts["files_failed"]) == (3, 1, 1, 2)
    checks = {e.check_name: e.passed for e in result.get_asset_check_evaluations()}
    assert checks == {"counts_add_up": True, "no_provider_errors": True}

    again = run_job("ingest", run_config=IMMEDIATELY)
    assert metadata_of(again, "records")["read"] == 0, "nothing changed"
    assert states(again) == found


def test_a_file_is_read_again_when_its_content_changed_and_only_then(inbox: Path, run_job: RunJob, store: str) -> None:
    path = drop(inbox, "pier.txt", "The pier opens at seven.\n")
    assert metadata_of(run_job("ingest", run_config=IMMEDIATELY), "records")["stored"] == 1
    path.touch()
    assert metadata_of(run_job("ingest", run_config=IMMEDIATELY), "records")["read"] == 0, "a new date is no new text"
    before = path.stat()
    path.write_text("The pier opens at eight.\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert metadata_of(run_job("ingest", run_config=IMMEDIATELY), "records")["stored"] == 1, "same name, size and date"
    with opened(store) as memory:
        hits = memory.search("pier opens", k=5, route="lookup").hits
    assert ["eight" in hit.text for hit in hits if hit.external_id and hit.external_id.startswith("pier")] == [True]


def test_the_sensor_leaves_a_file_until_it_is_stable(
    inbox: Path, tick: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "0 files" in tick().skip_message
    drop(inbox, "growing.jsonl", line("The pier is open."))
    drop(inbox, "download.jsonl.part", line("The mole is open."))
    quiet = tick()
    assert quiet.run_requests == [] and "2 being written" in quiet.skip_message
    a_minute_later(monkeypatch)
    assert len(tick().run_requests) == 1


def test_the_sensor_asks_once_for_a_content_and_again_after_a_failure(
    inbox: Path,
    tick: Callable[[], Any],
    run_job: RunJob,
    monkeypatch: pytest.MonkeyPatch,
    store: str,
) -> None:
    drop(inbox, "pier.jsonl", line("The pier is open."))
    a_minute_later(monkeypatch)
    (first,), (same,) = tick().run_requests, tick().run_requests
    assert first.run_key == same.run_key, "Dagster starts one run for a key"

    monkeypatch.setenv("GRAPHMEM_STORE", "sqlite:////no/such/folder/memory.db")
    assert not run_job("ingest", tags=dict(first.tags)).success
    monkeypatch.setenv("GRAPHMEM_STORE", store)
    assert "tried again in" in tick().skip_message
    monkeypatch.setattr("graphmem.orchestration.defs.ingest.sensors._FIRST_WAIT", 0.0)
    (retry,) = tick().run_requests
    assert retry.run_key != first.run_key and retry.tags["graphmem/attempt"] == "2"

    done = run_job("ingest", tags=dict(retry.tags))
    assert done.success and metadata_of(done, "records")["stored"] == 1
    assert tick().run_requests == []


def a_minute_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Move the clock that decides whether a file is stable."""
    monkeypatch.setattr(SystemClock, "now", lambda _: datetime.now(UTC) + timedelta(minutes=1))


def test_what_was_erased_is_not_taken_in_again_from_the_same_file(inbox: Path, run_job: RunJob, store: str) -> None:
    drop(inbox, "vault.txt", "The vault word is KESTREL-SEVEN.\n")
    assert metadata_of(run_job("ingest", run_config=IMMEDIATELY), "records")["stored"] == 1
    with opened(store) as memory:
        assert memory.erase(source="vault.txt").records == 1
    assert metadata_of(run_job("ingest", run_config=IMMEDIATELY), "records")["read"] == 0


def test_an_inbox_that_cannot_be_read_fails_the_run_with_one_line(
    inbox: Path, run_job: RunJob, tick: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHMEM_INBOX", str(inbox / "missing"))
    result = run_job("ingest")
    (failure,) = [e for e in result.all_events if e.is_step_failure]
    message = failure.step_failure_data.user_failure_data.description
    assert "missing cannot be read: No such file or directory" in message and "\n" not in message
    with pytest.raises(dg.Failure, match="cannot be read"):
        tick()

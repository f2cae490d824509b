"""The assets in one process on a real server: files become records, and a night ends as the command's does."""

import json
from collections.abc import Callable
from pathlib import Path

import dagster as dg
import pytest

from graphmem.bench.scale import generate
from graphmem.model.rows import RecordRow
from graphmem.neo4j_local import Status
from graphmem.orchestration.definitions import defs
from tests.neo4j_server import empty_store
from tests.orchestration.conftest import RECORDS, contents, copy_of, metadata_of, opened

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]
RunJob = Callable[..., dg.ExecuteInProcessResult]


@pytest.fixture
def server_url(neo4j_server: Status, neo4j_password: str, planted: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """URL of the empty server, which the definitions use, with settings that need no models."""
    url = empty_store(neo4j_server, neo4j_password)
    monkeypatch.setenv("GRAPHMEM_STORE", url)
    monkeypatch.setenv("GRAPHMEM_SETTINGS", str(planted / "graphmem.toml"))
    return url


def test_a_night_ends_as_the_command_does(server_url: str, planted: Path, tmp_path: Path, run_job: RunJob) -> None:
    other = copy_of(planted, tmp_path / "other")
    with opened(other) as memory:
        report = memory.nightly()
    with opened(server_url) as memory:
        assert memory.ingest(generate(RECORDS).records()).stored == RECORDS
    result = run_job("nightly")
    assert result.success
    assert all(e.passed for e in result.get_asset_check_evaluations())
    assert contents(server_url) == contents(other)
    assert metadata_of(result, "decisions")["auto_resolved"] == report.auto_resolved > 0
    with opened(server_url) as memory:
        assert memory.nightly().blocks == 0, "the command finds nothing left to do"


def test_files_become_records(
    server_url: str, tmp_path: Path, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    lines = [
        {"text": "The pool opens at 7.", "claims": [{"subject": "pool", "attribute": "opens at", "value": "7"}]},
        {"text": "The gym opens at 8.", "claims": [{"subject": "gym", "attribute": "opens at", "value": "8"}]},
        {"text": "", "claims": []},
    ]
    (inbox / "times.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    monkeypatch.setenv("GRAPHMEM_INBOX", str(inbox))
    made = defs()
    config = {"resources": {"inbox": {"config": {"settle_seconds": 0.0}}}}
    result = dg.materialize(
        list(made.assets or ()),
        selection=dg.AssetSelection.assets("documents", "records"),
        resources=made.resources,
        instance=instance,
        run_config=config,
    )
    assert result.success
    told = metadata_of(result, "records")
    assert (told["read"], told["stored"], told["failed"]) == (3, 2, 1)
    assert told["files_partly"] == 1
    with opened(server_url) as memory:
        texts = {row.record.text for row in memory.store.stream("default", RecordRow)}
    assert texts == {"The pool opens at 7.", "The gym opens at 8."}

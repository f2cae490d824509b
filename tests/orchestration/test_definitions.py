"""The code location loads whole; what is configured wrongly fails one run, or one tick, with one line."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from graphmem.orchestration.definitions import defs
from graphmem.orchestration.defs.ingest.assets import documents, records
from graphmem.orchestration.executors import choose_executor
from graphmem.orchestration.home import prepare_home
from graphmem.orchestration.resources import EncoderResource, InboxResource, SettingsResource, StoreResource
from tests.orchestration.conftest import metadata_of, opened

RunJob = Callable[..., dg.ExecuteInProcessResult]
STAGES = {
    "ingest": {"documents", "records"},
    "linking": {"entities"},
    "conflicts": {"conflicts", "conflicts_rechecked"},
    "resolution": {"decisions", "canonical_records", "escalations"},
    "governance": {"expired_records", "integrity_report", "retrieval_quality"},
}


def test_assets_are_grouped_by_stage_and_joined_in_the_order_of_the_flow() -> None:
    definitions = defs()
    dg.Definitions.validate_loadable(definitions)
    graph = definitions.resolve_asset_graph()
    found: dict[str, set[str]] = {}
    for key in graph.get_all_asset_keys():
        found.setdefault(graph.get(key).group_name, set()).add(key.to_user_string())
    assert found == STAGES
    parents = {
        name: {p.to_user_string() for p in graph.get(dg.AssetKey(name)).parent_keys} for name in STAGES["resolution"]
    }
    assert parents == {"decisions": {"conflicts"}, "canonical_records": {"decisions"}, "escalations": {"decisions"}}
    assert all(graph.get(key).description for key in graph.get_all_asset_keys())


ROOT = Path(__file__).parents[2]


def elsewhere(what: str, **environment: str) -> str:
    """The line that a process with these variables prints; the definitions read them when they are loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.orchestration.loading", what],
        env={"PATH": os.environ["PATH"], **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_the_nightly_runs_at_two_in_the_zone_of_the_environment() -> None:
    ticked = elsewhere("schedule", GRAPHMEM_TIMEZONE="Europe/Berlin")
    assert ticked == "0 2 * * * Europe/Berlin 2025-03-29T12:00:00+00:00"


def test_a_wrong_time_zone_fails_the_tick_and_nothing_else() -> None:
    ticked = elsewhere("schedule", GRAPHMEM_TIMEZONE="Mars/Base")
    assert ticked == "GRAPHMEM_TIMEZONE is 'Mars/Base', which is no time zone; write for instance Europe/Berlin"


@pytest.mark.parametrize(
    ("environment", "executor"),
    [
        ({}, "in_process"),
        ({"GRAPHMEM_EXECUTOR": "multiprocess"}, "multiprocess"),
        ({"GRAPHMEM_EXECUTOR": "celery"}, "celery"),
        ({"GRAPHMEM_EXECUTOR": "dask"}, "misconfigured"),
        ({"GRAPHMEM_EXECUTOR": "multiprocess", "GRAPHMEM_WORKERS": "many"}, "misconfigured"),
    ],
    ids=lambda value: "-".join(value.values()) or "default" if isinstance(value, dict) else value,
)
def test_the_executor_is_chosen_by_the_environment(
    environment: dict[str, str], executor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert choose_executor().name == executor


def test_a_wrong_executor_fails_the_run_with_one_line(tmp_path: Path, store: str) -> None:
    home = tmp_path / "home"
    prepare_home(home)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "dagster",
            "job",
            "execute",
            "-m",
            "graphmem.orchestration.definitions",
            "-j",
            "nightly",
        ],
        env={**os.environ, "DAGSTER_HOME": str(home), "GRAPHMEM_EXECUTOR": "dask"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "GRAPHMEM_EXECUTOR is 'dask'; there are: in_process, multiprocess, celery" in done.stderr


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("GRAPHMEM_STORE", "sqlite:////no/such/folder/memory.db", "StoreError"),
        ("GRAPHMEM_STORE", "mongo://somewhere", "no kind of store is called 'mongo'"),
        ("GRAPHMEM_STORE", "neo4j://127.0.0.1:1", "StoreError"),
        ("GRAPHMEM_SETTINGS", "wrong.toml", "detection.max_values_per_block"),
        ("GRAPHMEM_SETTINGS", "missing.toml", "cannot read settings missing.toml"),
        ("GRAPHMEM_ENCODER", "no_such_encoder", "no_such_encoder"),
        ("GRAPHMEM_NAMESPACES", " , ", ""),
    ],
    ids=["unreachable", "unknown", "no-server", "bad-settings", "no-settings", "no-encoder", "blank-means-default"],
)
def test_what_is_wrong_fails_the_run_with_one_line(
    variable: str, value: str, says: str, store: str, run_job: RunJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("wrong.toml").write_text("[detection]\nmax_values_per_block = 1\n")
    monkeypatch.setenv(variable, value)
    result = run_job("nightly")
    if not says:
        assert result.success
        return
    failures = [e for e in result.all_events if e.is_step_failure]
    assert [e.step_key for e in failures] == ["upkeep"]
    failure: Any = failures[0].step_failure_data
    line = failure.user_failure_data.description
    assert says in line and "\n" not in line and len(line) <= 500


def test_the_search_bench_finds_most_of_a_small_corpus(run_job: RunJob) -> None:
    result = run_job("quality")
    assert result.success
    figures = metadata_of(result, "retrieval_quality")
    assert figures["questions"] == 14 and figures["recall_at_5"] >= 0.8
    (check,) = result.get_asset_check_evaluations()
    assert check.passed


def test_assets_run_by_themselves_with_resources_given_in_code(store: str, tmp_path: Path) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "pier.jsonl").write_text('{"text": "The pier is open.", "claims": []}\n')
    settings, encoder = SettingsResource(), EncoderResource(name="none")
    given = StoreResource(url=f"sqlite:///{tmp_path / 'given.db'}", settings=settings, encoder=encoder)
    result = dg.materialize(
        [documents, records],
        resources={"store": given, "inbox": InboxResource(folder=str(tmp_path / "inbox"), settle_seconds=0)},
    )
    assert result.success
    (found,) = [e for e in result.get_asset_materialization_events() if e.asset_key == records.key]
    assert found.materialization.metadata["stored"].value == 1
    with opened(given.url) as memory:
        assert [line["text"] for line in memory.export_lines()] == ["The pier is open."]

"""A store with planted conflicts, the definitions, and what a store holds in comparable form."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from graphmem.bench.scale import generate
from graphmem.memory import Memory
from graphmem.model.rows import ConflictRow, DecisionRow, DirtyRow, RecordRow
from graphmem.model.scope import Principal, Role, Sensitivity
from graphmem.orchestration.definitions import defs
from graphmem.settings import ModelSettings, Settings

HERE = Path(__file__).parent
RECORDS = 600
WHO = Principal(
    namespaces=("global", "user:1", "user:2"), roles=frozenset(Role), clearance=Sensitivity.RESTRICTED, name="dagster"
)
QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))
# Says nothing to the reader of a test: Dagster's own use of a name that it has given another.
DAGSTERS_OWN = "ignore:InitResourceContext.dagster_run is deprecated:DeprecationWarning"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.filterwarnings(DAGSTERS_OWN))


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("GRAPHMEM_") and "NEO4J" not in name]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@contextmanager
def opened(url: str) -> Iterator[Memory]:
    """The store of a URL, with neither encoder nor extractors."""
    with Memory.open(url, WHO, settings=QUICK) as memory:
        yield memory


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with conflicts of every kind that no sweep has seen, and settings that need no models."""
    folder = tmp_path_factory.mktemp("planted")
    with opened(f"sqlite:///{folder / 'memory.db'}") as memory:
        report = memory.ingest(generate(RECORDS).records())
        assert report.stored == RECORDS
    (folder / "graphmem.toml").write_text('[models]\nencoder = "none"\nextractors = []\n')
    return folder


@pytest.fixture
def store(planted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """URL of a copy of the planted store, which the definitions use."""
    url = copy_of(planted, tmp_path / "store")
    monkeypatch.setenv("GRAPHMEM_STORE", url)
    return url


def copy_of(folder: Path, target: Path) -> str:
    """URL of a copy of a store's folder."""
    shutil.copytree(folder, target)
    return f"sqlite:///{target / 'memory.db'}"


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    """An instance in memory."""
    with dg.DagsterInstance.ephemeral() as made:
        yield made


@pytest.fixture
def disk_instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    """An instance that keeps its history in files."""
    (tmp_path / "dagster").mkdir()
    quiet = {"telemetry": {"enabled": False}}
    with dg.DagsterInstance.local_temp(str(tmp_path / "dagster"), overrides=quiet) as made:
        yield made


@pytest.fixture
def run_job(instance: dg.DagsterInstance) -> Callable[..., dg.ExecuteInProcessResult]:
    """Run a job of the definitions in this process."""

    def call(name: str, **options: Any) -> dg.ExecuteInProcessResult:
        options.setdefault("raise_on_error", False)
        return defs().resolve_job_def(name).execute_in_process(instance=instance, **options)

    return call


@contextmanager
def sensor_context(instance: dg.DagsterInstance, cursor: str | None = None) -> Iterator[dg.SensorEvaluationContext]:
    """What a sensor is evaluated with, the definitions' own resources included."""
    repository = defs().get_repository_def()
    resources = repository.get_top_level_resources()
    with dg.build_sensor_context(
        instance=instance, cursor=cursor, repository_def=repository, resources=resources
    ) as context:
        yield context


def contents(url: str) -> dict[str, dict[str, object]]:
    """Conflicts, decisions and states of a store by id, without the times at which they were taken."""
    with opened(url) as memory:

        def read(ledger: Any) -> dict[str, dict[str, object]]:
            times = {"decided_at", "resolution_date"}
            return {
                "conflicts": {r.id: r.conflict.model_dump() for r in ledger.find(ConflictRow)},
                "decisions": {r.id: r.decision.model_dump(exclude=times) for r in ledger.find(DecisionRow)},
                "states": {r.id: r.state.model_dump(exclude=times) for r in ledger.find(RecordRow)},
                "marks": {r.id: r.kind for r in ledger.find(DirtyRow)},
            }

        return memory.workspace.read(read)


def metadata_of(result: dg.ExecuteInProcessResult, asset: str) -> dict[str, Any]:
    """Metadata of an asset's materialization in a run."""
    (found,) = [e for e in result.get_asset_materialization_events() if e.asset_key == dg.AssetKey(asset)]
    return {name: value.value for name, value in found.materialization.metadata.items()}

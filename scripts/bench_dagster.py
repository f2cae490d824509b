"""What Dagster costs over `graphmem nightly`: the same sweep by command, in one process, in several, on Celery workers.

    python scripts/bench_dagster.py --records 20000 --repeat 3

Every way sweeps a copy of one store, in a process of its own, and must leave the same conflicts, decisions and states.
Figures are best of the repeats: other work on the machine only ever adds. Seconds of the processor are those of the
way with all that it starts, Celery's workers too; on other systems than Linux without what outlives its parent.
"""

import argparse
import ctypes
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from graphmem.bench.scale import generate
from graphmem.memory import Memory
from graphmem.model.rows import ConflictRow, DecisionRow, RecordRow
from graphmem.model.scope import Principal, Role, Sensitivity
from graphmem.orchestration.home import prepare_home
from graphmem.settings import load_settings

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
WHO = Principal(
    namespaces=("global", "user:1", "user:2"), roles=frozenset(Role), clearance=Sensitivity.RESTRICTED, name="dagster"
)
SETTINGS = '[models]\nencoder = "none"\nextractors = []\n'
JOB = [sys.executable, "-m", "graphmem.orchestration", "run", "nightly"]
WAYS = ("command", "in_process", "multiprocess", "celery")


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    given = parser.parse_args()
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(Path(folder), given.records, given.repeat, given.ways), indent=2))


def measure(folder: Path, records: int, repeat: int, ways: list[str]) -> dict[str, object]:
    """Seconds of every way, best of the repeats, and whether all ended alike."""
    fresh = folder / "fresh"
    fresh.mkdir()
    (fresh / "graphmem.toml").write_text(SETTINGS)
    with Memory.open(url_of(fresh), WHO, settings=load_settings(fresh / "graphmem.toml")) as memory:
        memory.ingest(generate(records).records())
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    processor: dict[str, list[float]] = {way: [] for way in ways}
    ends: dict[str, object] = {}
    stages: dict[str, object] = {}
    for number in range(repeat):
        for way in ways:  # in turn, so that what else the machine does falls on all
            place = folder / f"{way}-{number}"
            shutil.copytree(fresh, place)
            before = used_by_children()
            took, output = run(way, place)
            seconds[way].append(took)
            processor[way].append(used_by_children() - before)
            ends[way] = contents(place)
            if way == "command":
                stages = json.loads(output)["seconds"]
            shutil.rmtree(place)
    first = ends[ways[0]]
    return {
        "records": records,
        "load": os.getloadavg(),
        "best_seconds": {way: round(min(values), 2) for way, values in seconds.items()},
        "all_seconds": {way: [round(value, 2) for value in values] for way, values in seconds.items()},
        "best_processor_seconds": {way: round(min(values), 2) for way, values in processor.items()},
        "all_processor_seconds": {way: [round(value, 2) for value in values] for way, values in processor.items()},
        "seconds_of_the_stages": stages,
        "all_ended_alike": all(end == first for end in ends.values()),
    }


def adopt_orphans() -> None:
    """Let processes that outlive those that started them become children of this one: their time is counted then."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def used_by_children() -> float:
    """Seconds of the processor of all children that have ended; those that are about to end are waited for."""
    while True:
        try:
            os.wait()
        except ChildProcessError:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime


def run(way: str, place: Path) -> tuple[float, str]:
    """Seconds of one sweep from the start of its process to its end, and what it printed."""
    environment = {**os.environ, "GRAPHMEM_STORE": url_of(place), "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    if way == "command":
        return timed([str(BIN / "graphmem"), "nightly", "--json"], environment)
    environment |= {"DAGSTER_HOME": str(prepare_home(place / "home")), "GRAPHMEM_EXECUTOR": way}
    with ExitStack() as stack:
        if way == "celery":
            environment["GRAPHMEM_CELERY_BROKER"] = stack.enter_context(broker(place))
            for number in range(2):
                stack.enter_context(worker(place, number, environment))
        return timed(JOB, environment)


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, str]:
    """Seconds of a command, and its output. Raises CalledProcessError."""
    started = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return time.perf_counter() - started, done.stdout


@contextmanager
def broker(place: Path) -> Iterator[str]:
    """URL of a Redis server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(place)]
    with running(command, place / "redis.log", dict(os.environ), "Ready to accept connections"):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def worker(place: Path, number: int, environment: dict[str, str]) -> Iterator[None]:
    """A Celery worker that runs one step at a time."""
    command = ["dagster-celery", "worker", "start", "-A", "dagster_celery.app", "-y", str(place / "home/celery.yaml")]
    name = f"worker-{number}"
    with running([*command, "-n", name, "--", "--concurrency=1"], place / f"{name}.log", environment, " ready."):
        yield


@contextmanager
def running(command: list[str], log: Path, environment: dict[str, str], ready: str) -> Iterator[None]:
    """A process with all that it starts, once its log says that it is ready."""
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=stream, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            while ready not in log.read_text(errors="replace"):
                if process.poll() is not None:
                    raise SystemExit(log.read_text(errors="replace")[-2000:])
                time.sleep(0.2)
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def url_of(place: Path) -> str:
    """URL of the store in a folder."""
    return f"sqlite:///{place / 'memory.db'}"


def contents(place: Path) -> object:
    """Conflicts, decisions and states by id, without the times at which they were taken."""
    with Memory.open(url_of(place), WHO, settings=load_settings(place / "graphmem.toml")) as memory:
        times = {"decided_at", "resolution_date"}
        return memory.workspace.read(
            lambda ledger: (
                {r.id: r.conflict for r in ledger.find(ConflictRow)},
                {r.id: r.decision.model_dump(exclude=times) for r in ledger.find(DecisionRow)},
                {r.id: r.state.model_dump(exclude=times) for r in ledger.find(RecordRow)},
            )
        )


if __name__ == "__main__":
    main()

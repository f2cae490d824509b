"""The nightly on two Celery workers, a Redis broker and a Neo4j store ends as it does in one process on SQLite."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from graphmem.bench.scale import generate
from graphmem.neo4j_local import Status
from graphmem.orchestration.home import prepare_home
from tests.neo4j_server import empty_store
from tests.orchestration.conftest import RECORDS, contents, copy_of, opened

ROOT = Path(__file__).parents[2]
NIGHTLY = """
ops: {conflicts: {ops: {divide: {config: {partitions: 6}}}}}
"""


@contextmanager
def running(command: list[str], log: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes to a log, ended politely."""
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=stream, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # what it started in turn is in its session
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def wait_for(log: Path, words: str, process: subprocess.Popen[bytes]) -> None:
    until = monotonic() + 240
    while words not in log.read_text(errors="replace"):
        assert process.poll() is None and monotonic() < until, log.read_text(errors="replace")[-3000:]
        sleep(0.3)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[str]:
    """URL of a Redis server of this test's own."""
    found = shutil.which("redis-server")
    assert found, "THE CELERY TESTS HAVE NOT RUN: install redis-server"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [found, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    log = tmp_path / "redis.log"
    with running(command, log, dict(os.environ)) as process:
        wait_for(log, "Ready to accept connections", process)
        yield f"redis://127.0.0.1:{port}/0"


@pytest.mark.celery
@pytest.mark.neo4j
@pytest.mark.timeout(900)
@pytest.mark.slow
def test_two_workers_on_neo4j_give_the_same_conflicts_and_ids_as_one_process_on_sqlite(
    planted: Path, tmp_path: Path, broker: str, neo4j_server: Status, neo4j_password: str
) -> None:
    alone = copy_of(planted, tmp_path / "alone")
    with opened(alone) as memory:
        memory.nightly()
    shared = empty_store(neo4j_server, neo4j_password)
    with opened(shared) as memory:
        assert memory.ingest(generate(RECORDS).records()).stored == RECORDS

    home = prepare_home(tmp_path / "home")
    (home / "nightly.yaml").write_text(NIGHTLY)
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "DAGSTER_HOME": str(home),
        "GRAPHMEM_STORE": shared,
        "GRAPHMEM_SETTINGS": str(planted / "graphmem.toml"),
        "GRAPHMEM_EXECUTOR": "celery",
        "GRAPHMEM_CELERY_BROKER": broker,
    }
    logs = [tmp_path / f"worker-{number}.log" for number in range(2)]
    with run_worker(logs[0], home, environment) as one, run_worker(logs[1], home, environment) as two:
        for log, worker in zip(logs, (one, two), strict=True):
            wait_for(log, " ready.", worker)
        command = ["job", "execute", "-m", "graphmem.orchestration.definitions", "-j", "nightly"]
        done = subprocess.run(
            [sys.executable, "-m", "dagster", *command, "-c", str(home / "nightly.yaml")],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-4000:]
    taken = [log.read_text(errors="replace").count("received") for log in logs]
    assert all(taken), f"both workers took part: {taken}"
    assert contents(shared) == contents(alone)


@contextmanager
def run_worker(log: Path, home: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker that runs one step at a time."""
    command = [
        str(Path(sys.executable).parent / "dagster-celery"), "worker", "start", "-A", "dagster_celery.app",
        "-y", str(home / "celery.yaml"), "-n", log.stem, "--", "--concurrency=1",
    ]  # fmt: skip
    with running(command, log, environment) as process:
        yield process

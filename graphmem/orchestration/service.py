"""Dagster's web server and daemon as one service: both started, both ended, either's end ends the other."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep

from graphmem.orchestration.home import prepare_home

_PATIENCE = 20.0  # seconds


def serve(home: Path, *, host: str, port: int) -> int:
    """Run web server and daemon until one of them ends or this process is told to stop; the exit code."""
    home = prepare_home(home)
    environment = {**os.environ, "DAGSTER_HOME": str(home)}
    workspace = str(home / "workspace.yaml")
    commands = (
        ("dagster_webserver", "-h", host, "-p", str(port), "-w", workspace),
        ("dagster._daemon", "run", "-w", workspace),
    )
    signal.signal(signal.SIGTERM, _stop)
    running = [start(command, environment) for command in commands]
    try:
        while all(process.poll() is None for process in running):
            sleep(0.5)
    except KeyboardInterrupt:
        return 0
    finally:
        end(running)
    return 1


def start(module_and_arguments: Sequence[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """A Python module as a process of its own session, which a SIGINT ends although this process may ignore it."""
    return subprocess.Popen(
        [sys.executable, "-m", *module_and_arguments],
        env=environment,
        start_new_session=True,
        preexec_fn=_heed_interrupts,  # noqa: PLW1509 - nothing else runs in this process at that time
    )


def end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """End processes that were started, first politely."""
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    for process in processes:
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def _heed_interrupts() -> None:
    # A shell starts background jobs with SIGINT ignored; Dagster then ignores SIGTERM too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

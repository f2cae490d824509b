"""The server that forks step processes; this imports nothing of Dagster, so that it can be started before it."""

import multiprocessing
from multiprocessing import forkserver

VARIABLE = "GRAPHMEM_EXECUTOR"
# As Dagster would have it, in the order in which it names them.
PRELOAD = ["dagster._core.executor.multiprocess", "graphmem.orchestration.preload"]


def start_early() -> None:
    """Start the server now: it loads what steps need while this process loads the same."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(PRELOAD)
    forkserver.ensure_running()

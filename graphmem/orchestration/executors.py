"""How the steps of a job are run: in one process, in several on this machine, or on Celery workers."""

import os

import dagster as dg

from graphmem.errors import UnknownNameError

EXECUTORS = ("in_process", "multiprocess", "celery")
VARIABLE = "GRAPHMEM_EXECUTOR"
_PRELOAD = ["graphmem.orchestration.definitions", "graphmem.orchestration.defs.conflicts.assets"]


def choose_executor() -> dg.ExecutorDefinition:
    """The executor of GRAPHMEM_EXECUTOR. Raises UnknownNameError for a name that means none."""
    name = os.environ.get(VARIABLE, "") or EXECUTORS[0]
    if name == "in_process":
        return dg.in_process_executor
    if name == "multiprocess":
        workers = int(os.environ.get("GRAPHMEM_WORKERS", "") or 2)
        forkserver = {"forkserver": {"preload_modules": _PRELOAD}}
        return dg.multiprocess_executor.configured({"max_concurrent": workers, "start_method": forkserver})
    if name == "celery":
        from dagster_celery import celery_executor

        broker = os.environ.get("GRAPHMEM_CELERY_BROKER", "") or "redis://127.0.0.1:6379/0"
        backend = os.environ.get("GRAPHMEM_CELERY_BACKEND", "") or broker
        return celery_executor.configured({"broker": broker, "backend": backend})
    raise UnknownNameError(f"{VARIABLE} is {name!r}; there are: {', '.join(EXECUTORS)}")

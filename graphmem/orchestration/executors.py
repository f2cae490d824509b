"""How the steps of a job are run: in one process, in several on this machine, or on Celery workers."""

import os
import sys

import dagster as dg

from graphmem.errors import GraphmemError, UnknownNameError, UsageError
from graphmem.orchestration.forking import PRELOAD, VARIABLE, start_early

EXECUTORS = ("in_process", "multiprocess", "celery")
WORKERS = "GRAPHMEM_WORKERS"
_LONGEST_STEP = 86_400  # seconds until Redis takes a task for lost
_RUNNING = {"execute", "execute_run"}  # words of the commands that run a job in their own process


def choose_executor() -> dg.ExecutorDefinition:
    """The executor of GRAPHMEM_EXECUTOR; one that fails every run with the reason where that means none."""
    try:
        return find_executor(os.environ.get(VARIABLE, "") or EXECUTORS[0])
    except GraphmemError as error:
        return _refuse(str(error))


def find_executor(name: str) -> dg.ExecutorDefinition:
    """The executor of that name, with its settings from the environment. Raises UsageError."""
    if name == "in_process":
        return dg.in_process_executor
    if name == "multiprocess":
        workers = os.environ.get(WORKERS, "") or "2"
        if not workers.isdecimal() or workers == "0":
            raise UsageError(f"{WORKERS} is {workers!r}; it must be a number of processes, 1 or more")
        if _RUNNING & set(sys.argv):
            start_early()
        start = {"forkserver": {"preload_modules": PRELOAD}}
        return dg.multiprocess_executor.configured({"max_concurrent": int(workers), "start_method": start})
    if name == "celery":
        return _celery()
    raise UnknownNameError(f"{VARIABLE} is {name!r}; there are: {', '.join(EXECUTORS)}")


def _celery() -> dg.ExecutorDefinition:
    try:
        from dagster_celery import celery_executor
    except ImportError as error:
        raise UsageError(f"{VARIABLE} is 'celery', which needs: pip install 'graphmem[celery]'") from error
    broker = os.environ.get("GRAPHMEM_CELERY_BROKER", "") or "redis://127.0.0.1:6379/0"
    # As in celery.yaml, which the workers read.
    source = {"broker_transport_options": {"visibility_timeout": _LONGEST_STEP}}
    found: dg.ExecutorDefinition = celery_executor.configured(
        {"broker": broker, "backend": broker, "config_source": source}
    )
    return found


def _refuse(reason: str) -> dg.ExecutorDefinition:
    @dg.executor(name="misconfigured")
    def refuse(_: dg.InitExecutorContext) -> dg.Executor:
        raise dg.Failure(reason)

    return refuse

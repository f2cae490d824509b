"""DAGSTER_HOME: made and given settings when it has none."""

from importlib.resources import files
from pathlib import Path

import dagster as dg

from graphmem.errors import UsageError
from graphmem.orchestration.pools import SWEEP

FILES = ("celery.yaml", "dagster.yaml", "workspace.yaml")


def prepare_home(folder: Path) -> Path:
    """The folder, absolute, with Dagster's settings in it; files that are there already stay as they are.

    Raises UsageError when it cannot be written to.
    """
    home = folder.resolve()
    try:
        home.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            if not (home / name).exists():
                shipped = files("graphmem.orchestration") / name
                (home / name).write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"DAGSTER_HOME {home} cannot be used: {error.strerror}") from error
    with dg.DagsterInstance.from_config(str(home)) as instance:
        # The default of dagster.yaml reaches a pool only after runs were taken from the queue once.
        instance.event_log_storage.set_concurrency_slots(SWEEP, 1)
    return home

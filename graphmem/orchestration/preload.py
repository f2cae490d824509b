"""What the server that forks step processes imports first: a step then starts with all of it in memory.

Importing this does the work that every step would do: it is meant for `multiprocess_executor`, and for nothing else.
"""

import sqlalchemy.dialects.sqlite
from dagster._core.execution.plan import execute_step
from dagster._core.storage import event_log, local_compute_log_manager, root, runs, schedules

from graphmem.conflicts.calibration import load_calibration
from graphmem.orchestration.definitions import defs
from graphmem.services.detection import comparer_for
from graphmem.stores import STORES

__all__ = ["event_log", "execute_step", "local_compute_log_manager", "root", "runs", "schedules", "sqlalchemy"]

STORES.get("sqlite")
comparer_for(load_calibration())
_REPOSITORY = defs().get_repository_def()
_REPOSITORY.get_job("nightly")

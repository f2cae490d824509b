"""What the server that forks step processes imports first: a step then starts with all of it in memory.

Importing this does the work that every step would do: it is meant for `multiprocess_executor`, and for nothing else.
"""

import alembic.script
import sqlalchemy.dialects.sqlite
import upath.implementations.local
from dagster._core.execution.plan import execute_step
from dagster._core.secrets import env_file
from dagster._core.storage import event_log, local_compute_log_manager, root, runs, schedules
from dagster._core.workspace import autodiscovery
from dagster._utils import test

from graphmem.conflicts.calibration import load_calibration
from graphmem.conflicts.measures import scale_of
from graphmem.conflicts.words import are_antonyms, broader_or_same
from graphmem.orchestration.definitions import defs
from graphmem.services.detection import comparer_for
from graphmem.stores import STORES

__all__ = [
    "alembic", "autodiscovery", "env_file", "event_log", "execute_step", "local_compute_log_manager", "root", "runs",
    "schedules", "sqlalchemy", "test", "upath",
]  # fmt: skip

STORES.get("sqlite")
comparer_for(load_calibration())
# Tables that the first comparison would read.
scale_of("km")
are_antonyms("open", "closed")
broader_or_same("town", "city")
_REPOSITORY = defs().get_repository_def()
_REPOSITORY.get_job("nightly")

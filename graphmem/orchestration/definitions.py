"""The code location: everything under `defs`, found by Dagster itself."""

from functools import cache
from pathlib import Path

import dagster as dg


@dg.definitions
def defs() -> dg.Definitions:
    """Assets, checks, jobs, schedules, sensors and resources."""
    return load()


@cache
def load() -> dg.Definitions:
    """The definitions, put together once a process: a forked step finds them made."""
    return dg.load_from_defs_folder(path_within_project=Path(__file__).parent)

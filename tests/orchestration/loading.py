"""What a process with other variables sees; run as `python -m tests.orchestration.loading WHAT`."""

import sys
from datetime import UTC, datetime

import dagster as dg
from dagster._core.errors import ScheduleExecutionError

from graphmem.orchestration.definitions import defs


def main(what: str) -> None:
    """Print what the schedule asks for, or the executor of the nightly job."""
    definitions = defs()
    dg.Definitions.validate_loadable(definitions)
    repository = definitions.get_repository_def()
    if what == "executor":
        print(repository.get_job("nightly").executor_def.name)
        return
    schedule = repository.get_schedule_def("nightly_schedule")
    context = dg.build_schedule_context(scheduled_execution_time=datetime(2025, 3, 29, 12, tzinfo=UTC))
    try:
        (request,) = schedule.evaluate_tick(context).run_requests or []
    except ScheduleExecutionError as error:
        print(error.__cause__.description)
    else:
        print(schedule.cron_schedule, schedule.execution_timezone, request.run_key)


if __name__ == "__main__":
    main(*sys.argv[1:])

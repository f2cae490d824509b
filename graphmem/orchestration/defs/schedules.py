"""When the jobs run by themselves; every schedule is off until it is switched on."""

import os
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dagster as dg

from graphmem.orchestration.defs.jobs import nightly, quality

_ZONE = os.environ.get("GRAPHMEM_TIMEZONE", "") or "UTC"


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


# A wrong name must not take the rest of the code location with it: the tick says so instead.
_USED = _ZONE if _is_zone(_ZONE) else "UTC"


@dg.schedule(job=nightly, cron_schedule="0 2 * * *", execution_timezone=_USED)
def nightly_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Every night at 02:00 in GRAPHMEM_TIMEZONE (UTC where none is given)."""
    if _USED != _ZONE:
        raise dg.Failure(f"GRAPHMEM_TIMEZONE is {_ZONE!r}, which is no time zone; write for instance Europe/Berlin")
    return dg.RunRequest(run_key=context.scheduled_execution_time.isoformat())


@dg.schedule(job=quality, cron_schedule="0 4 * * 0", execution_timezone=_USED)
def quality_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Every Sunday at 04:00."""
    return dg.RunRequest(run_key=context.scheduled_execution_time.isoformat())

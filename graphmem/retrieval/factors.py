"""Factors on a candidate's relevance: how recent, how it ended, whose word, whether it lies in the time asked for.

They multiply the scores of all candidates before the best k are taken, so a better record is never cut off before its
factors count. None of them can lift a record over another that is clearly more relevant.
"""

import math
from datetime import datetime

from graphmem.model.interval import Interval
from graphmem.model.record import Outcome, Record, RecordState, Status
from graphmem.retrieval.parameters import Parameters
from graphmem.retrieval.times import TimeReading

_DAY = 86400.0


def factor(record: Record, state: RecordState, times: TimeReading, now: datetime, parameters: Parameters) -> float:
    """Product of all factors of a record; 1 where nothing is known of it."""
    return (
        recency(record, now, parameters)
        * outcome(record, parameters)
        * authority(record, state, parameters)
        * window(record, times, parameters)
    )


def factor_bounds(parameters: Parameters, times: TimeReading) -> tuple[float, float]:
    """The least and the greatest that `factor` can be."""
    greatest = (1 + parameters.recency_gain) * (1 + parameters.resolved_gain) * (1 + parameters.authority_gain)
    if times.interval is not None and times.axis == "valid":
        greatest *= 1 + parameters.window_gain
    return 1 - parameters.unresolved_loss, greatest


def recency(record: Record, now: datetime, parameters: Parameters) -> float:
    """1 to 1 + `recency_gain`, halving with each half-life since the record was observed; 1 where that is unknown."""
    if record.observed_at is None:
        return 1.0
    age = max((now - record.observed_at).total_seconds() / _DAY, 0.0)
    return 1.0 + parameters.recency_gain * math.pow(0.5, age / parameters.recency_half_life_days)


def outcome(record: Record, parameters: Parameters) -> float:
    """Resolved before unresolved; 1 for what has no outcome."""
    if record.outcome is Outcome.RESOLVED:
        return 1.0 + parameters.resolved_gain
    if record.outcome is Outcome.UNRESOLVED:
        return 1.0 - parameters.unresolved_loss
    return 1.0


def authority(record: Record, state: RecordState, parameters: Parameters) -> float:
    """1 to 1 + `authority_gain` from inferred to authoritative; a canonical record counts as the highest."""
    rank = 3 if state.status is Status.CANONICAL else record.authority.rank
    return 1.0 + parameters.authority_gain * rank / 3.0


def window(record: Record, times: TimeReading, parameters: Parameters) -> float:
    """1 + `window_gain` for a record observed, or holding by its given dates, in the time that the question names."""
    if times.interval is None or times.axis != "valid":
        return 1.0
    given = record.valid_from is not None or record.valid_to is not None
    held = given and Interval(start=record.valid_from, end=record.valid_to).overlaps(times.interval)
    seen = record.observed_at is not None and times.interval.contains(record.observed_at)
    return 1.0 + parameters.window_gain if held or seen else 1.0

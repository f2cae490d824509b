"""What the time between two statements says: the longer, the likelier that the world has changed."""

import math
from datetime import datetime

HALF_LIFE_DAYS = 365.0  # of a single-valued fact about a person or company; a guess that only ranks
_SECONDS_A_DAY = 86_400


def weigh_gap(a: datetime | None, b: datetime | None) -> float:
    """Chance, 0 to 1, that a fact of the earlier time no longer holds at the later one; 0 where a time is unknown.

    Exponential survival with HALF_LIFE_DAYS. It ranks statements that are known to concern one slot, and is no sign
    that they do.
    """
    if a is None or b is None:
        return 0.0
    days = abs((a - b).total_seconds()) / _SECONDS_A_DAY
    return 1 - math.pow(0.5, days / HALF_LIFE_DAYS)

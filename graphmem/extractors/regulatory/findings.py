"""Definitions, scope, times of application, and acts changed: what else a legal sentence states."""

import re
from datetime import UTC, datetime

from graphmem.model.interval import Interval, Precision, next_day
from graphmem.model.value import TimeValue

_QUOTED = r"[‘'“][^’'”]{2,80}[’'”]"
DEFINITION = re.compile(
    rf"[‘'“](?P<term>[^’'”]{{2,80}})[’'”](?:\s+or\s+{_QUOTED})?\s+(?:means|shall mean)\s+(?P<what>.{{3,}})$", re.DOTALL
)
_UNIT = r"(?:Regulation|Directive|Decision|Act|Chapter|Section|Title|Article)"
_APPLY = r"(?:shall(?:\s+also)?\s+apply|applies|shall\s+not\s+apply|does\s+not\s+apply|do\s+not\s+apply)"
SCOPE = re.compile(
    rf"^(?:[^.]*?,\s+)?(?P<who>(?:This|The present|That)\s+{_UNIT}|Paragraphs?\s[\d ,and-]+|It)\s+"
    rf"(?P<verb>{_APPLY})\s+(?P<prep>to|from|until)\s+(?P<what>.+?)[.;:]?$",
    re.DOTALL,
)
CHANGE = re.compile(r"(?:is|are)\s+(?P<verb>repealed|amended|replaced|deleted)\b")
FORCE = re.compile(r"\bshall\s+enter\s+into\s+force\s+(?:on|from)\s+(?P<what>.+?)[.;]?$", re.DOTALL)
_MONTHS = "January February March April May June July August September October November December".split()
_DATE = re.compile(rf"(\d{{1,2}})[\s\xa0]+({'|'.join(_MONTHS)})[\s\xa0]+(\d{{4}})")


def read_date(text: str) -> TimeValue | None:
    """The first day that is written out (`17 January 2025`), or None."""
    for match in _DATE.finditer(text):
        try:
            start = datetime(int(match[3]), _MONTHS.index(match[2]) + 1, int(match[1]), tzinfo=UTC)
        except ValueError:
            continue
        interval = Interval(start=start, end=next_day(start), precision=Precision.DAY)
        return TimeValue(interval=interval, text=" ".join(match[0].split()))
    return None

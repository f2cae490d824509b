"""One line for episodes that ended differently: "2 unresolved in October 2024, then resolved in December 2024"."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby

from graphmem.model.interval import parse_instant
from graphmem.model.retrieval import Hit

_MONTH_NAMES = "January February March April May June July August September October November December"
_MONTHS = _MONTH_NAMES.split()


def note_mixed_outcomes(hits: Sequence[Hit]) -> str | None:
    """The course of the hits' outcomes in order of time with the current one, or None where they do not differ."""
    episodes = [hit for hit in hits if hit.outcome]
    if len({hit.outcome for hit in episodes}) < 2:
        return None
    dated = sorted((hit for hit in episodes if hit.observed_at), key=lambda hit: (_time(hit), hit.record_id))
    undated = [hit for hit in episodes if not hit.observed_at]
    parts: list[str] = []
    for outcome, group in groupby(dated, key=lambda hit: hit.outcome):
        members = list(group)
        months = list(dict.fromkeys(_month(_time(hit)) for hit in members))
        count = f"{len(members)} " if len(members) > 1 or not parts else ""
        parts.append(f"{count}{outcome} in {_join(months)}")
    course = ", then ".join(parts)
    if undated:
        counts = ", ".join(
            f"{sum(hit.outcome == outcome for hit in undated)} {outcome}"
            for outcome in sorted({str(hit.outcome) for hit in undated})
        )
        course = f"{course}; of unknown time: {counts}" if course else f"of unknown time: {counts}"
    current = (
        f"the current status, the latest known, is {dated[-1].outcome}" if dated else "which is the latest is not known"
    )
    return f"mixed outcomes: {course}; {current}"


def _time(hit: Hit) -> datetime:
    return parse_instant(hit.observed_at or "")


def _month(instant: datetime) -> str:
    instant = instant.astimezone(UTC)
    return f"{_MONTHS[instant.month - 1]} {instant.year}"


def _join(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

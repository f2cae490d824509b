"""One line for episodes that ended differently: "2 unresolved in October 2024, then resolved in December 2024"."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby

from graphmem.model.interval import parse_instant
from graphmem.model.retrieval import Hit
from graphmem.retrieval.words import agree, content_words, fold, words_of

_MONTH_NAMES = "January February March April May June July August September October November December"
_MONTHS = _MONTH_NAMES.split()


def note_mixed_outcomes(hits: Sequence[Hit]) -> str | None:
    """The course of the hits' outcomes in order of time with the current one, or None where they do not differ.

    Told of the first matter whose episodes ended differently; that one matter is settled says nothing of another. Where
    outcomes differ only between episodes that share no words, the note says that they may be of different matters.
    """
    episodes = [hit for hit in hits if hit.outcome]
    if not _is_mixed(episodes):
        return None
    mixed = next((matter for matter in _matters(episodes) if _is_mixed(matter)), None)
    if mixed is not None:
        return _tell(mixed)
    return f"{_tell(episodes)}; they share no words, so they may be of different matters"


def _is_mixed(episodes: Sequence[Hit]) -> bool:
    return len({hit.outcome for hit in episodes}) > 1


def _matters(episodes: Sequence[Hit]) -> list[list[Hit]]:
    """Episodes that share words, directly or through others, together; in order of their first."""
    matters: list[list[Hit]] = []
    for hit in episodes:
        joined = [matter for matter in matters if any(_share_words(hit, other) for other in matter)]
        merged = [*(other for matter in joined for other in matter), hit]
        matters = [matter for matter in matters if matter not in joined] + [merged]
    place = {hit.record_id: at for at, hit in enumerate(episodes)}
    return sorted(matters, key=lambda matter: min(place[hit.record_id] for hit in matter))


def _share_words(hit: Hit, other: Hit) -> bool:
    """Two words, or one that is a name in both: written with a capital or digit, not just at the start."""
    first, second = (content_words(f"{each.title or ''} {each.text}") for each in (hit, other))
    shared = [word for word in first if any(agree(word, another) for another in second)]
    return len(shared) > 1 or any(word in _names(hit.text) & _names(other.text) for word in shared)


def _names(text: str) -> set[str]:
    words = words_of(text)
    inner = [word[1:] if at == 0 else word for at, word in enumerate(words)]
    pairs = zip(words, inner, strict=True)
    return {fold(word) for word, part in pairs if any(char.isdigit() or char.isupper() for char in part)}


def _tell(episodes: Sequence[Hit]) -> str:
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

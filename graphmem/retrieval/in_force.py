"""What was in force at the time asked for comes before what an update put in its place later."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.model.record import Record, RecordState
from graphmem.retrieval.answers import Ranked


def put_in_force_first(
    ranked: Sequence[Ranked], known: Mapping[str, tuple[Record, RecordState]], valid_at: datetime | None
) -> list[Ranked]:
    """The same candidates; those of one chain of updates take each other's places, the one that was closed first ahead.

    At a time before an update the older record still holds, so the newer one, which is what is believed today and
    ranks higher for that, had not begun. Nothing is left out: a record may say more than what was updated.
    """
    chains: dict[str, list[int]] = {}
    for place, item in enumerate(ranked):
        _, state = known[item.record_id]
        chains.setdefault(state.canonical_id or item.record_id, []).append(place)
    ordered = list(ranked)
    for places in chains.values() if valid_at is not None else ():
        members = [ranked[place] for place in places]
        members.sort(key=lambda item: _end(known[item.record_id][1]))
        for place, item in zip(places, members, strict=True):
            ordered[place] = replace(item, score=ranked[place].score)
    return ordered


def _end(state: RecordState) -> tuple[bool, float]:
    return (False, state.closes_at.timestamp()) if state.closes_at is not None else (True, 0.0)

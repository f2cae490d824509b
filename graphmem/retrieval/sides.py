"""Both sides of what is contested: an answer never shows one side of an undecided conflict as if it were settled."""

from collections.abc import Mapping, Sequence

from graphmem.model.scope import Sensitivity
from graphmem.retrieval.answers import Ask, Ranked
from graphmem.retrieval.hits import Doubt, Known, shown_text

_QUOTED = 160  # characters of a side that has no room among the hits


def show_both_sides(
    best: Sequence[Ranked], known: Known, doubts: Mapping[str, Sequence[Doubt]], ask: Ask
) -> tuple[list[Ranked], Known, list[str]]:
    """The hits, then the other sides of contested ones that are not among them, still at most k, and notes on them.

    The other side takes the place of the last hits, not of better ones. Where k leaves no room the note quotes it.
    """
    if not doubts:
        return list(best), known, []
    missing = sorted({doubt.other_id for found in doubts.values() for doubt in found} - set(known))
    known = {**known, **ask.view.records(missing)}
    kept = list(best)
    sides: dict[str, float] = {}
    for place, item in enumerate(best):
        for doubt in doubts.get(item.record_id, ()) if place < len(kept) else ():
            placed = {*sides, *(other.record_id for other in kept)}
            if doubt.other_id in placed or doubt.other_id not in known:
                continue
            if len(kept) + len(sides) == ask.k and len(kept) <= place + 1:
                break
            kept = kept[: ask.k - len(sides) - 1]
            sides[doubt.other_id] = item.score
    last = kept[-1].score if kept else 0.0
    kept += [Ranked(other, last, {"contested": score}) for other, score in sides.items()]
    notes = ["contested: an undecided conflict touches these hits; both sides are shown, neither is settled"]
    shown = {item.record_id for item in kept}
    pairs = [(item.record_id, doubt.other_id) for item in kept for doubt in doubts.get(item.record_id, ())]
    notes.extend(
        f"contested: {own} disagrees with {other}: {_quote(known, other)}"
        for own, other in pairs
        if other not in shown and other in known
    )
    return kept, known, list(dict.fromkeys(notes))


def _quote(known: Known, record_id: str) -> str:
    record, state = known[record_id]
    restricted = Sensitivity.RESTRICTED in {record.sensitivity, state.sensitivity}
    text = " ".join((state.index_text if restricted else shown_text(record.text, state.retired)).split())
    return f'"{text[:_QUOTED]}{"…" if len(text) > _QUOTED else ""}"'

"""Both sides of what is contested: an answer never shows one side of an undecided conflict as if it were settled."""

from collections.abc import Mapping, Sequence

from graphmem.model.scope import Sensitivity
from graphmem.retrieval.answers import Ask, Ranked
from graphmem.retrieval.hits import Doubt, Known, shown_text

_QUOTED = 160  # characters of a side that has no room among the hits


def show_both_sides(
    best: Sequence[Ranked], known: Known, doubts: Mapping[str, Sequence[Doubt]], ask: Ask
) -> tuple[list[Ranked], Known, list[str]]:
    """The hits with the other side of each contested one put after it, still at most k, and notes on them.

    Where k leaves no room the note quotes the other side.
    """
    if not doubts:
        return list(best), known, []
    missing = sorted({doubt.other_id for found in doubts.values() for doubt in found} - set(known))
    known = {**known, **ask.view.records(missing)}
    ordered: list[Ranked] = []
    for item in best:
        if item.record_id not in {other.record_id for other in ordered}:
            ordered.append(item)
        for doubt in doubts.get(item.record_id, ()):
            placed = {other.record_id for other in ordered}
            if doubt.other_id in placed or doubt.other_id not in known:
                continue
            own = next((other for other in best if other.record_id == doubt.other_id), None)
            ordered.append(own or Ranked(record_id=doubt.other_id, score=item.score, legs={"contested": item.score}))
    kept, cut = ordered[: ask.k], {item.record_id for item in ordered[ask.k :]}
    notes = ["contested: an undecided conflict touches these hits; both sides are shown, neither is settled"]
    unplaced = [(item.record_id, doubt.other_id) for item in kept for doubt in doubts.get(item.record_id, ())]
    notes.extend(
        f"contested: {own} disagrees with {other}: {_quote(known, other)}" for own, other in unplaced if other in cut
    )
    return kept, known, list(dict.fromkeys(notes))


def _quote(known: Known, record_id: str) -> str:
    record, state = known[record_id]
    restricted = Sensitivity.RESTRICTED in {record.sensitivity, state.sensitivity}
    text = " ".join((state.index_text if restricted else shown_text(record.text, state.retired)).split())
    return f'"{text[:_QUOTED]}{"…" if len(text) > _QUOTED else ""}"'

"""Why a pair looks contradictory, in lines for a reviewer."""

from graphmem.conflicts.scorer.alignment import Alignment, Clash
from graphmem.conflicts.scorer.features.polarity import denied_words
from graphmem.conflicts.scorer.wordnet import Kinship

_MOST = 3
_OPPOSED = 4  # weight of words known to exclude each other, above any context


def _weight(clash: Clash) -> int:
    opposed = clash.exclusive or clash.kinship >= Kinship.SIBLING or clash.short.value is not None
    return clash.context + _OPPOSED * opposed


def explain(pair: Alignment) -> tuple[str, ...]:
    """At most three lines: what one side denies, then the words, names and numbers that stand against each other."""
    lines = []
    denied = denied_words(pair)
    if denied:
        lines.append(f"denied on one side only: {', '.join(denied[:_MOST])}")
    lines += [
        f"{clash.short.form} stands against {clash.long.form}"
        for clash in sorted(pair.clashes, key=_weight, reverse=True)
        if clash.context or _weight(clash) >= _OPPOSED
    ]
    return tuple(lines[:_MOST])

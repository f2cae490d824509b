"""Whether what differs stands in one frame: "employs 300 people" and "has 12 suppliers" differ in more than a number.

The frame of a token is what stands around it beside the subject that both texts open with: the verb and the noun that
say of which attribute a number, year or name is the value.
"""

from graphmem.conflicts.scorer.alignment import Alignment, Clash
from graphmem.conflicts.scorer.reading import Reading, Token
from graphmem.conflicts.scorer.vocabulary import UNITS

_NEAR = 2  # content words on either side of the value
# Lengths and widths are both in metres: the unit says nothing of the attribute.
_MEASURES = frozenset(dimension for dimension, _ in UNITS.values()) | frozenset("euro dollar pound percent".split())
_AUXILIARIES = frozenset(
    "is are was were be been has have had do does did will would shall should can could may might must 's".split()
)
_VALUES = frozenset(("name", "number", "year", "ordinal"))


def frame_positions(reading: Reading) -> list[int]:
    """Positions of the words that are neither names nor values nor units."""
    return [
        i
        for i, token in enumerate(reading.tokens)
        if token.content and token.kind not in _VALUES and token.base not in _MEASURES
    ]


def _subject(pair: Alignment) -> int:
    """How many tokens of what both texts open with name the thing, not what it does.

    The opening is cut at the first function word after a content word. Where that is an auxiliary ("the old bridge is")
    all before it is the subject, else ("the firm opened an") the word in front of it is the verb.
    """
    length = said = 0
    for i, (a, b) in enumerate(zip(pair.short.tokens, pair.long.tokens, strict=False)):
        if a.base != b.base:
            break
        if said and not a.content:
            return length if a.base in _AUXILIARIES or said == 1 else length - 1
        said += a.content
        length = i + 1
    return length if said else 0


def _frame(reading: Reading, value: Token, subject: int) -> set[int]:
    at = next(i for i, token in enumerate(reading.tokens) if token is value)
    words = [i for i in frame_positions(reading) if i >= subject and i != at]
    before, after = [i for i in words if i < at], [i for i in words if i > at]
    return set(before[-_NEAR:] + after[:_NEAR])


def _meet(pair: Alignment, clash: Clash, subject: int) -> bool | None:
    """Whether the frames of both values share a word; None where either has none."""
    short, long = _frame(pair.short, clash.short, subject), _frame(pair.long, clash.long, subject)
    if not short or not long:
        return None
    return any(pair.match.get(i) in long for i in short)


def frames(pair: Alignment) -> dict[str, float]:
    """Values that stand against each other in one frame and in two, and how much of the frames is shared."""
    subject = _subject(pair)
    found: dict[tuple[str, bool], int] = {}
    for clash in pair.clashes:
        if clash.short.kind == clash.long.kind and clash.short.kind in _VALUES:
            sort = "names" if clash.short.kind == "name" else "values"
            meet = _meet(pair, clash, subject)
            if meet is not None:
                found[sort, meet] = found.get((sort, meet), 0) + 1
    words = [i for i in frame_positions(pair.short) if i >= subject]
    return {
        "values_in_one_frame": found.get(("values", True), 0),
        "values_in_two_frames": found.get(("values", False), 0),
        "names_in_one_frame": found.get(("names", True), 0),
        "names_in_two_frames": found.get(("names", False), 0),
        "frame_covered": sum(i in pair.match for i in words) / len(words) if words else -1.0,
    }

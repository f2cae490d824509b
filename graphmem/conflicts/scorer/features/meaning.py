"""Nearness of meaning by the sentence encoder: of the whole, of what is left over, of what was put for what."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.conflicts.scorer.alignment import Alignment
from graphmem.conflicts.scorer.features.frames import frame_positions
from graphmem.conflicts.scorer.reading import Reading
from graphmem.protocols import Encoder

NAMES = (
    "cosine",
    "cosine_left",
    "cosine_left_short",
    "cosine_left_long",
    "cosine_replaced",
    "cosine_clash",
    "cosine_frame",
)
_ABSENT = -1.0
_LONGEST = 80  # tokens of a text that are encoded: cost is even, and what a long passage goes on to say is left out


def _join(reading: Reading, positions: Sequence[int]) -> str:
    return " ".join(reading.tokens[i].form for i in positions[:_LONGEST])


def _texts(pair: Alignment) -> dict[str, tuple[str, str]]:
    """The two texts to be compared for each feature; an empty one means absent."""
    whole_s = _join(pair.short, range(len(pair.short.tokens)))
    whole_l = _join(pair.long, range(len(pair.long.tokens)))
    left_s, left_l = _join(pair.short, pair.left_short), _join(pair.long, pair.left_long)
    replaced = next((edit for edit in pair.edits if edit.short and edit.long), None)
    clash = max(pair.clashes, key=lambda found: (found.context, found.kinship), default=None)
    return {
        "cosine": (whole_s, whole_l),
        "cosine_left": (left_s, left_l),
        "cosine_left_short": (left_s, whole_l),
        "cosine_left_long": (left_l, whole_s),
        "cosine_replaced": (_join(pair.short, replaced.short), _join(pair.long, replaced.long))
        if replaced
        else ("", ""),
        "cosine_clash": (clash.short.form, clash.long.form) if clash else ("", ""),
        "cosine_frame": (
            _join(pair.short, frame_positions(pair.short)),
            _join(pair.long, frame_positions(pair.long)),
        ),
    }


def meaning(pairs: Sequence[Alignment], encoder: Encoder) -> NDArray[np.float64]:
    """One row of cosines for each pair, in the order of NAMES; -1 where a side is empty."""
    wanted = [_texts(pair) for pair in pairs]
    unique = sorted({text for texts in wanted for sides in texts.values() for text in sides if text})
    number = {text: i for i, text in enumerate(unique)}
    vectors = encoder.encode(unique) if unique else np.zeros((0, 1), dtype=np.float32)
    rows = np.full((len(pairs), len(NAMES)), _ABSENT)
    for row, texts in enumerate(wanted):
        for column, name in enumerate(NAMES):
            left, right = texts[name]
            if left and right:
                rows[row, column] = float(vectors[number[left]] @ vectors[number[right]])
    return rows

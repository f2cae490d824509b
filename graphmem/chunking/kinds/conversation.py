"""Conversations: turns that begin with who speaks (`Ana: …`, `[10:02] Ana: …`)."""

import re

from graphmem.chunking.block import Block

_TURN = re.compile(r"(?m)^[ \t]*(?:\[[^\]\n]{1,30}\][ \t]*)?(?P<speaker>[^\W\d_][\w .'’-]{0,40}):[ \t]+(?=\S)")


def conversation(text: str) -> list[Block]:
    """Turns, each alone; what stands before the first is a block of its own."""
    starts = list(_TURN.finditer(text))
    found = [Block(0, starts[0].start() if starts else len(text))]
    edges = [*(turn.start() for turn in starts[1:]), len(text)]
    for turn, end in zip(starts, edges, strict=False):
        found.append(Block(turn.start(), end, speaker=turn["speaker"].strip(), alone=True))
    return found

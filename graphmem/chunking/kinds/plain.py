"""Plain text: paragraphs between blank lines."""

import re

from graphmem.chunking.block import Block

_GAP = re.compile(r"\n[ \t\r]*\n\s*")


def plain(text: str) -> list[Block]:
    """Paragraphs; a text without blank lines is one block."""
    found: list[Block] = []
    start = 0
    for gap in _GAP.finditer(text):
        found.append(Block(start, gap.start()))
        start = gap.end()
    found.append(Block(start, len(text)))
    return found

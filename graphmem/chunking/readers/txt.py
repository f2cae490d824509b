"""Plain text files."""

from graphmem.chunking.decoding import decode_text
from graphmem.chunking.reading import ReadText


def txt(data: bytes) -> ReadText:
    """Text as it is."""
    return ReadText(text=decode_text(data))

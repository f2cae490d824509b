"""Texts on their way in: files read, long texts cut into passages, the interchange format parsed and written."""

from graphmem.chunking.chunker import LONGEST_PASSAGE, Chunk, chunk, guess_kind
from graphmem.chunking.reading import ReadText, read_file, readable_suffixes

__all__ = ["LONGEST_PASSAGE", "Chunk", "ReadText", "chunk", "guess_kind", "read_file", "readable_suffixes"]

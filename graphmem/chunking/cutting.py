"""Spans cut to a length, at the best place near the end of each piece."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from graphmem.chunking.sentences import find_sentences, trim_span

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n\s*")
_LINE = re.compile(r"\n\s*")
_WORD = re.compile(r"\s+")
_MARKER = re.compile(r"(?:^|\n)[ \t]*(?:\(?[\w*]{1,5}[.)]|[-–—•*])[ \t\xa0]*$")
_MARKS = 30  # upon one letter at most, by the Stream-Safe Text Format of Unicode (UAX #15)
_WINDOW = 20_000  # characters looked at for sentence ends at a time


def cut_span(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """Pieces of a span of at most that many characters, white space at their ends left out; nothing else is lost."""
    start, end = trim_span(text, start, end)
    places: dict[str, list[int]] = {}
    seen_to = start
    while end - start > longest:
        if start + longest > seen_to:
            places = _find_places(text, start, min(end, start + _WINDOW))
            seen_to = min(end, start + _WINDOW)
        at = _best_place(text, places, start, start + longest)
        piece = trim_span(text, start, at)
        if piece[0] < piece[1]:
            yield piece
        start, _ = trim_span(text, at, end)
    if start < end:
        yield start, end


def _find_places(text: str, start: int, end: int) -> dict[str, list[int]]:
    part = text[start:end]
    return {
        "paragraph": [start + m.start() for m in _BLANK_LINE.finditer(part) if not _follows_marker(part, m.start())],
        "line": [start + m.start() for m in _LINE.finditer(part) if not _follows_marker(part, m.start())],
        "sentence": [start + stop for _, stop in find_sentences(part)],
        "word": [start + m.start() for m in _WORD.finditer(part)],
    }


def _follows_marker(part: str, at: int) -> bool:
    """True after a line that holds only the mark of a point: `(a)`, `1.`, `-`."""
    return _MARKER.search(part[max(0, at - 24) : at]) is not None


def _best_place(text: str, places: dict[str, list[int]], start: int, limit: int) -> int:
    """Last paragraph end late in the piece, else sentence end, line end, space, else between characters."""
    for kind, least in (("paragraph", 0.4), ("sentence", 0.3), ("line", 0.3), ("word", 0.05)):
        at = _last_between(places[kind], start + int(least * (limit - start)), limit)
        if at is not None:
            return at
    at = limit
    # Never between a letter and the marks upon it.
    while at > max(start + 1, limit - _MARKS) and unicodedata.category(text[at])[0] == "M":
        at -= 1
    return limit if unicodedata.category(text[at])[0] == "M" else at


def _last_between(places: Sequence[int], low: int, high: int) -> int | None:
    index = bisect_right(places, high) - 1
    return places[index] if index >= 0 and places[index] > low else None

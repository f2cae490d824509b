"""Cuts long texts into pieces that the parser takes in bounded time, at paragraph, line, sentence or word ends."""

from dataclasses import dataclass

PIECE = 20_000  # characters; spaCy's memory and time grow with the piece
LIMIT = 400_000  # characters of one text that are read for claims; the rest stays searchable and is said to be unread
_LONGEST_WORD = 200  # characters: longer runs without a blank are no words, and cost the tokenizer dearly
_ENDS = ("\n\n", "\n", ". ", " ")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text and where it begins."""

    start: int
    text: str


def cut(text: str) -> list[Piece]:
    """Pieces that together are the first LIMIT characters of the text."""
    pieces, start, stop = [], 0, min(len(text), LIMIT)
    while start < stop:
        end = _end_of(text, start, stop)
        pieces.append(Piece(start, blank_monsters(text[start:end])))
        start = end
    return pieces


def blank_monsters(text: str) -> str:
    """The text with every overlong run of non-blanks, null byte and lone surrogate replaced by blanks of equal
    length."""
    if len(text) > _LONGEST_WORD and max(map(len, text.split()), default=0) > _LONGEST_WORD:
        text = "".join(_blank(part) for part in _runs(text))
    if text.isascii() and "\x00" not in text:
        return text
    return "".join(" " if char == "\x00" or "\ud800" <= char <= "\udfff" else char for char in text)


def _blank(run: str) -> str:
    return " " * len(run) if len(run) > _LONGEST_WORD and not run.isspace() else run


def _runs(text: str) -> list[str]:
    import re

    return re.findall(r"\s+|\S+", text)


def _end_of(text: str, start: int, stop: int) -> int:
    if stop - start <= PIECE:
        return stop
    window = start + PIECE
    for end in _ENDS:
        found = text.rfind(end, start + PIECE // 2, window)
        if found >= 0:
            return found + len(end)
    return window

"""Which of many words stand in bytes: one pass over them, however many the words are."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

SHORTEST = 6  # bytes of a word: shorter ones stand in binary data by chance
_WORD_BYTES = frozenset(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") | frozenset(
    range(0x80, 0x100)
)
_BLANK = 0x20
_TO_WORDS = bytes(ord(chr(byte).lower()) if byte < 0x80 else byte for byte in range(256)).translate(
    bytes(byte if byte in _WORD_BYTES else _BLANK for byte in range(256))
)
_BEGINNING = np.uint64((1 << 8 * SHORTEST) - 1)  # of eight bytes those that every word has
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing: the golden ratio in 64 bits
_BITS = 18
_SHIFT = np.uint64(64 - _BITS)
_PIECE = 1 << 20  # bytes looked at together: arrays of them stay in the processor's cache


def split_words(data: bytes) -> list[bytes]:
    """Words of bytes, in lower case; much faster than an expression."""
    return data.translate(_TO_WORDS).split()


class WordFinder:
    """Words of at least SHORTEST bytes, in lower case, that are looked for."""

    def __init__(self, words: Iterable[bytes]) -> None:
        self._words = {word for word in words if len(word) >= SHORTEST}
        self._table = np.zeros(0, dtype=bool)
        self._build()

    @property
    def words(self) -> frozenset[bytes]:
        """Those that are looked for."""
        return frozenset(self._words)

    def find(self, data: bytes) -> set[bytes]:
        """Those that stand in the bytes as whole words; a word cut off at either end is not seen."""
        if not self._words:
            return set()
        found: set[bytes] = set()
        start = 0
        while start < len(data):
            end = min(start + _PIECE, len(data))
            # A piece ends where a word does, unless it is one word from end to end.
            while end < len(data) and end < start + 2 * _PIECE and data[end] in _WORD_BYTES:
                end += 1
            found |= self._find_in(data[start:end])
            start = end
        return found

    def drop(self, words: set[bytes]) -> None:
        """Look for these no more."""
        if words:
            self._words -= words
            self._build()

    def _build(self) -> None:
        self._table = np.zeros(1 << _BITS, dtype=bool)
        beginnings = [int.from_bytes(word[:SHORTEST], "little") for word in self._words]
        self._table[_places(np.array(beginnings, dtype=np.uint64))] = True

    def _find_in(self, piece: bytes) -> set[bytes]:
        text = piece.translate(_TO_WORDS) + b" " * 8
        byte = np.frombuffer(text, dtype=np.uint8)
        letter = byte != _BLANK
        # Where SHORTEST letters follow one another and none stands before: the first of a long enough word.
        begins = letter[: len(letter) - SHORTEST + 1].copy()
        for offset in range(1, SHORTEST):
            begins &= letter[offset : len(letter) - SHORTEST + 1 + offset]
        begins[1:] &= ~letter[: len(begins) - 1]
        starts = np.flatnonzero(begins)
        eights = np.ndarray((len(byte) - 7,), dtype="<u8", buffer=byte.data, strides=(1,))[starts] & _BEGINNING
        likely = starts[self._table[_places(eights)]].tolist()
        return {text[start : text.index(b" ", start)] for start in likely} & self._words


def _places(beginnings: NDArray[np.uint64]) -> NDArray[np.int64]:
    return ((beginnings * _MULTIPLIER) >> _SHIFT).astype(np.int64)

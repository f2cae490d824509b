"""Portions that fit one statement."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

ROWS = 1000  # rows of one statement that writes
KEYS = 10_000  # values of one statement that reads


def portions(values: Sequence[T], size: int = ROWS) -> list[Sequence[T]]:
    """The values in portions."""
    return [values[start : start + size] for start in range(0, len(values), size)]

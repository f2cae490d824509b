"""Cosines from vectors in 8 bits: a first choice that reads a quarter of the memory and leaves none of the best out.

A vector is rounded to whole steps, of which its greatest part is 127. Whole numbers are multiplied and added without
any loss, so a cosine is off by no more than what rounding took from the two vectors (Cauchy and Schwarz): who cannot
be among the best even with all of that is left out, and the others are scored exactly.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.protocols import Vectors
from graphmem.stores.sqlite.top import kth_best

Small = NDArray[np.int8]
_STEPS = 127
# Scores are added up in 32 bits; this is many times what that can be off.
_ROUNDING = 1e-5


@dataclass(frozen=True)
class Rounded:
    """Rows in whole steps: how long a step of each is, and how long what rounding took from it."""

    small: Small
    step: Vectors
    error: Vectors


def round_rows(vectors: Vectors) -> Rounded:
    """The rows in whole steps; a row of zeros has steps of no length."""
    step = np.abs(vectors).max(axis=1) / _STEPS
    steps = vectors / np.where(step > 0, step, 1)[:, np.newaxis]
    np.rint(steps, out=steps)
    small = steps.astype(np.int8)
    steps *= step[:, np.newaxis]
    steps -= vectors
    return Rounded(small, step.astype(np.float32), np.sqrt(np.einsum("ij,ij->i", steps, steps)).astype(np.float32))


def whole_products(small: Small, asked: Small) -> NDArray[np.float64]:
    """Products of the rows with one row, exact."""
    multiply = _multiply()
    if multiply is None:  # no sum reaches 2**24, so 32-bit floats hold it
        return np.asarray(small.astype(np.float32) @ asked.astype(np.float32), dtype=np.float64)
    found = np.empty(len(small), dtype=np.float64)
    multiply(asked[np.newaxis, :], small, "dot", out=found[np.newaxis, :])
    return found


def can_be_best(rough: Vectors, error: Vectors, asked: Rounded, k: int) -> NDArray[np.int64]:
    """Places whose cosine can be among the k best, by cosines of rounded unit vectors and what rounding took.

    With x and q as they are and x' and q' rounded: x·q - x'·q' = (x - x')·q + x'·(q - q').
    """
    lost = float(asked.error[0])
    off = error * np.float32(1.0 + lost + _ROUNDING) + np.float32(lost + _ROUNDING)
    least = rough - off
    if len(least) <= k:
        return np.arange(len(least))
    return np.flatnonzero(rough + off >= np.float32(kth_best(least, k)))


@cache
def _multiply() -> Any:
    """Product of matrices of 8-bit numbers by the processor's own instructions, where the library for it is there."""
    try:
        from simsimd import cdist
    except ImportError:
        return None
    return cdist

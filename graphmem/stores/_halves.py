"""Vectors as they are stored: little-endian float16 bytes."""

import numpy as np

from graphmem.protocols import Vectors


def unit_vector(body: bytes) -> Vectors:
    """The stored vector, of unit length again, which rounding to half precision took from it."""
    vector = np.frombuffer(body, dtype="<f2").astype(np.float32)
    length = float(np.sqrt(vector @ vector))
    return vector / length if length > 0 else vector

"""Rarer garbage collection for work that makes many small objects and few cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

# Allocations before the youngest objects are looked through, and how often the older ones are after that. Models are
# made by the ten thousand and freed by count; Python's 700 has the survivors walked again and again: 40 % of a sweep
# over 80,000 records (`graphmem bench scale`).
_RARE = (50_000, 20, 100)
_lock = Lock()
_inside: list[tuple[int, int, int]] = []


@contextmanager
def rare_collection() -> Iterator[None]:
    """Collect cycles rarely meanwhile; what was set before comes back when the last user leaves.

    A process that collects more rarely still, or not at all, is left as it is.
    """
    with _lock:
        before = gc.get_threshold()
        _inside.append(before)
        if 0 < before[0] < _RARE[0]:
            gc.set_threshold(*_RARE)
    try:
        yield
    finally:
        with _lock:
            first = _inside[0]
            _inside.pop()
            if not _inside:
                gc.set_threshold(*first)

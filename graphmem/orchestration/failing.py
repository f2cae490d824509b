"""What goes wrong on purpose, said in one line."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from graphmem.errors import GraphmemError


@contextmanager
def one_line() -> Iterator[None]:
    """Turn an error of the library into a failed step, or tick, of which the reason is one line."""
    try:
        yield
    except GraphmemError as error:
        raise dg.Failure(" ".join(f"{type(error).__name__}: {error}".split())[:500]) from None

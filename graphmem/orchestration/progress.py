"""Long work says in the run's log how far it is."""

from time import monotonic

import dagster as dg

_EVERY = 10.0  # seconds


class LoggedProgress:
    """Writes a line of counts every ten seconds."""

    def __init__(self, log: dg.DagsterLogManager) -> None:
        self._log = log
        self._next = monotonic() + _EVERY

    def advance(self, stage: str, done: int, total: int | None) -> None:
        """Note that so many of so many are done in a stage."""
        if monotonic() >= self._next:
            self._next = monotonic() + _EVERY
            self._log.info(f"{stage}: {done}" + (f" of {total}" if total is not None else ""))

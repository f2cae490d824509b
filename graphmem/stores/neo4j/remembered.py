"""What a view was told: it is one state, so nothing is asked for twice, and a question to the server is what costs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

V = TypeVar("V")


class Remembered(Generic[V]):
    """Answers by key, of which many have none; asks only for keys that are new."""

    def __init__(self, ask: Callable[[Sequence[str]], Mapping[str, V]]) -> None:
        self._ask = ask
        self._known: dict[str, V] = {}
        self._asked: set[str] = set()

    def of(self, keys: Sequence[str]) -> dict[str, V]:
        """Answers for those keys that have one."""
        wanted = list(dict.fromkeys(keys))
        if fresh := [key for key in wanted if key not in self._asked]:
            self._known |= self._ask(fresh)
            self._asked.update(fresh)
        return {key: self._known[key] for key in wanted if key in self._known}

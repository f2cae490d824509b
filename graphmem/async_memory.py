"""`AsyncMemory`: the same calls awaited, each in a worker thread, so that an event loop never waits for the store."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from graphmem.memory import Memory
from graphmem.model.scope import Principal
from graphmem.settings import Settings


class AsyncMemory:
    """Delegates to a Memory; every method of Memory is here as a coroutine, reviews under `review`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.review = _Awaited(memory.review)
        self.entities = _Awaited(memory.entities)

    @classmethod
    async def open(
        cls, url: str, principal: Principal | None = None, *, settings: Settings | Path | str | None = None
    ) -> Self:
        """Open a store; raises as `Memory.open` does."""
        return cls(await asyncio.to_thread(Memory.open, url, principal, settings=settings))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The awaited form of a method of Memory."""
        return _awaited(getattr(self._memory, name))

    async def close(self) -> None:
        """Release the store."""
        await asyncio.to_thread(self._memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _Awaited:
    """An object whose methods are awaited."""

    def __init__(self, inner: object) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return _awaited(getattr(self._inner, name))


def _awaited(method: Callable[..., Any]) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(partial(method, *args, **kwargs))

    return call

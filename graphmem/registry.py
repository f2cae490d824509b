"""Plug-ins by name: one file is one entry; its stem is its name; it is imported when it is asked for."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from graphmem.errors import UnknownNameError


@cache
def _points(group: str) -> tuple[EntryPoint, ...]:
    """Entry points of a group, looked up once a process: installed packages do not change under a running one."""
    return tuple(entry_points(group=group))


@dataclass(frozen=True)
class Registry:
    """Entries of one folder (and of one entry-point group): the object in module `<package>.<name>` called `<name>`.

    `attribute` overrides what the object is called, for plug-ins that are classes.
    """

    package: str
    what: str
    attribute: str | None = None
    group: str | None = None

    def names(self) -> list[str]:
        """Names of all entries, sorted; nothing of them is imported."""
        package = importlib.import_module(self.package)
        own = {module.name for module in pkgutil.iter_modules(package.__path__) if not module.name.startswith("_")}
        foreign = {point.name for point in _points(self.group)} if self.group else set()
        return sorted(own | foreign)

    def get(self, name: str) -> Any:
        """The entry of that name.

        Raises UnknownNameError, naming what was asked and what exists.
        """
        if self.group:
            for point in [point for point in _points(self.group) if point.name == name]:
                return point.load()
        if name not in self.names():
            raise UnknownNameError(f"no {self.what} called {name!r}; there are: {', '.join(self.names())}")
        module = importlib.import_module(f"{self.package}.{name}")
        return getattr(module, self.attribute or name)

    def all(self) -> dict[str, Callable[..., Any]]:
        """Every entry by name, in the order of the names."""
        return {name: self.get(name) for name in self.names()}

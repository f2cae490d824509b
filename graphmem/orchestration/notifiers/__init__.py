"""Ways to tell people of escalations: a file here, or an entry point of `graphmem.notifiers`, is one way."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from graphmem.registry import Registry

NOTIFIERS = Registry(package="graphmem.orchestration.notifiers", what="notifier", group="graphmem.notifiers")


class NoticeItem(BaseModel, frozen=True):
    """One thing that waits: its id, and where it can be looked at, if such a place is set."""

    id: str
    review: str | None = None


class Notice(BaseModel, frozen=True):
    """What people are told: ids, counts and links, never text of records."""

    event: str
    new: int
    waiting: int
    items: tuple[NoticeItem, ...] = ()


Notifier = Callable[[Notice], None]


def find_notifier(name: str) -> Notifier:
    """The notifier of that name. Raises UnknownNameError."""
    found: Any = NOTIFIERS.get(name)
    notifier: Notifier = found
    return notifier

"""What every service works with: a store, a principal, settings, and models that load when first used."""

import getpass
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import TypeVar

from graphmem.encoders import load_encoder
from graphmem.keys import STORE_KEY, read_key
from graphmem.model.retrieval import AsOf
from graphmem.model.scope import Principal, Role
from graphmem.protocols import Clock, Encoder, Extractor, Progress
from graphmem.registry import Registry
from graphmem.services.indexing import Indexer
from graphmem.services.query_log import QueryLog
from graphmem.settings import ModelSettings, Settings
from graphmem.store_protocol import Ledger, Store, View

T = TypeVar("T")
EXTRACTORS = Registry(package="graphmem.extractors", what="extractor", group="graphmem.extractors")


class SystemClock:
    """The machine's clock in UTC."""

    def now(self) -> datetime:
        """Aware UTC instant."""
        return datetime.now(UTC)


class Silence:
    """Progress that says nothing."""

    def advance(self, stage: str, done: int, total: int | None) -> None:
        """Say nothing."""


@cache
def _shared_encoder(models: ModelSettings) -> Encoder | None:
    return load_encoder(models)


class Models:
    """Encoder and extractors of the settings, loaded when first used and shared by all that ask."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def encoder(self) -> Encoder | None:
        """Encoder, None when embeddings are off; its model is read at the first text, once a process."""
        return _shared_encoder(self._settings.models)

    @cached_property
    def extractors(self) -> tuple[Extractor, ...]:
        """Extractors in the order of the settings."""
        found = (EXTRACTORS.get(name) for name in self._settings.models.extractors)
        return tuple(entry if hasattr(entry, "extract") else entry(self._settings) for entry in found)


def store_key(settings: Settings) -> str:
    """Key of the store: the environment's, else that of the settings' key file, empty for none. Raises UsageError."""
    return read_key(STORE_KEY, key_file=settings.store.key_file) or ""


class Workspace:
    """A store opened for a principal; services are built on it and hold nothing else that changes."""

    def __init__(
        self, store: Store, principal: Principal, settings: Settings, models: Models, clock: Clock, progress: Progress
    ) -> None:
        self.store = store
        self.principal = principal
        self.settings = settings
        self.models = models
        self.clock = clock
        self.progress = progress

    @cached_property
    def indexer(self) -> Indexer:
        """Keeps index texts and vectors in step with states."""
        return Indexer(self.models.encoder)

    @cached_property
    def query_log(self) -> QueryLog:
        """The retrieval log, written in batches."""
        return QueryLog(self.store, self.tenant)

    def close(self) -> None:
        """Write what is held back and release the store."""
        if "query_log" in self.__dict__:
            self.query_log.flush()
        self.store.close()

    @property
    def tenant(self) -> str:
        """The principal's tenant."""
        return self.principal.tenant

    @property
    def actor(self) -> str:
        """Who signs in the audit log: the principal's name, else the login name."""
        return self.principal.name or login_name()

    def now(self) -> datetime:
        """The clock's instant."""
        return self.clock.now()

    def as_of(
        self, *, valid_at: datetime | None = None, known_at: datetime | None = None, include_superseded: bool = False
    ) -> AsOf:
        """Times of a question asked now."""
        return AsOf(now=self.now(), valid_at=valid_at, known_at=known_at, include_superseded=include_superseded)

    def view(self, as_of: AsOf | None = None) -> AbstractContextManager[View]:
        """The principal's view, now unless said otherwise."""
        return self.store.view(self.principal, as_of or self.as_of())

    def write(self, work: Callable[[Ledger], T]) -> T:
        """One transaction on the principal's tenant."""
        return self.store.write(self.tenant, work)

    def read(self, work: Callable[[Ledger], T]) -> T:
        """One read-only transaction on the principal's tenant."""
        return self.store.read(self.tenant, work)

    def require(self, *roles: Role) -> None:
        """Raise RoleError unless the principal has one of the roles."""
        self.principal.require_role(*roles)


def in_scope(namespaces: Sequence[str] | None, namespace: str) -> bool:
    """Whether maintenance that was bound to these namespaces, or to none, reaches this one."""
    return namespaces is None or namespace in namespaces


@cache
def login_name() -> str:
    """Who is logged in on this machine, `unknown` where it cannot say."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"

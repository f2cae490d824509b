"""Settings, encoder and store as Dagster resources; each field left empty goes by the environment when a run starts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg
from pydantic import Field

from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.orchestration.failing import one_line
from graphmem.orchestration.notifiers import Notice, find_notifier
from graphmem.orchestration.progress import LoggedProgress
from graphmem.services.lease import sweeping
from graphmem.settings import Settings, load_settings

DEFAULT_STORE = "sqlite:///./graphmem.db"


class SettingsResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The library's settings: a TOML file, else GRAPHMEM_SETTINGS, else graphmem.toml beside the store, else none."""

    path: str = ""

    def load(self, url: str) -> Settings:
        """The settings in force for a store. Raises UsageError that names every fault."""
        named = self.path or os.environ.get("GRAPHMEM_SETTINGS", "")
        if named:
            return load_settings(Path(named))
        beside = Path(url.removeprefix("sqlite:///")).parent / "graphmem.toml"
        return load_settings(beside if url.startswith("sqlite:///") and beside.is_file() else None)


class EncoderResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The encoder: name and threads; the settings' where left empty. One thread where several processes share cores."""

    name: str = ""
    threads: int = 0

    def apply(self, settings: Settings) -> Settings:
        """Settings with this encoder."""
        update: dict[str, object] = {}
        if name := self.name or os.environ.get("GRAPHMEM_ENCODER", ""):
            update["encoder"] = name
        if self.threads:
            update["encoder_threads"] = self.threads
        return settings.model_copy(update={"models": settings.models.model_copy(update=update)})


class StoreResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The store that a run works on: a URL (GRAPHMEM_STORE; SQLite or Neo4j), a tenant and its namespaces.

    Maintenance covers the whole tenant; what is taken in goes to the first namespace.
    """

    url: str = ""
    tenant: str = ""
    namespaces: list[str] = Field(default=[])
    settings: SettingsResource
    encoder: EncoderResource

    def address(self) -> str:
        """URL of the store."""
        return self.url or os.environ.get("GRAPHMEM_STORE", "") or DEFAULT_STORE

    @contextmanager
    def open(self, log: dg.DagsterLogManager | None = None) -> Iterator[Memory]:
        """The memory for one step; what goes wrong fails the step with one line."""
        with one_line():
            named = os.environ.get("GRAPHMEM_NAMESPACES", "")
            principal = Principal(
                tenant=self.tenant or os.environ.get("GRAPHMEM_TENANT", "") or "default",
                namespaces=tuple(self.namespaces or [n.strip() for n in named.split(",") if n.strip()] or [GLOBAL]),
                roles=frozenset(Role),
                clearance=Sensitivity.RESTRICTED,
                name="dagster",
            )
            settings = self.encoder.apply(self.settings.load(self.address()))
            progress = LoggedProgress(log) if log else None
            with Memory.open(self.address(), principal, settings=settings, progress=progress) as memory:
                yield memory

    @contextmanager
    def sweep(self, context: dg.OpExecutionContext | dg.AssetExecutionContext) -> Iterator[Memory]:
        """The memory for one step of a sweep: steps of one run work side by side, another sweep is waited for."""
        with self.open(context.log) as memory, sweeping(memory.workspace, context.run.run_id):
            yield memory


class InboxResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Where documents come from: a watched folder (GRAPHMEM_INBOX) and further files or folders (GRAPHMEM_SOURCES).

    A file is taken in once it was not written to for so many seconds.
    """

    folder: str = ""
    sources: list[str] = Field(default=[])
    settle_seconds: float = 5.0

    def is_configured(self) -> bool:
        """Whether a folder or any source is named."""
        return bool(self._named())

    def roots(self) -> list[Path]:
        """Folder and sources. Raises InputError when neither is configured."""
        if not self.is_configured():
            raise InputError(
                "no documents are configured: set GRAPHMEM_INBOX to a folder, or GRAPHMEM_SOURCES to paths"
            )
        return [Path(part) for part in self._named()]

    def _named(self) -> list[str]:
        folder = self.folder or os.environ.get("GRAPHMEM_INBOX", "")
        sources = self.sources or os.environ.get("GRAPHMEM_SOURCES", "").split(os.pathsep)
        return [part for part in (folder, *sources) if part]


class NotifyResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Who is told of escalations: names of notifiers (GRAPHMEM_NOTIFIERS, by default the log)."""

    notifiers: list[str] = Field(default=[])

    def tell(self, notice: Notice) -> None:
        """Have every notifier in use tell it. Raises UnknownNameError, and what the notifiers raise."""
        for name in self._names():
            find_notifier(name)(notice)

    def _names(self) -> list[str]:
        named = os.environ.get("GRAPHMEM_NOTIFIERS", "")
        return self.notifiers or [n.strip() for n in named.split(",") if n.strip()] or ["log"]

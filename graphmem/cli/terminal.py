"""What commands share: the common options, the memory they open, and how answers are shown."""

import functools
import getpass
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from pydantic import BaseModel

from graphmem.cli.visible import made_visible
from graphmem.errors import UsageError
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.protocols import Progress

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_STORE = "sqlite:///./graphmem.db"
STORE_VARIABLE, SETTINGS_VARIABLE = "GRAPHMEM_STORE", "GRAPHMEM_SETTINGS"


@dataclass
class Terminal:
    """One run of a command: whose it is, where its store lies, and how it answers."""

    store: str
    tenant: str
    namespaces: tuple[str, ...]
    clearance: Sensitivity
    roles: tuple[Role, ...]
    as_json: bool
    settings: Path | None
    _memory: "Memory | None" = field(default=None, repr=False)
    _progress: "Bars | PlainLines | None" = field(default=None, repr=False)

    @property
    def store_given(self) -> bool:
        """Whether a store was named by option or variable."""
        return self.store != DEFAULT_STORE

    @property
    def bound_to(self) -> tuple[str, ...] | None:
        """Namespaces that were given, None when the command is not bound to any."""
        return self.namespaces or None

    def principal(self) -> Principal:
        """Who asks: the login name signs, the first namespace is written to."""
        return Principal(
            tenant=self.tenant,
            namespaces=self.namespaces or (GLOBAL,),
            roles=frozenset(self.roles or tuple(Role)),
            clearance=self.clearance,
            name=_login(),
        )

    @property
    def memory(self) -> "Memory":
        """The memory, opened when first used."""
        if self._memory is None:
            from graphmem.memory import Memory

            self._memory = Memory.open(
                self.store, self.principal(), settings=self.settings_path(), progress=self.progress
            )
        return self._memory

    @property
    def progress(self) -> Progress:
        """Where long work says how far it is."""
        if self._progress is None:
            self._progress = Bars() if sys.stderr.isatty() and not self.as_json else PlainLines()
        return self._progress

    def settings_path(self) -> Path | None:
        """The settings file: the option, else the variable, else `graphmem.toml` beside the store."""
        if self.settings is not None:
            return self.settings
        if named := os.environ.get(SETTINGS_VARIABLE):
            return Path(named)
        if self.store.startswith("sqlite:///"):
            beside = Path(self.store.removeprefix("sqlite:///")).parent / "graphmem.toml"
            return beside if beside.is_file() else None
        return None

    def loaded_settings(self) -> "Settings":
        """The settings in force. Raises UsageError that names every fault of the file."""
        from graphmem.settings import load_settings

        return load_settings(self.settings_path())

    def close(self) -> None:
        """Release the store."""
        if isinstance(self._progress, Bars):
            self._progress.stop()
        if self._memory is not None:
            self._memory.close()

    def emit(self, answer: object, show: Callable[[Any], None] | None = None, *, keep_lines: bool = False) -> None:
        """Print an answer: one JSON document with --json, else as `show` prints it for people.

        What people see is data of others: controls are spelt out, and further lines set off unless they are to be kept.
        """
        if self.as_json or show is None:
            click.echo(to_json(answer))
        else:
            show(made_visible(answer, keep_lines=keep_lines))


def to_json(answer: object) -> str:
    """Strict JSON of an answer."""
    return json.dumps(_plain(answer), ensure_ascii=False, allow_nan=False, indent=2)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def common(function: F) -> F:
    """Give a command the common options and hand it a Terminal as its first argument."""

    @click.option("--store", default=None, metavar="URL", help=f"Store; else {STORE_VARIABLE}, else {DEFAULT_STORE}.")
    @click.option("--tenant", default="default", show_default=True, metavar="T", help="Whose memory it is.")
    @click.option("--namespace", "namespaces", multiple=True, metavar="N", help="Repeatable; the first is written to.")
    @click.option(
        "--clearance",
        type=click.Choice([str(s) for s in Sensitivity]),
        default="internal",
        show_default=True,
        help="What is more sensitive is not shown.",
    )
    @click.option(
        "--role", "roles", multiple=True, type=click.Choice([str(r) for r in Role]), help="Repeatable; default all."
    )
    @click.option(
        "--settings",
        type=click.Path(path_type=Path),
        default=None,
        metavar="FILE",
        help=f"TOML; else {SETTINGS_VARIABLE}.",
    )
    @click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
    @functools.wraps(function)
    def wrapped(
        *args: Any,
        store: str | None,
        tenant: str,
        namespaces: tuple[str, ...],
        clearance: str,
        roles: tuple[str, ...],
        settings: Path | None,
        as_json: bool,
        **kwargs: Any,
    ) -> Any:
        if not tenant.strip() or not all(name.strip() for name in namespaces):
            raise UsageError("--tenant and --namespace may not be empty")
        url = store if store is not None else os.environ.get(STORE_VARIABLE) or DEFAULT_STORE
        terminal = Terminal(
            url, tenant, namespaces, Sensitivity(clearance), tuple(Role(r) for r in roles), as_json, settings
        )
        try:
            return function(terminal, *args, **kwargs)
        finally:
            terminal.close()

    return wrapped  # type: ignore[return-value]


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


class PlainLines:
    """Progress as a line every few seconds on stderr, for logs."""

    def __init__(self, every: float = 5.0) -> None:
        self._every = every
        self._last: float | None = None  # what came before the first step, loading models, is none of it

    def advance(self, stage: str, done: int, total: int | None) -> None:
        """Print a line when some time has passed since the last."""
        now = time.monotonic()
        if self._last is None:
            self._last = now
        if now - self._last >= self._every:
            self._last = now
            click.echo(f"{stage}: {done}{f' of {total}' if total else ''}", err=True)


class Bars:
    """Progress as bars on a terminal, one a stage; they appear with the first advance."""

    def __init__(self) -> None:
        self._bars: Any = None
        self._tasks: dict[str, Any] = {}

    def advance(self, stage: str, done: int, total: int | None) -> None:
        """Move the stage's bar."""
        if self._bars is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self._bars = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bars.start()
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(stage, total=total)
        self._bars.update(self._tasks[stage], completed=done, total=total)

    def stop(self) -> None:
        """Take the bars away."""
        if self._bars is not None:
            self._bars.stop()
            self._bars, self._tasks = None, {}


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table for people."""
    from rich.console import Console
    from rich.table import Table

    shown = Table(*columns, title=title, title_justify="left", show_lines=False, header_style="bold")
    for row in rows:
        shown.add_row(*("" if cell is None else str(cell) for cell in row))
    Console(markup=False, highlight=False).print(shown)

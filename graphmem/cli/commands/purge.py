"""`graphmem purge`."""

from typing import Any

import click

from graphmem.cli.selectors import selecting, show_purge
from graphmem.cli.terminal import Terminal, common


@click.command("purge")
@selecting
@common
def command(terminal: Terminal, **selectors: Any) -> None:
    """Erase what all selectors match and is in quarantine."""
    terminal.emit(terminal.memory.purge(namespaces=terminal.bound_to, **selectors), show_purge)

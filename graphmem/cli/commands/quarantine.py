"""`graphmem quarantine`."""

from typing import Any

import click

from graphmem.cli.selectors import selecting, show_quarantine
from graphmem.cli.terminal import Terminal, common


@click.command("quarantine")
@selecting
@common
def command(terminal: Terminal, **selectors: Any) -> None:
    """Withhold from retrieval what all selectors match."""
    terminal.emit(terminal.memory.quarantine(namespaces=terminal.bound_to, **selectors), show_quarantine)

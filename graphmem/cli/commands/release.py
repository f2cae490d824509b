"""`graphmem release`."""

from typing import Any

import click

from graphmem.cli.selectors import selecting, show_release
from graphmem.cli.terminal import Terminal, common


@click.command("release")
@selecting
@common
def command(terminal: Terminal, **selectors: Any) -> None:
    """Let what all selectors match out of quarantine."""
    terminal.emit(terminal.memory.release(namespaces=terminal.bound_to, **selectors), show_release)

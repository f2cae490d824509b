"""`graphmem restore NAME`."""

import click

from graphmem.cli.commands.snapshot import show_report
from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError


@click.command("restore")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Yes, replace what the tenant has now (a snapshot of it is kept first).")
@common
def command(terminal: Terminal, name: str, yes: bool) -> None:
    """Put a snapshot in the tenant's place; what was erased stays erased."""
    if not yes:
        raise UsageError("restoring replaces what the tenant has now; say --yes")
    terminal.emit(terminal.memory.restore(name), show_report)

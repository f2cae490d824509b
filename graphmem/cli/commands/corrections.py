"""`graphmem corrections`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.governance.corrections import CorrectionPattern


@click.command("corrections")
@common
def command(terminal: Terminal) -> None:
    """What each author usually corrects: counts by category, without any content."""
    terminal.emit(terminal.memory.corrections(), _show)


def _show(patterns: list[CorrectionPattern]) -> None:
    rows = [(p.author, p.category, p.count, p.first, p.last) for p in patterns]
    table("Corrections", ("author", "category", "count", "first", "last"), rows)

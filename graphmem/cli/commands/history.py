"""`graphmem history ENTITY`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import HistoryAnswer


@click.command("history")
@click.argument("entity")
@common
def command(terminal: Terminal, entity: str) -> None:
    """What was said of ENTITY, oldest first."""
    terminal.emit(terminal.memory.history(entity), _show)


def _show(answer: HistoryAnswer) -> None:
    if not answer.entries:
        click.echo(f"nothing is known of {answer.entity}")
    for entry in answer.entries:
        follow = f" → {entry.canonical_id}" if entry.canonical_id else ""
        click.echo(f"{(entry.time or 'no date')[:10]:10}  {entry.status:10}  {entry.text}{follow}")

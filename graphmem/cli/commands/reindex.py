"""`graphmem reindex`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import CountAnswer


@click.command("reindex")
@common
def command(terminal: Terminal) -> None:
    """Make index texts and vectors anew with the encoder of the settings."""
    terminal.emit(terminal.memory.reindex(), _show)


def _show(answer: CountAnswer) -> None:
    click.echo(f"reindexed {answer.counts['records']} records")

"""`graphmem verify RECORD | --source X`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError
from graphmem.model.answers import CountAnswer


@click.command("verify")
@click.argument("record", required=False)
@click.option("--source", default=None, metavar="X", help="All records of this source.")
@click.option("--resolver", default=None, metavar="NAME", help="Who verified; required.")
@common
def command(terminal: Terminal, record: str | None, source: str | None, resolver: str | None) -> None:
    """Mark RECORD, or all of a source, as verified now."""
    if (record is None) == (source is None):
        raise UsageError("give a record, or --source X")
    if resolver is None or not resolver.strip():
        raise UsageError("verifying needs a name: give --resolver NAME")
    terminal.emit(terminal.memory.verify(record, source=source, resolver=resolver), _show)


def _show(answer: CountAnswer) -> None:
    click.echo(f"verified {len(answer.records)} records")

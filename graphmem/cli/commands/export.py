"""`graphmem export FILE`."""

from pathlib import Path

import click

from graphmem.chunking.interchange import dump_line
from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import CountAnswer


@click.command("export")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@common
def command(terminal: Terminal, file: Path | None) -> None:
    """Write every record that you may see, one a line; to stdout without FILE, as one document with --json."""
    if file is None or str(file) == "-":
        lines = terminal.memory.export_lines()
        if terminal.as_json:
            terminal.emit(lines)
            return
        for line in lines:
            click.echo(dump_line(line))
        return
    terminal.emit(terminal.memory.export(file), _show)


def _show(answer: CountAnswer) -> None:
    click.echo(f"exported {answer.counts['exported']} records")
    for note in answer.notes:
        click.echo(f"  note: {note}")

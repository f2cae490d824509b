"""`graphmem trace RECORD`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import TraceAnswer


@click.command("trace")
@click.argument("record_id", metavar="RECORD")
@common
def command(terminal: Terminal, record_id: str) -> None:
    """Lineage of RECORD: back to its sources, forward to all that rests on it."""
    terminal.emit(terminal.memory.trace(record_id), _show)


def _show(answer: TraceAnswer) -> None:
    click.echo(f"{answer.record_id}")
    for name in ("sources", "documents", "rests_on", "derived", "decisions", "conflicts"):
        values = getattr(answer, name)
        if values:
            click.echo(f"  {name.replace('_', ' ')}: {', '.join(values)}")
    for name in ("session_id", "trace_id", "agent_id", "written_by"):
        if value := getattr(answer, name):
            click.echo(f"  {name.replace('_', ' ')}: {value}")

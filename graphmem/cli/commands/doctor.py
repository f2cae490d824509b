"""`graphmem doctor`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import DoctorAnswer


@click.command("doctor")
@common
def command(terminal: Terminal) -> int:
    """Check store, schema, models and indexes; print the effective settings."""
    answer = terminal.memory.doctor()
    terminal.emit(answer, _show)
    if not answer.ok:
        click.echo(f"Error: {answer.problems[0][:400]}", err=True)
    return 0 if answer.ok else 1


def _show(answer: DoctorAnswer) -> None:
    click.echo("ok" if answer.ok else "not ok")
    for problem in answer.problems:
        click.echo(f"  problem: {problem}")
    for title in ("store", "models", "counts", "settings"):
        click.echo(f"{title}:")
        for name, value in getattr(answer, title).items():
            click.echo(f"  {name}: {value}")

"""`graphmem calibrate`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.services.calibrating import CalibrateAnswer


@click.command("calibrate")
@click.option("--dry-run", is_flag=True, help="Show the figures, keep the present calibration.")
@common
def command(terminal: Terminal, dry_run: bool) -> None:
    """Fit confidence anew from reviewers' decisions, and show the figures before and after."""
    terminal.emit(terminal.memory.calibrate(dry_run=dry_run), _show)


def _show(answer: CalibrateAnswer) -> None:
    click.echo(f"{answer.labels} decisions of people; calibration {answer.version}")
    for curve in sorted(answer.after):
        click.echo(f"  {curve}: before {answer.before[curve]}, after {answer.after[curve]}")
    if not answer.labels:
        click.echo("  nothing to fit: decide some conflicts with graphmem review first")

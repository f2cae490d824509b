"""`graphmem conflicts`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import ConflictAnswer


@click.command("conflicts")
@click.option("--status", default=None, metavar="S", help="open, escalated, resolved, dismissed or kept_both.")
@common
def command(terminal: Terminal, status: str | None) -> None:
    """List conflicts, widest gap in time first."""
    terminal.emit(terminal.memory.conflicts(status=status), _show)


def _show(conflicts: list[ConflictAnswer]) -> None:
    if not conflicts:
        click.echo("no conflicts")
    for c in conflicts:
        gap = f"{c.age_gap_days:g} days apart" if c.age_gap_days is not None else "order unknown"
        click.echo(f"{c.id}  {c.status}  {', '.join(c.entity_group)}: {c.attribute}")
        click.echo(f"    {c.kind}, confidence {c.confidence:.2f}, {gap}")
        click.echo(f"    {c.external_a or c.record_a} and {c.external_b or c.record_b}")
        if c.decision_id:
            click.echo(f"    decision {c.decision_id}; take it back with: graphmem review undo {c.decision_id}")
        for reason in c.reasons:
            click.echo(f"    - {reason}")

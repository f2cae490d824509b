"""`graphmem conflicts`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.model.answers import ConflictAnswer


@click.command("conflicts")
@click.option("--status", default=None, metavar="S", help="open, escalated, resolved, dismissed or kept_both.")
@common
def command(terminal: Terminal, status: str | None) -> None:
    """List conflicts, widest gap in time first."""
    terminal.emit(terminal.memory.conflicts(status=status), _show)


def _show(conflicts: list[ConflictAnswer]) -> None:
    rows = [
        (c.id, ", ".join(c.entity_group), c.attribute, c.kind, f"{c.confidence:.2f}", c.status,
         c.external_a or c.record_a, c.external_b or c.record_b, f"{c.age_gap_days:g}" if c.age_gap_days is not None else "?")
        for c in conflicts
    ]  # fmt: skip
    if not rows:
        click.echo("no conflicts")
        return
    table("Conflicts", ("id", "entity", "slot", "kind", "confidence", "status", "a", "b", "days apart"), rows)

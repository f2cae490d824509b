"""`graphmem snapshot NAME`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.governance.snapshots import SnapshotReport


@click.command("snapshot")
@click.argument("name")
@common
def command(terminal: Terminal, name: str) -> None:
    """Keep a compressed, checksummed copy of the tenant beside the store (sealed where there is a key)."""
    terminal.emit(terminal.memory.snapshot(name), show_report)


def show_report(report: SnapshotReport) -> None:
    """Sizes and times for people."""
    click.echo(
        f"{report.name}: {report.rows.get('record', 0)} records, {report.vectors} vectors, "
        f"{report.stored_bytes / 1e6:.2f} MB ({report.ratio:.1f} times smaller), {report.seconds:.1f} s"
    )
    if report.left_out:
        click.echo(f"  {report.left_out} erased records stayed erased")

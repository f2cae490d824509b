"""`graphmem nightly`."""

import click

from graphmem.cli.reports import show_nightly
from graphmem.cli.terminal import Terminal, common

NEEDS_A_PERSON = 3


@click.command("nightly")
@click.option("--now", default=None, metavar="TIME", help="Clock for what this run expires, and for nothing else.")
@click.option("--exit-code", "tell", is_flag=True, help="Exit 3 when something waits for a person.")
@common
def command(terminal: Terminal, now: str | None, tell: bool) -> int:
    """Expire, link, detect, resolve and monitor what changed since the last sweep."""
    report = terminal.memory.nightly(now=now)
    terminal.emit(report, show_nightly)
    return NEEDS_A_PERSON if tell and report.waiting else 0

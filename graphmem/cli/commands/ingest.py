"""`graphmem ingest PATH…`."""

import click

from graphmem.cli.reports import exit_code_of, show_ingest
from graphmem.cli.terminal import Terminal, common


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@common
def command(terminal: Terminal, paths: tuple[str, ...]) -> int:
    """Take in files or folders: .jsonl (one record a line), .txt, .md, .html, .pdf."""
    report = terminal.memory.ingest(list(paths))
    terminal.emit(report, show_ingest)
    return exit_code_of(report)

"""`graphmem import FILE`."""

from pathlib import Path

import click

from graphmem.cli.reports import exit_code_of, show_ingest
from graphmem.cli.terminal import Terminal, common


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@common
def command(terminal: Terminal, file: Path) -> int:
    """Take in an exported file through the gate; what cannot be restored is named."""
    report = terminal.memory.import_file(file)
    terminal.emit(report, show_ingest)
    return exit_code_of(report)

"""`graphmem diagnose --since T`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.governance.diagnose import Diagnosis


@click.command("diagnose")
@click.option("--since", required=True, metavar="TIME", help="When answers were still as they should be.")
@click.option("--question", "questions", multiple=True, metavar="TEXT", help="Repeatable; else the last logged ones.")
@common
def command(terminal: Terminal, since: str, questions: tuple[str, ...]) -> None:
    """Ask the same questions as known then and now, and say which hypothesis fits what changed."""
    terminal.emit(terminal.memory.diagnose(since=since, questions=questions), _show)


def _show(diagnosis: Diagnosis) -> None:
    click.echo(diagnosis.hypothesis)
    for reason in diagnosis.reasons:
        click.echo(f"  {reason}")
    for difference in diagnosis.differences:
        if difference.came or difference.went:
            click.echo(f"  {difference.question}: came {len(difference.came)}, went {len(difference.went)}")

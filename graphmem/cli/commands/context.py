"""`graphmem context`."""

from typing import Any

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.retrieval import ContextAnswer


@click.command("context")
@click.argument("query")
@click.option("--budget", type=int, default=1500, show_default=True, help="Tokens at most.")
@click.option("--route", default="auto", show_default=True, help="As for search.")
@click.option("--valid-at", default=None, metavar="TIME", help="What held then.")
@click.option("--known-at", default=None, metavar="TIME", help="What was believed then.")
@common
def command(terminal: Terminal, query: str, **options: Any) -> None:
    """Text for a prompt: current belief first, quoted as untrusted data, each line cited."""
    terminal.emit(terminal.memory.context(query, **options), _show, keep_lines=True)  # its lines are quoted already


def _show(answer: ContextAnswer) -> None:
    click.echo(answer.text)
    click.echo(f"({answer.tokens} tokens, {len(answer.citations)} citations)", err=True)

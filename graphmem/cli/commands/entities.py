"""`graphmem entities list | join A B | split A B`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.errors import UsageError
from graphmem.model.answers import DecisionReceipt
from graphmem.services.identities import EntityAnswer


@click.group("entities")
def command() -> None:
    """List entities; join and split them by hand (`review undo` takes it back)."""


@command.command("list")
@click.argument("name", required=False)
@common
def list_entities(terminal: Terminal, name: str | None) -> None:
    """List entities, most mentioned first; those called NAME when it is given."""
    terminal.emit(terminal.memory.entities.list(name=name), _show)


@command.command("join")
@click.argument("a")
@click.argument("b")
@click.option("--resolver", default=None, metavar="NAME", help="Who judges; required.")
@common
def join(terminal: Terminal, a: str, b: str, resolver: str | None) -> None:
    """Say that A and B (names or ids) are the same thing."""
    terminal.emit(terminal.memory.entities.join(a, b, resolver=_name(resolver)), _show_receipt)


@command.command("split")
@click.argument("a")
@click.argument("b")
@click.option("--resolver", default=None, metavar="NAME", help="Who judges; required.")
@common
def split(terminal: Terminal, a: str, b: str, resolver: str | None) -> None:
    """Say that A and B (names, ids or NAME@RECORD) are different things."""
    terminal.emit(terminal.memory.entities.split(a, b, resolver=_name(resolver)), _show_receipt)


def _name(resolver: str | None) -> str:
    if resolver is None or not resolver.strip():
        raise UsageError("a judgement needs a name: give --resolver NAME")
    return resolver


def _show(entities: list[EntityAnswer]) -> None:
    rows = [
        (e.id, e.name, e.type, ", ".join(n for n in e.names if n != e.name), "; ".join(e.descriptors), e.records)
        for e in entities
    ]
    table("Entities", ("id", "name", "type", "also", "described as", "records"), rows)


def _show_receipt(receipt: DecisionReceipt) -> None:
    click.echo(f"{receipt.outcome}: judgement {receipt.decision_id}")

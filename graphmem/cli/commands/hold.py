"""`graphmem hold set | lift | list`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.model.answers import CountAnswer, HoldAnswer


@click.group("hold")
def command() -> None:
    """Legal holds: what they cover is neither erased nor expired."""


def _signed(function: click.decorators.FC) -> click.decorators.FC:
    function = click.option("--reason", default="", metavar="TEXT", help="Why; required, kept in the audit log.")(
        function
    )
    return click.option("--resolver", default="", metavar="NAME", help="Who says so; required.")(function)


@command.command("set")
@click.argument("name", metavar="NAME")
@click.option("--record", default=None, metavar="R", help="This record.")
@click.option("--subject", default=None, metavar="S", help="Records that concern this person.")
@click.option("--source", default=None, metavar="X", help="Records from this source.")
@click.option("--agent", default=None, metavar="A", help="Records that this agent brought.")
@_signed
@common
def set_hold(
    terminal: Terminal,
    name: str,
    record: str | None,
    subject: str | None,
    source: str | None,
    agent: str | None,
    resolver: str,
    reason: str,
) -> None:
    """Hold under NAME all that matches, now and whatever comes later; selectors are joined by and."""
    selectors = {"record": record, "subject": subject, "source": source, "agent": agent}
    answer = terminal.memory.holds.set(name, selectors, resolver=resolver, reason=reason, namespaces=terminal.bound_to)
    terminal.emit(answer, lambda found: _show(found, f"held by {name}"))


@command.command("lift")
@click.argument("name", metavar="NAME")
@_signed
@common
def lift_hold(terminal: Terminal, name: str, resolver: str, reason: str) -> None:
    """Lift the hold called NAME; what no other hold covers expires and can be erased again."""
    answer = terminal.memory.holds.lift(name, resolver=resolver, reason=reason)
    terminal.emit(answer, lambda found: _show(found, "free again"))


@command.command("list")
@common
def list_holds(terminal: Terminal) -> None:
    """List the holds that stand: what they cover, who set them, since when and why."""
    terminal.emit(terminal.memory.holds.list(), _show_list)


def _show(answer: CountAnswer, what: str) -> None:
    click.echo(f"{len(answer.records)} records {what}")


def _show_list(holds: list[HoldAnswer]) -> None:
    if not holds:
        click.echo("no legal hold stands")
        return
    rows = [(hold.name, _selected(hold), hold.records, hold.resolver, hold.at[:10], hold.reason) for hold in holds]
    table("Legal holds", ("name", "holds", "records", "by", "since", "reason"), rows)


def _selected(hold: HoldAnswer) -> str:
    given = {"record": hold.record, "subject": hold.subject, "source": hold.source, "agent": hold.agent}
    parts = [f"{name} {value}" for name, value in given.items() if value]
    return ", ".join([*parts, *(f"in {name}" for name in hold.namespaces or ())])

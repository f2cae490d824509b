"""`graphmem slots`."""

import click

from graphmem.cli.terminal import Terminal, common, table


@click.command("slots")
@common
def command(terminal: Terminal) -> None:
    """What is known of slots: how many values one may have at a time, and from where that is known."""
    terminal.emit(terminal.memory.slots(), _show)


def _show(slots: list[dict[str, object]]) -> None:
    rows = [(s["attribute"], s["single"], s["source"], s["claims"], s["evidence"]) for s in slots]
    table("Slots", ("slot", "single-valued", "source", "claims", "evidence"), rows)

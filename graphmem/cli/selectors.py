"""Selectors of quarantine, release and purge, and their answers for people."""

import click

from graphmem.model.answers import CountAnswer


def selecting(function: click.decorators.FC) -> click.decorators.FC:
    """Add the selectors; several are joined by and."""
    for name, text in (
        ("until", "Recorded before this time."),
        ("since", "Recorded at or after this time."),
        ("agent", "Brought by this agent."),
        ("session", "Of this session."),
        ("source", "From this source."),
    ):
        function = click.option(f"--{name}", default=None, metavar="VALUE", help=text)(function)
    return function


def show_quarantine(answer: CountAnswer) -> None:
    """What was withheld."""
    click.echo(
        f"withheld {len(answer.records)} records"
        + (f" and {len(answer.withheld)} that rest on them" if answer.withheld else "")
    )


def show_release(answer: CountAnswer) -> None:
    """What came out."""
    click.echo(f"released {len(answer.records)} records")


def show_purge(answer: CountAnswer) -> None:
    """What was erased."""
    click.echo(f"erased {len(answer.records)} records; receipt: {dict(answer.counts)}")

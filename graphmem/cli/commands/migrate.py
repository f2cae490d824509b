"""`graphmem migrate --from URL --to URL`."""

from dataclasses import replace
from pathlib import Path

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import NotFoundError
from graphmem.model.answers import CountAnswer


@click.command("migrate")
@click.option("--from", "source", required=True, metavar="URL", help="Store that is read.")
@click.option("--to", "target", required=True, metavar="URL", help="Empty store that is written.")
@common
def command(terminal: Terminal, source: str, target: str) -> None:
    """Copy every tenant, with decisions, recording times and vectors, into another, empty store."""
    from graphmem.services.copies import migrate
    from graphmem.stores import open_store

    if source.startswith("sqlite:///") and not Path(source.removeprefix("sqlite:///")).is_file():
        # Other commands make the file; here that would say "moved" of a store whose name was mistyped.
        raise NotFoundError(f"there is no store {source}: nothing was migrated")
    reading = replace(terminal, store=source)
    try:
        encoder = reading.memory.workspace.models.encoder
        opened = open_store(
            target, fingerprint=encoder.fingerprint if encoder else "", dimension=encoder.dimension if encoder else 0
        )
        try:
            terminal.emit(migrate(reading.memory.workspace, opened), _show)
        finally:
            opened.close()
    finally:
        reading.close()


def _show(answer: CountAnswer) -> None:
    click.echo(", ".join(f"{count} {kind}" for kind, count in answer.counts.items() if count))

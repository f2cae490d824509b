"""`graphmem migrate --from URL --to URL`."""

from pathlib import Path

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import NotFoundError
from graphmem.keys import read_key_file
from graphmem.model.answers import CountAnswer

_NONE = "none"


@click.command("migrate")
@click.option("--from", "source", required=True, metavar="URL", help="Store that is read.")
@click.option("--to", "target", required=True, metavar="URL", help="Empty store that is written.")
@click.option(
    "--from-key-file",
    default=None,
    metavar="FILE",
    help="Key file of --from where it is encrypted, `none` where it is not; else the environment's key is taken.",
)
@click.option(
    "--to-key-file", default=None, metavar="FILE", help="The same for --to; so a store is encrypted or freed."
)
@common
def command(terminal: Terminal, source: str, target: str, from_key_file: str | None, to_key_file: str | None) -> None:
    """Copy every tenant, with decisions, recording times and vectors, into another, empty store."""
    from graphmem.services.copies import Place, migrate_between

    if source.startswith("sqlite:///") and not Path(source.removeprefix("sqlite:///")).is_file():
        # Other commands make the file; here that would say "moved" of a store whose name was mistyped.
        raise NotFoundError(f"there is no store {source}: nothing was migrated")
    places = Place(source, _key(from_key_file)), Place(target, _key(to_key_file))
    answer = migrate_between(*places, terminal.principal(), terminal.loaded_settings(), terminal.progress)
    terminal.emit(answer, _show)


def _key(file: str | None) -> str | None:
    return "" if file == _NONE else read_key_file(Path(file)) if file else None


def _show(answer: CountAnswer) -> None:
    click.echo(", ".join(f"{count} {kind}" for kind, count in answer.counts.items() if count))

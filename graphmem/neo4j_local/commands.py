"""`graphmem-neo4j start | stop | status | shell`."""

import json
import os
import sys
from pathlib import Path

import click

from graphmem.errors import GraphmemError
from graphmem.neo4j_local.home import Ports
from graphmem.neo4j_local.server import LocalServer, Status


def _default_home() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "graphmem" / "neo4j"


@click.group()
def cli() -> None:
    """Run a Neo4j of your own, with Neo4j Browser, without Docker."""


home_option = click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="GRAPHMEM_NEO4J_HOME",
    default=_default_home,
    help="Folder of its data, password and logs.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


@cli.command()
@home_option
@click.option("--bolt-port", type=click.IntRange(0, 65535), default=7687, help="0, or one in use: a free one.")
@click.option("--http-port", type=click.IntRange(0, 65535), default=7474, help="0, or one in use: a free one.")
@click.option("--heap", default="1g", help="Memory of its heap.")
@click.option("--pagecache", default="256m", help="Memory of its page cache.")
@json_option
def start(home: Path, bolt_port: int, http_port: int, heap: str, pagecache: str, as_json: bool) -> None:
    """Start the server, or say where it already runs."""
    _emit(LocalServer(home, heap=heap, pagecache=pagecache).start(Ports(bolt=bolt_port, http=http_port)), as_json)


@cli.command()
@home_option
@json_option
def stop(home: Path, as_json: bool) -> None:
    """Stop the server that was started from this home; nothing else is touched."""
    _emit(LocalServer(home).stop(), as_json)


@cli.command()
@home_option
@json_option
def status(home: Path, as_json: bool) -> None:
    """Say whether it runs, and how to reach it; exit code 1 when it does not run."""
    found = LocalServer(home).status()
    _emit(found, as_json)
    if not found.running:
        raise click.exceptions.Exit(1)


@cli.command()
@home_option
@click.argument("statement", required=False)
def shell(home: Path, statement: str | None) -> None:
    """Run one Cypher STATEMENT, or read statements from the terminal."""
    from graphmem.neo4j_local.shell import run_shell

    server = LocalServer(home)
    store = server.status().store
    if store is None:
        raise click.ClickException("the server does not run; start it with: graphmem-neo4j start")
    run_shell(store.partition("?")[0], server.password, statement)


def _emit(status: Status, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(status.model_dump()))
    elif status.running:
        click.echo(f"Neo4j runs (process {status.pid}), data in {status.home}")
        click.echo(f"  browser   {status.browser}   user neo4j, password in {status.password_file}")
        click.echo(f"  graphmem  export GRAPHMEM_STORE='{status.store}'")
        click.echo(f"            export GRAPHMEM_NEO4J_PASSWORD_FILE='{status.password_file}'")
    else:
        click.echo(f"Neo4j does not run, data in {status.home}")


def main() -> None:
    """Run the command line; a refusal is one line on stderr and exit code 1."""
    try:
        code = cli(standalone_mode=False)
    except click.UsageError as error:
        error.show()
        sys.exit(2)
    except (GraphmemError, click.ClickException) as error:
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        click.echo(f"Error: {message}", err=True)
        sys.exit(1)
    except click.Abort:
        sys.exit(1)
    sys.exit(code or 0)

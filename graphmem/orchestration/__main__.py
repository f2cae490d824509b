"""`python -m graphmem.orchestration home | serve`: what `make dagster` and `make nightly` start."""

import os
import sys
from pathlib import Path

import click

from graphmem.orchestration.home import prepare_home
from graphmem.orchestration.service import serve as serve_both


@click.group()
@click.option("--home", type=click.Path(path_type=Path), default=lambda: os.environ.get("DAGSTER_HOME", ".dagster"))
@click.pass_context
def main(context: click.Context, home: Path) -> None:
    """Dagster over a graphmem store; its history lies in the home folder (DAGSTER_HOME)."""
    context.obj = Path(home)


@main.command("home")
@click.pass_obj
def make_home(home: Path) -> None:
    """Make the home folder with its settings, and print its path."""
    click.echo(prepare_home(home))


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=3000, show_default=True)
@click.pass_obj
def serve(home: Path, host: str, port: int) -> None:
    """Run web server and daemon until interrupted."""
    sys.exit(serve_both(home, host=host, port=port))


if __name__ == "__main__":
    main(prog_name="python -m graphmem.orchestration")

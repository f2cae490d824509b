"""`python -m graphmem.orchestration home | serve | run`: what `make dagster` and `make nightly` start."""

import os
import sys
from pathlib import Path

import click

from graphmem.errors import GraphmemError
from graphmem.orchestration.forking import VARIABLE, start_early


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
    click.echo(_prepare(home))


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=3000, show_default=True)
@click.pass_obj
def serve(home: Path, host: str, port: int) -> None:
    """Run web server and daemon until interrupted."""
    from graphmem.orchestration.service import serve as serve_both

    sys.exit(serve_both(_prepare(home), host=host, port=port))


@main.command()
@click.argument("job", default="nightly")
@click.option("-c", "--config", type=click.Path(path_type=Path), help="The run's configuration (YAML).")
@click.option("--verbose", is_flag=True, help="Every event as Dagster logs it.")
@click.pass_obj
def run(home: Path, job: str, config: Path | None, verbose: bool) -> None:
    """Run a job here, without the daemon; 0 when all of it succeeded, 1 when not."""
    os.environ["DAGSTER_HOME"] = str(home.resolve())
    if os.environ.get(VARIABLE) == "multiprocess":
        start_early()  # before Dagster is imported: the two take about as long
    from graphmem.orchestration.running import run_job

    sys.exit(run_job(_prepare(home), job, config, verbose=verbose))


def _prepare(home: Path) -> Path:
    from graphmem.orchestration.home import prepare_home

    try:
        return prepare_home(home)
    except GraphmemError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main(prog_name="python -m graphmem.orchestration")

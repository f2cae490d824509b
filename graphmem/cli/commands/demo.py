"""`graphmem demo`."""

import tempfile
from pathlib import Path

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError

TENANT = "demo"


@click.command("demo")
@click.option("--story", default=None, metavar="NAME", help="fda, regulations or sleeper; without it the first two.")
@common
def command(terminal: Terminal, story: str | None) -> None:
    """Show the main job end to end: on a throw-away store, or in tenant `demo` of the one that is named."""
    from graphmem.demo import STORIES
    from graphmem.demo.teller import Teller
    from graphmem.demo.theatre import open_stage

    names = [story] if story else ["fda", "regulations"]
    for name in names:
        if name not in STORIES.names():
            raise UsageError(f"no story called {name!r}; there are: {', '.join(STORIES.names())}")
    if terminal.as_json:
        raise UsageError("the demo is for people: leave --json out")
    with tempfile.TemporaryDirectory() as folder:
        url = terminal.store if terminal.store_given else f"sqlite:///{Path(folder) / 'demo.db'}"
        for name in names:
            click.echo(f"== {name} ==")
            with open_stage(url, f"{TENANT}-{name}") as memory:
                STORIES.get(name)(Teller(memory, click.echo))
            click.echo("")
    if not terminal.store_given:
        click.echo("Next: graphmem ingest FILE.jsonl, graphmem nightly, graphmem search QUESTION (see README.md)")

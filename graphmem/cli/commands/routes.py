"""`graphmem routes`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.retrieval.log import RouteUse


@click.command("routes")
@click.option(
    "--measure", type=click.IntRange(0, 50), default=0, help="Ask so many of the latest questions by every route."
)
@common
def command(terminal: Terminal, measure: int) -> None:
    """Share, latency and regret of each route, from the retrieval log."""
    uses = terminal.memory.routes(measure=measure)
    terminal.emit([vars(use) for use in uses] if terminal.as_json else uses, _show)


def _show(uses: list[RouteUse]) -> None:
    rows = [
        (u.route, u.searches, f"{u.share:.0%}", u.p50_ms, u.p95_ms, u.fell_back, "" if u.regret is None else u.regret)
        for u in uses
    ]
    table("Routes", ("route", "searches", "share", "p50 ms", "p95 ms", "fell back", "regret"), rows)

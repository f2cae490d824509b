"""`graphmem search`."""

import json
from pathlib import Path
from typing import Any

import click

from graphmem.cli.terminal import Terminal, common, to_json
from graphmem.cli.visible import visible
from graphmem.errors import GraphmemError, UsageError
from graphmem.model.retrieval import SearchAnswer


@click.command("search")
@click.argument("query", required=False)
@click.option("-k", "k", type=int, default=5, show_default=True, help="Number of hits.")
@click.option("--route", default="auto", show_default=True, help="auto, lookup, graph, timeline, overview or conflict.")
@click.option("--valid-at", default=None, metavar="TIME", help="What held then.")
@click.option("--known-at", default=None, metavar="TIME", help="What was believed then.")
@click.option("--include-superseded", is_flag=True, help="Show superseded records too, labelled.")
@click.option("--reranker", default=None, metavar="NAME", help="Who re-ranks direct questions; none for nobody.")
@click.option("--batch", type=click.Path(path_type=Path), default=None, metavar="FILE", help="{id, question} a line.")
@common
def command(terminal: Terminal, query: str | None, batch: Path | None, **options: Any) -> int:
    """Find current records for a question."""
    if (query is None) == (batch is None):
        raise UsageError("give a question, or --batch FILE with one {id, question} a line")
    if batch is not None:
        return _answer_batch(terminal, batch, options)
    terminal.emit(terminal.memory.search(query or "", **options), _show)
    return 0


def _answer_batch(terminal: Terminal, path: Path, options: dict[str, Any]) -> int:
    from graphmem.chunking.interchange import read_lines

    failed = 0
    for line in read_lines(path):
        fields = line.fields or {}
        name, question = fields.get("id"), fields.get("question")
        try:
            if line.fields is None or not isinstance(question, str):
                raise UsageError(line.error or "a line needs a question as text")
            answer = terminal.memory.search(question, **options)
        except GraphmemError as error:
            failed += 1
            click.echo(visible(f"line {line.number}: {error}"), err=True)
            continue
        shown = json.loads(to_json(answer))
        click.echo(json.dumps({"id": name, **shown}, ensure_ascii=False, allow_nan=False))
    if failed:
        click.echo(f"Error: {failed} lines could not be answered", err=True)
    return 1 if failed else 0


def _show(answer: SearchAnswer) -> None:
    click.echo(f"route: {answer.route} ({answer.route_reason})")
    for number, hit in enumerate(answer.hits, start=1):
        marks = [hit.status] + ["contested"] * hit.contested + ["stale"] * hit.stale
        date = (hit.observed_at or "no date")[:10]
        click.echo(f"\n{number}. {hit.text}")
        name, source = hit.external_id or hit.record_id, hit.source or "no source"
        click.echo(f"   {name} · {', '.join(marks)} · {date} · {source} · {hit.score:.3f}")
        if hit.path:
            click.echo(
                "   path: "
                + " → ".join([hit.path[0].source, *(f"({step.relation}) {step.target}" for step in hit.path)])
            )
    if not answer.hits:
        click.echo("nothing known")
    for note in answer.notes:
        click.echo(f"note: {note}")
    left = {name: count for name, count in answer.suppressed.model_dump().items() if count}
    if left:
        click.echo("left out: " + ", ".join(f"{count} {name}" for name, count in left.items()))

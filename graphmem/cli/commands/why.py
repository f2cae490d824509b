"""`graphmem why RECORD`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.model.answers import WhyAnswer


@click.command("why")
@click.argument("record_id", metavar="RECORD")
@common
def command(terminal: Terminal, record_id: str) -> None:
    """Show the spans, sources and decisions behind RECORD."""
    terminal.emit(terminal.memory.why(record_id), _show)


def _show(answer: WhyAnswer) -> None:
    click.echo(answer.text)
    source = answer.source or "no source"
    click.echo(f"  {answer.record_id} · {answer.status} · {answer.authority} · {answer.origin} · {source}")
    click.echo(f"  said {answer.observed_at or 'at an unknown time'}, recorded {answer.recorded_at}")
    if answer.legal_holds:
        click.echo(f"  on legal hold: {', '.join(answer.legal_holds)}")
    for item in answer.evidence:
        mark = "" if item.live else " (retired)"
        negation = "" if item.polarity else "not "
        click.echo(f"  claim: {item.subject} · {item.attribute} · {negation}{item.value}{mark}  “{item.quote}”")
    for decision in answer.decisions:
        undone = f", undone by {decision.undone_by}" if decision.undone_at else ""
        click.echo(f"  decision {decision.id}: {decision.outcome} by {decision.resolver} ({decision.rule}){undone}")
    for conflict in answer.conflicts:
        click.echo(f"  conflict {conflict.id}: {conflict.kind}, {conflict.status}")

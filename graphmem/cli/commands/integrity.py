"""`graphmem integrity`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.governance.integrity import IntegrityReport


@click.command("integrity")
@common
def command(terminal: Terminal) -> None:
    """Monitors of agents, day by day: confidence, outcomes, records a document, drift."""
    report = terminal.memory.integrity()
    terminal.emit(_plain(report) if terminal.as_json else report, _show)


def _plain(report: IntegrityReport) -> dict[str, object]:
    days = [day.model_dump(mode="json", exclude={"centroid"}) for day in report.days]
    alerts = [{**alert.model_dump(mode="json"), "text": str(alert)} for alert in report.alerts]
    return {"alerts": alerts, "days": days, "cold": list(report.cold)}


def _show(report: IntegrityReport) -> None:
    for alert in report.alerts:
        click.echo(f"alert: {alert}")
    if report.cold:
        click.echo(f"too short a past to judge by: {', '.join(report.cold)}")
    rows = [
        (
            d.agent,
            d.day,
            d.writes,
            f"{d.records_per_document:.1f}",
            f"{d.confidence:.2f}" if d.confidence is not None else "",
            d.outcomes or "",
        )
        for d in report.days[-30:]
    ]
    table("Days", ("agent", "day", "writes", "records a document", "confidence", "outcomes"), rows)

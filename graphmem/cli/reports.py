"""Answers of writing and sweeping as people read them."""

import click

from graphmem.cli.visible import visible
from graphmem.model.answers import IngestReport, LineNote, NightlyReport

_SHOWN = 20


def show_ingest(report: IngestReport) -> None:
    """Counts first, then each input that did not simply go in, then alerts."""
    click.echo(
        f"read {report.read}: stored {report.stored}, duplicate {report.duplicate}, "
        f"rejected {len(report.rejected)}, review {len(report.review)}, failed {len(report.failed)}"
    )
    for kind in ("rejected", "review", "failed"):
        notes: tuple[LineNote, ...] = getattr(report, kind)
        for note in notes[:_SHOWN]:
            where = f"line {note.line}" if note.line else note.path or note.external_id or "input"
            named = f" ({note.external_id})" if note.external_id and note.line else ""
            click.echo(f"  {kind}: {where}{named}: {note.reason}")
        if len(notes) > _SHOWN:
            click.echo(f"  … and {len(notes) - _SHOWN} more {kind}; see them all with --json")
    if report.duplicates:
        click.echo(f"  {len(report.duplicates)} known already with other fields, which were not changed; see --json")
    if report.superseded:
        click.echo(f"  {len(report.superseded)} passages of earlier versions superseded")
    for warning in report.warnings[:_SHOWN]:
        click.echo(f"  warning: {warning}")
    for alert in report.alerts:
        click.echo(f"  alert: {alert}")
    if report.seconds:
        click.echo("  " + ", ".join(f"{stage} {value:.1f} s" for stage, value in report.seconds.items()))


def exit_code_of(report: IngestReport) -> int:
    """1 when a line failed, said on stderr; else 0: verdicts of the gate are answers, not failures."""
    if not report.failed:
        return 0
    first = report.failed[0]
    where = f"line {first.line}" if first.line else first.path or first.external_id or "input"
    reason = f"Error: {len(report.failed)} of {report.read} inputs failed; {where}: {first.reason}"
    reason = visible(" ".join(reason.split()))
    click.echo(reason if len(reason) <= 480 else reason[:477] + "...", err=True)
    return 1


def show_nightly(report: NightlyReport) -> None:
    """What the sweep did, and what waits for a person."""
    click.echo(
        f"compared {report.compared} pairs in {report.blocks} blocks; conflicts {report.conflicts}, "
        f"settled {report.auto_resolved}, escalated {report.escalated}, expired {report.expired}"
    )
    if report.deferred:
        click.echo(f"  {report.deferred} pairs put off by the cap on values a block (detection.max_values_per_block)")
    if report.held:
        click.echo(f"  {report.held} conclusions of agents moved to review: they contradict live records")
    for alert in report.alerts:
        click.echo(f"  alert: {alert}")
    click.echo("  " + ", ".join(f"{stage} {value:.2f} s" for stage, value in report.seconds.items()))
    if report.waiting:
        wait = "1 item waits" if report.waiting == 1 else f"{report.waiting} items wait"
        click.echo(f"{wait} for a person; see: graphmem review list")

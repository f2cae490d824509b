"""`graphmem audit verify | list | verdicts`."""

import click

from graphmem.cli.terminal import Terminal, common, table
from graphmem.model.answers import CountAnswer, VerdictCount


@click.group("audit")
def command() -> None:
    """The audit log: who did what, when, under which policy."""


@command.command("verify")
@common
def verify(terminal: Terminal) -> int:
    """Check that no entry is missing, altered or out of its chain."""
    answer = terminal.memory.audit_verify()
    terminal.emit(answer, _show)
    if not answer.counts["ok"]:
        click.echo(f"Error: {answer.notes[0][:400]}", err=True)
    return 0 if answer.counts["ok"] else 1


@command.command("list")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="How many entries.")
@common
def list_entries(terminal: Terminal, limit: int) -> None:
    """The latest entries, newest first."""
    terminal.emit(terminal.memory.audit_list(limit=limit), _show_entries)


@command.command("verdicts")
@click.option("--since", default=None, metavar="T", help="Only those given at or after this time.")
@common
def verdicts(terminal: Terminal, since: str | None) -> None:
    """How often the gate gave each verdict, by check and version of its policy."""
    terminal.emit(terminal.memory.audit_verdicts(since=since), _show_verdicts)


def _show_verdicts(counts: list[VerdictCount]) -> None:
    rows = [(v.count, v.verdict, v.check, v.policy, "; ".join(v.alerts)) for v in counts]
    table("Verdicts of the gate", ("how often", "verdict", "check", "policy", "alerts"), rows)


def _show(answer: CountAnswer) -> None:
    click.echo(f"{answer.counts['entries']} entries: {'chain is whole' if answer.counts['ok'] else 'chain is broken'}")
    for note in answer.notes:
        click.echo(f"  {note}")


def _show_entries(entries: list[dict[str, object]]) -> None:
    rows = [(e["id"], str(e["at"])[:19], e["actor"], e["action"], e["target"]) for e in entries]
    table("Audit log", ("entry", "at", "who", "what", "on"), rows)

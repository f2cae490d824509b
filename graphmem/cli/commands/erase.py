"""`graphmem erase`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError
from graphmem.model.answers import EraseReceipt


@click.command("erase")
@click.option("--subject", default=None, metavar="S", help="Records that concern this person.")
@click.option("--agent", default=None, metavar="A", help="Records that this agent brought.")
@click.option("--source", default=None, metavar="X", help="Records from this source.")
@click.option("--all", "everything", is_flag=True, help="Everything in the namespaces given.")
@click.option("--yes", is_flag=True, help="Yes, erase: this cannot be undone.")
@common
def command(
    terminal: Terminal, subject: str | None, agent: str | None, source: str | None, everything: bool, yes: bool
) -> int:
    """Erase records with all that rests on them, and prove it."""
    if not yes:
        raise UsageError("erasing cannot be undone; say --yes")
    receipt = terminal.memory.erase(
        subject=subject, agent=agent, source=source, everything=everything, namespaces=terminal.bound_to
    )
    terminal.emit(receipt, show_receipt)
    if receipt.canary.get("clean"):
        return 0
    click.echo("Error: files of the store still hold words of what was erased; erase again once nobody reads", err=True)
    return 1


def show_receipt(receipt: EraseReceipt) -> None:
    """The receipt for people."""
    if receipt.records:
        click.echo(f"erased {receipt.records} records, {receipt.claims} claims, {receipt.vectors} vectors")
        back = len(receipt.redecided)
        click.echo(f"  canonical records removed: {len(receipt.canonical_rewritten)}; back for review: {back}")
    else:
        click.echo("erased 0 records")
    found = receipt.canary
    if receipt.records or not found.get("clean"):
        verdict = "clean" if found.get("clean") else "NOT CLEAN"
        looked = f"looked for {found.get('checked')} phrases in every file, found {found.get('found')}"
        click.echo(f"  canary scan: {verdict}; {looked}")
    for note in receipt.notes:
        click.echo(f"  note: {note}")
    if receipt.completed_earlier:
        click.echo("  an earlier erasure that had been cut off is complete now")
    for path in receipt.left_outside:
        click.echo(f"  left outside: {path}")

"""`graphmem review …`."""

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError
from graphmem.model.answers import DecisionReceipt, ReviewAnswer


@click.group("review")
def command() -> None:
    """See and settle what only a person may settle."""


def _signed(function: click.decorators.FC) -> click.decorators.FC:
    return click.option("--resolver", default=None, metavar="NAME", help="Who decides; required.")(function)


def _name(resolver: str | None) -> str:
    if resolver is None or not resolver.strip():
        raise UsageError("a decision needs a name: give --resolver NAME")
    return resolver


@command.command("list")
@common
def list_items(terminal: Terminal) -> None:
    """List what waits: conflicts, gate, identities, revived records."""
    terminal.emit(terminal.memory.review.list(), _show_list)


@command.command("show")
@click.argument("item_id", metavar="ID")
@common
def show(terminal: Terminal, item_id: str) -> None:
    """Show one item: both sides with what parts them, reasons, policies, proposal."""
    terminal.emit(terminal.memory.review.show(item_id), _show_item)


@command.command("accept")
@click.argument("item_id", metavar="ID")
@click.option(
    "--winner", required=True, metavar="RECORD", help="The side that is right: a, b, its record id or external id."
)
@click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision.")
@_signed
@common
def accept(terminal: Terminal, item_id: str, winner: str, reason: str, resolver: str | None) -> None:
    """Hold one record to be right; the others of the set are superseded."""
    terminal.emit(
        terminal.memory.review.accept(item_id, winner=winner, resolver=_name(resolver), reason=reason), _show_receipt
    )


@command.command("merge")
@click.argument("item_id", metavar="ID")
@click.option("--text", required=True, metavar="TEXT", help="The canonical text, word for word.")
@click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision.")
@_signed
@common
def merge(terminal: Terminal, item_id: str, text: str, reason: str, resolver: str | None) -> None:
    """Write one canonical record that supersedes the whole set."""
    terminal.emit(
        terminal.memory.review.merge(item_id, text=text, resolver=_name(resolver), reason=reason), _show_receipt
    )


@command.command("keep-both")
@click.argument("item_id", metavar="ID")
@click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision.")
@_signed
@common
def keep_both(terminal: Terminal, item_id: str, reason: str, resolver: str | None) -> None:
    """Let all sides stand, uncontested."""
    terminal.emit(terminal.memory.review.keep_both(item_id, resolver=_name(resolver), reason=reason), _show_receipt)


@command.command("dismiss")
@click.argument("item_id", metavar="ID")
@click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision.")
@_signed
@common
def dismiss(terminal: Terminal, item_id: str, reason: str, resolver: str | None) -> None:
    """Say that it is no conflict; it is not raised again."""
    terminal.emit(terminal.memory.review.dismiss(item_id, resolver=_name(resolver), reason=reason), _show_receipt)


@command.command("approve")
@click.argument("item_ids", metavar="ID", nargs=-1, required=True)
@click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision.")
@_signed
@common
def approve(terminal: Terminal, item_ids: tuple[str, ...], reason: str, resolver: str | None) -> None:
    """Let in what waits at the gate, join an identity, or make a revived record live; several at once."""
    _decide(terminal, item_ids, approve=True, resolver=resolver, reason=reason)


@command.command("reject")
@click.argument("item_ids", metavar="ID", nargs=-1, required=True)
@click.option("--reason", default="", metavar="TEXT", help="Why; kept with the decision.")
@_signed
@common
def reject(terminal: Terminal, item_ids: tuple[str, ...], reason: str, resolver: str | None) -> None:
    """Turn away what waits at the gate, keep identities apart, or leave a revived record out; several at once.

    Each call that turns a text away rewrites the store's file, so several at once are much faster.
    """
    _decide(terminal, item_ids, approve=False, resolver=resolver, reason=reason)


@command.command("undo")
@click.argument("decision_id", metavar="DECISION")
@_signed
@common
def undo(terminal: Terminal, decision_id: str, resolver: str | None) -> None:
    """Take a decision back; the live view is again what it was before it."""
    terminal.emit(terminal.memory.review.undo(decision_id, resolver=_name(resolver)), _show_receipt)


def _decide(terminal: Terminal, item_ids: tuple[str, ...], *, approve: bool, resolver: str | None, reason: str) -> None:
    receipts = terminal.memory.review.decide_items(item_ids, approve=approve, resolver=_name(resolver), reason=reason)
    if len(item_ids) == 1:
        terminal.emit(receipts[0], _show_receipt)
    else:
        terminal.emit(receipts, _show_receipts)


def _show_list(items: list[ReviewAnswer]) -> None:
    if not items:
        click.echo("nothing waits for a person")
    for item in items:
        click.echo(f"{item.id}  {item.type}  {item.kind or ''} {', '.join(item.entity_group)}".rstrip())
        for side in item.sides:
            click.echo(f"    {side.label}: {side.external_id or side.record_id}: {side.quote}")
        if item.text:
            click.echo(f"    {item.external_id or item.record_id}: {item.text[:200]}")
        for reason in item.reasons[-2:]:
            click.echo(f"    - {reason}")


def _show_item(item: ReviewAnswer) -> None:
    click.echo(f"{item.type} {item.id} ({item.status}) in {item.namespace}")
    if item.type == "conflict":
        click.echo(f"  {', '.join(item.entity_group)}: {item.attribute}; {item.kind}, confidence {item.confidence:.2f}")
    for side in item.sides:
        said = f"{side.authority}, {side.origin}, {side.observed_at or 'no date'}"
        click.echo(f"\n  {side.label}: {side.external_id or side.record_id} [{said}]")
        click.echo(f"    text:    {side.text}")
        click.echo(f"    span:    {_marked(side.quote, side.differs)}")
        click.echo(f"    value:   {side.value}" + (f", valid {side.valid}" if side.valid else ""))
    if item.text:
        click.echo(f"  {item.external_id or item.record_id}: {item.text}")
    if item.entity_a:
        click.echo(f"  {item.entity_a}\n  {item.entity_b}")
    click.echo("")
    for reason in item.reasons:
        click.echo(f"  reason: {reason}")
    for opinion in item.opinions:
        click.echo(f"  policy {opinion.policy}: {opinion.outcome or 'nothing'} ({opinion.reason})")
    if item.proposal:
        click.echo(f"  proposal: {item.proposal}")
    if item.proposed_text:
        click.echo(f"  proposed text: {item.proposed_text}")
    if item.undone_by:
        click.echo(f"  undone by {item.undone_by}")


def _marked(quote: str, differs: tuple[str, ...]) -> str:
    wanted = list(differs)
    words = []
    for word in quote.split():
        if word in wanted:
            wanted.remove(word)
            words.append(f"[{word}]")
        else:
            words.append(word)
    return " ".join(words)


def _show_receipts(receipts: list[DecisionReceipt]) -> None:
    for receipt in receipts:
        _show_receipt(receipt)


def _show_receipt(receipt: DecisionReceipt) -> None:
    click.echo(f"{receipt.outcome}: decision {receipt.decision_id}")
    if receipt.canonical_id:
        click.echo(f"  canonical: {receipt.canonical_id}")
    for record in receipt.superseded:
        click.echo(f"  superseded: {record}")
    for record in receipt.restored:
        click.echo(f"  restored: {record}")

"""`graphmem remember TEXT`."""

import json

import click

from graphmem.cli.terminal import Terminal, common
from graphmem.errors import UsageError
from graphmem.model.answers import WriteReceipt

_TEXT_FIELDS = {
    "external-id": "Your name for it.",
    "title": "What the text is about.",
    "speaker": "Who says 'I'.",
    "content-type": "What it is, such as confirmed_fact, user_preference, correction, task_outcome.",
    "tier": "semantic, episodic, procedural or working.",
    "origin": "user_statement, agent_outcome or human_review.",
    "authority": "inferred, unverified, verified or authoritative.",
    "source": "Id of where it comes from.",
    "observed-at": "When it was said.",
    "valid-from": "From when it holds.",
    "valid-to": "Until when it holds.",
    "sensitivity": "public, internal, confidential or restricted.",
    "session-id": "Session in which it arose.",
    "trace-id": "Trace in which it arose.",
    "agent-id": "Agent that brings it.",
    "user-id": "User for whom it arose.",
    "outcome": "How an episode ended: resolved or unresolved.",
    "legal-basis": "Why personal data may be kept: consent, contract, legal_obligation or legitimate_interest.",
    "expires-at": "When it ends, whatever its content type.",
}


def _options(function: click.decorators.FC) -> click.decorators.FC:
    for name, text in reversed(_TEXT_FIELDS.items()):
        function = click.option(f"--{name}", default=None, metavar="VALUE", help=text)(function)
    return function


@click.command("remember")
@click.argument("text")
@_options
@click.option("--subject", "subjects", multiple=True, metavar="S", help="Whom erasure concerns; repeatable.")
@click.option(
    "--entity", "entities", multiple=True, metavar="NAME", help="A thing that the text speaks of; repeatable."
)
@click.option("--claims", default=None, metavar="JSON", help="Claims as a JSON list; then none are extracted.")
@common
def command(
    terminal: Terminal,
    text: str,
    subjects: tuple[str, ...],
    entities: tuple[str, ...],
    claims: str | None,
    **fields: str | None,
) -> None:
    """Take in one record; an option for each field of the interchange format."""
    given: dict[str, object] = {name: value for name, value in fields.items() if value is not None}
    if subjects:
        given["subjects"] = list(subjects)
    if entities:
        given["entities"] = list(entities)
    if claims is not None:
        try:
            given["claims"] = json.loads(claims)
        except json.JSONDecodeError as error:
            raise UsageError(f"--claims is no JSON: {error.msg}") from error
    terminal.emit(terminal.memory.remember(text, **given), _show)


def _show(receipt: WriteReceipt) -> None:
    click.echo(f"{receipt.status}{': ' + receipt.record_id if receipt.record_id else ''}")
    for reason in receipt.reasons:
        click.echo(f"  {reason}")
    for conflict in receipt.conflicts:
        click.echo(f"  contradicts what is believed: conflict {conflict}")

"""Check of what a record is."""

from graphmem.gate.echo import is_echo
from graphmem.gate.format import possible
from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind
from graphmem.model.record import ContentType, Origin

_HEAD = 8000
_LINE = 400  # what an agent means to do shows at the start of a line
_ALERT = "intermediate reasoning or tool chatter appears as candidates"


def content_type(subject: Subject, policy: Policy) -> Opinion | None:
    """Only approved content types enter; intermediate reasoning, tool chatter and recalled context do not.

    Marks of a trace refuse any record but documents and procedures, which may describe them; the plans that an agent
    makes for itself refuse what an agent states. A context that was recalled before is no new evidence.
    """
    record = subject.record
    if record.content_type not in policy.content_types:
        allowed = ", ".join(sorted(policy.content_types))
        return Opinion(
            VerdictKind.REJECT, f"content type {record.content_type} is not approved; approved are: {allowed}"
        )
    if is_echo(record.text):
        return Opinion(VerdictKind.REJECT, "recalled memory comes back as new: it is no evidence", (_ALERT,))
    by_agent = record.origin is Origin.AGENT_OUTCOME
    if record.content_type in {ContentType.DOCUMENT, ContentType.PROCEDURE} and not by_agent:
        return None
    if any(mark.is_in(record.text[:_HEAD]) for mark in possible(policy.chatter_marks, subject.folded)):
        return Opinion(
            VerdictKind.REJECT, "reads as intermediate reasoning or tool chatter, which is not kept", (_ALERT,)
        )
    lines = [line[:_LINE] for line in record.text.splitlines()] if by_agent else []
    if any(plan.pattern.match(line) for line in lines for plan in policy.chatter_plans):
        return Opinion(
            VerdictKind.REJECT, "an agent's plan or train of thought is not kept; state what came of it", (_ALERT,)
        )
    return None

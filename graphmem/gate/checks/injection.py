"""Check of instructions to the agent that reads."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind


def injection(subject: Subject, policy: Policy) -> Opinion | None:
    """Orders to the reading agent, instruction formats and role markers, plain, hidden or disguised, are rejected.

    Signs add up within a stretch of text; what is only quoted in a text about attacks is not counted. The whole source
    document is read too, so that an order which runs over two passages, or stands in another one, is seen.
    """
    looked_through = (
        ("the text", subject.text),
        ("an id or name given with it", subject.labels),  # contexts show where a record comes from
        ("its source document", subject.candidate.document_text),
    )
    for what, text in looked_through:
        if text and (found := policy.scan.judge(text)):
            return Opinion(VerdictKind.REJECT, f"{what} holds {found}", (f"injection in {what}: {found}",))
    return None

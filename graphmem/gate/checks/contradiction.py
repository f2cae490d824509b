"""Check of an agent's conclusions against what is believed."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind
from graphmem.model.record import Origin


def contradiction(subject: Subject, _policy: Policy) -> Opinion | None:
    """A conclusion stated by an agent that contradicts a live record waits for a person.

    Other records are stored, and the conflict is opened at once. Says nothing when no probe was handed in.
    """
    if subject.record.origin is not Origin.AGENT_OUTCOME or subject.probe is None:
        return None
    against = subject.probe.contradicts(subject.record)
    if against is None:
        return None
    return Opinion(VerdictKind.REVIEW, f"an agent's conclusion contradicts the live record {against}")

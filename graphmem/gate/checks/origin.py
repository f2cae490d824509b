"""Check of where a record comes from, and of how much trust it may claim."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import Entrance, VerdictKind
from graphmem.model.record import Authority, Origin

# Highest authority that a mere agent's word may carry (semantics §4).
_AGENT_CAPS = {
    Origin.USER_STATEMENT: Authority.VERIFIED,
    Origin.AGENT_OUTCOME: Authority.INFERRED,
    Origin.EXTERNAL_CONTENT: Authority.UNVERIFIED,
}


def origin(subject: Subject, _policy: Policy) -> Opinion | None:
    """External content does not write by itself, and trust is not self-declared.

    `remember` with external content is rejected; ingested, it counts as unverified whoever brings it. A mere agent may
    speak neither for a reviewer nor for the system, and its word counts at most as its origin allows.
    """
    record = subject.record
    if record.origin is Origin.EXTERNAL_CONTENT:
        if subject.candidate.entrance is Entrance.REMEMBER:
            return Opinion(
                VerdictKind.REJECT, "external content cannot be remembered directly; ingest it: graphmem ingest PATH"
            )
        return Opinion(None, authority_cap=Authority.UNVERIFIED)
    if subject.is_trusted:
        return None
    if record.origin in {Origin.HUMAN_REVIEW, Origin.SYSTEM}:
        return Opinion(VerdictKind.REJECT, f"origin {record.origin} needs the role reviewer or operator")
    return Opinion(None, authority_cap=_AGENT_CAPS[record.origin])

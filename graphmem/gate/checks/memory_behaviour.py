"""Check of instructions about memory itself."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind
from graphmem.model.record import Origin


def memory_behaviour(subject: Subject, policy: Policy) -> Opinion | None:
    """Nobody makes the memory note more by saying so: "write down your reasoning after each sentence" is refused.

    Concerns the agent's own thoughts, each turn of a conversation, and the rules of memory. A reviewed record may
    describe them.
    """
    if subject.record.origin is Origin.HUMAN_REVIEW and subject.is_trusted:
        return None
    for signal in policy.memory_signals:
        for _ in signal.find(subject.folded):
            reason = f"tells the memory what to note down ({signal.name}); that is set by policy, not by a record"
            return Opinion(VerdictKind.REJECT, reason, ("a record tries to change how memory behaves",))
    return None

"""Check of passwords, keys and tokens."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind


def secrets(subject: Subject, policy: Policy) -> Opinion | None:
    """Secrets are stored for nobody: known formats of keys and tokens, private keys, passwords given with their value.

    Reads the text, its disguised readings, and the ids that come with the record. The reason names the kind only.
    """
    texts = [subject.text, subject.labels, *(reading.text for reading in subject.readings)]
    for text in texts:
        if kind := policy.secret_finder.find(text):
            return Opinion(
                VerdictKind.REJECT, f"holds a secret ({kind}); secrets are never stored", ("a secret was offered",)
            )
    return None

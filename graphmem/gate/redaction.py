"""What reports may quote of an input: nothing that looks like a secret."""

import re

from graphmem.gate.policy import Policy

WITHHELD = "(withheld: it looks like a secret)"
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def redact(line: str, policy: Policy) -> str:
    """The line without secrets: of each quotation that holds one only that it did, and the whole line goes last."""

    def shown(match: re.Match[str]) -> str:
        return WITHHELD if policy.secret_finder.find(match[0][1:-1]) else match[0]

    kept = _QUOTED.sub(shown, line)
    return WITHHELD if policy.secret_finder.find(kept) else kept

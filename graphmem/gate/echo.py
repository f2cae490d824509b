"""Tells a context that graphmem itself rendered from evidence (lesson E3)."""

import re

_QUOTED_LINE = re.compile(r"^\s*[>|]")
_LABEL = re.compile(r"untrusted", re.IGNORECASE)
_OURS = re.compile(r"(?:recalled|memor(?:y|ies)|remembered)", re.IGNORECASE)


def is_echo(text: str) -> bool:
    """The text is a rendered context: it says that recalled text is untrusted, and most of its lines are quoted."""
    if not (_LABEL.search(text) and _OURS.search(text)):
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    quoted = sum(bool(_QUOTED_LINE.match(line)) for line in lines)
    return quoted >= 1 and 2 * quoted >= len(lines) - 2

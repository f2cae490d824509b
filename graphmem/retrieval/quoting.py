"""Recalled text as quoted data: each line set off by `> `, and no character in it can end the quotation.

Every character that could start a new line, hide text or turn its direction parts a line, so what is left is verbatim
and printable: a citation of it stands in the context letter by letter.
"""

import re
import unicodedata

MARK = "> "
_KEPT_FORMATS = frozenset("\u200c\u200d\u00ad")  # joiners that scripts and emoji need; the soft hyphen
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=[。！？])")


def quotable_lines(text: str) -> list[str]:
    """Verbatim printable stretches of a text, one for each line that is shown; none that is blank."""
    lines: list[str] = []
    current: list[str] = []
    for char in text:
        if _parts_lines(char):
            lines.append("".join(current))
            current = []
        else:
            current.append(char)
    lines.append("".join(current))
    return [line.strip() for line in lines if line.strip()]


def sentences(line: str) -> list[str]:
    """Sentences of a line, verbatim, in order."""
    return [piece.strip() for piece in _SENTENCE.split(line) if piece.strip()]


def quote_line(line: str) -> str:
    """The line as it stands in a context."""
    return f"{MARK}{line}"


def in_marks(text: str, limit: int = 80) -> str:
    """A short text of foreign making (title, source id) inside quotation marks that it cannot close, on one line."""
    flat = " ".join(" ".join(quotable_lines(text)).replace('"', "'").split())
    return f'"{flat[:limit]}{"…" if len(flat) > limit else ""}"'


def _parts_lines(char: str) -> bool:
    category = unicodedata.category(char)
    if char == "\t" or char in _KEPT_FORMATS:
        return False
    return category in {"Cc", "Cf", "Cs", "Zl", "Zp"}

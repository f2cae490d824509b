"""A legal text as sentences: numbers and point letters parted off, points tied to the words that lead into them."""

import re
from dataclasses import dataclass

_PIECE = re.compile(r"[^\n]+")
_MARKER = re.compile(
    r"^[\s\xa0]*(?:‘?\d{1,3}[a-z]?\.|\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})\)|[-–—•])(?=[\s\xa0]|$)[\s\xa0]*"
)
_END = re.compile(r"(?<=[.;!?])[\s\xa0]+(?=[A-Z‘“])")
_NO_END = re.compile(r"(?:\b(?:No|Art|Nos|p|pp|OJ [LC]|e\.g|i\.e|cf|Dr|Mr|Ms)\.|\b[A-Z]\.)$")


@dataclass(frozen=True)
class LegalSentence:
    """One sentence or point; lead_in is the place in the list of the sentence that ends in a colon before it."""

    start: int
    end: int
    text: str
    is_point: bool = False
    lead_in: int | None = None


def split_sentences(text: str) -> list[LegalSentence]:
    """Sentences in order of place; text[start:end] is the sentence without its number or letter."""
    found: list[LegalSentence] = []
    lead: int | None = None
    marked = False
    for piece in _PIECE.finditer(text):
        start, end = piece.span()
        match = _MARKER.match(text[start:end])
        is_point = marked or bool(match and "." not in match[0])
        if match:
            start += match.end()
            if match[0].strip("‘ \xa0\t").rstrip(".").isdigit() and "." in match[0]:
                lead = None
        if not text[start:end].strip():
            marked = bool(match)
            continue
        if not is_point:
            lead = None
        marked = False
        for low, high in _cut(text, start, end):
            found.append(
                LegalSentence(low, high, text[low:high], is_point=is_point, lead_in=lead if is_point else None)
            )
            if text[low:high].endswith(":") and not is_point:
                lead = len(found) - 1
    return found


def _cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    gaps = _END.finditer(text, start, end)
    edges = [start, *(g.end() for g in gaps if not _NO_END.search(text[max(start, g.start() - 12) : g.start()]))]
    found = []
    for low, high in zip(edges, [*edges[1:], end], strict=True):
        piece = text[low:high]
        stripped = piece.strip()
        if stripped:
            begin = low + piece.index(stripped[0])
            found.append((begin, begin + len(stripped)))
    return found

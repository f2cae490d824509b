"""Legal texts: chapters, sections and articles as headings, numbered paragraphs as blocks with their points."""

import re
from itertools import pairwise

from graphmem.chunking.block import Block

_HEADING = re.compile(
    r"(?m)^[ \t]*(?P<label>(?:PART|TITLE|CHAPTER|SECTION|ANNEX|Part|Title|Chapter|Section|Annex|Article|Art\.|§)"
    r"[ \t\xa0]*(?:\d+[a-z]?|[IVXLC]+|[A-Z])\b\.?)(?P<rest>[^\n]{0,120})$"
)
_PARAGRAPH = re.compile(r"(?m)^[ \t]*\d{1,3}[a-z]?\.[ \t\xa0]+(?=\S)")
_RANKS = {"part": 0, "title": 1, "chapter": 2, "section": 3, "annex": 1, "article": 4, "art.": 4, "§": 4}
_CROSS = re.compile(r"^\s*(?:\(|,|of\b|to\b|and\b|or\b|shall\b|may\b|is\b|are\b|applies\b)")
_LONGEST_NAME = 160


def legal(text: str) -> list[Block]:
    """Numbered paragraphs, alone; where there are none, paragraphs between blank lines; headings with what follows."""
    found: list[Block] = []
    path: dict[int, str] = {}
    at = 0
    for heading in _HEADING.finditer(text):
        # "Article 5 shall apply" at the start of a line is a sentence, no heading.
        if heading.start() < at or _CROSS.match(heading["rest"]) or heading["rest"].rstrip().endswith((".", ";", ",")):
            continue
        found += _body(text, at, heading.start(), tuple(path[rank] for rank in sorted(path)))
        end, name = _with_name(text, heading)
        rank = _RANKS[heading["label"].split("\xa0")[0].split()[0].rstrip("0123456789").casefold() or "§"]
        path = {known: label for known, label in path.items() if known < rank} | {rank: name}
        found.append(Block(heading.start(), end, tuple(path[rank] for rank in sorted(path)), heads=True))
        at = end
    return found + _body(text, at, len(text), tuple(path[rank] for rank in sorted(path)))


def _with_name(text: str, heading: re.Match[str]) -> tuple[int, str]:
    """End of a heading, and its name with the title on the line after, where that is short and no sentence."""
    label = " ".join((heading["label"] + heading["rest"]).split())
    after = re.compile(r"\s*\n\s*([^\n]+)").match(text, heading.end())
    if heading["rest"].strip(" .:–-") or after is None:
        return heading.end(), label
    line = after[1].strip()
    if len(line) > _LONGEST_NAME or line.endswith((".", ";", ":")) or _PARAGRAPH.match(line) or _HEADING.match(line):
        return heading.end(), label
    return after.end(), f"{label} {line}"


def _body(text: str, start: int, end: int, headings: tuple[str, ...]) -> list[Block]:
    starts = [match.start() for match in _PARAGRAPH.finditer(text, start, end)]
    if not starts:
        return [Block(start + block.start, start + block.end, headings) for block in _paragraphs(text[start:end])]
    edges = [start, *starts, end]
    return [Block(low, high, headings, alone=low in starts) for low, high in pairwise(edges) if low < high]


def _paragraphs(part: str) -> list[Block]:
    from graphmem.chunking.kinds.plain import plain

    return plain(part)

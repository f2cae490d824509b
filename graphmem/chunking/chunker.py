"""Long texts cut into passages along their structure; every character that shows is in exactly one passage."""

import re
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from graphmem.chunking.block import Block
from graphmem.chunking.cutting import cut_span
from graphmem.chunking.sentences import trim_span
from graphmem.registry import Registry

LONGEST_PASSAGE: Final = 1200  # characters
SHORTEST_PASSAGE: Final = 250  # what is shorter is joined with what follows under the same heading

KINDS: Final = Registry("graphmem.chunking.kinds", "kind of text")
_ARTICLE = re.compile(r"(?m)^[ \t]*(?:Article|Section|§)\s*\d+\w*\b")
_PARAGRAPH = re.compile(r"(?m)^[ \t]*\d+\.[\s\xa0]{1,4}\S.*\b(?:shall|may)\b")
_TURN = re.compile(r"(?m)^[ \t]*(?:\[[^\]\n]{1,30}\][ \t]*)?[^\W\d_][\w .'’-]{0,40}:[ \t]+\S")
_HEADING = re.compile(r"(?m)^#{1,6} \S")


class Chunk(BaseModel, frozen=True):
    """One passage: number from 1, text[start:end] of the whole, the headings it stands under, who speaks."""

    number: int
    start: int
    end: int
    text: str
    title: str | None = None
    speaker: str | None = None


def chunk(text: str, *, kind: str | None = None) -> list[Chunk]:
    """Passages of a text in order, of at most LONGEST_PASSAGE characters, none blank.

    kind is an entry of KINDS (`plain`, `markdown`, `conversation`, `legal`); None guesses. Blocks that are too long are
    cut at paragraphs, else sentences, else words. Raises UnknownNameError for another kind.
    """
    blocks: list[Block] = KINDS.get(kind or guess_kind(text))(text)
    found: list[Chunk] = []
    for block in _join_short(text, blocks):
        for start, end in cut_span(text, block.start, block.end, LONGEST_PASSAGE):
            found.append(
                Chunk(
                    number=len(found) + 1,
                    start=start,
                    end=end,
                    text=text[start:end],
                    title=" > ".join(block.headings) or None,
                    speaker=block.speaker,
                )
            )
    return found


def guess_kind(text: str) -> str:
    """Kind of a text by its own marks: articles or numbered duties, turns of speech, headings, else plain."""
    sample = text[:20_000]
    lines = max(1, sum(1 for line in sample.splitlines() if line.strip()))
    if len(_ARTICLE.findall(sample)) >= 2 or len(_PARAGRAPH.findall(sample)) >= 2:
        return "legal"
    if len(_TURN.findall(sample)) >= max(2, 0.6 * lines):
        return "conversation"
    return "markdown" if _HEADING.search(sample) else "plain"


def _join_short(text: str, blocks: Sequence[Block]) -> list[Block]:
    """Blocks with headings joined to what they head, and short ones to the next under the same heading."""
    found: list[Block] = []
    for block in blocks:
        start, end = trim_span(text, block.start, block.end)
        if start == end:
            continue
        trimmed = Block(start, end, block.headings, block.speaker, heads=block.heads, alone=block.alone)
        if found and _belongs_to(found[-1], trimmed):
            last = found.pop()
            trimmed = Block(last.start, end, block.headings, block.speaker, heads=block.heads, alone=block.alone)
        found.append(trimmed)
    return found


def _belongs_to(last: Block, block: Block) -> bool:
    if block.end - last.start > LONGEST_PASSAGE:
        return False
    if last.heads:
        return True
    short = min(last.end - last.start, block.end - block.start) < SHORTEST_PASSAGE
    return short and last.headings == block.headings and not (last.alone or block.alone)

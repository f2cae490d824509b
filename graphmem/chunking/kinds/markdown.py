"""Markdown: sections by heading, blocks as markdown-it finds them."""

from typing import Final

from graphmem.chunking.block import Block
from graphmem.chunking.kinds.plain import plain

LARGEST: Final = 1_000_000


def markdown(text: str) -> list[Block]:
    """Headings, and the blocks and list items under them; what belongs to no block is kept with the one before.

    Beyond LARGEST characters only paragraphs are looked for: parsing takes a minute for some texts of that size.
    """
    from markdown_it import MarkdownIt

    if len(text) > LARGEST:
        return plain(text)
    lines = _line_starts(text)
    headings: dict[int, str] = {}
    starts: list[tuple[int, tuple[str, ...], bool]] = [(0, (), False)]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for number, token in enumerate(tokens):
        top = token.level == 0 or (token.type == "list_item_open" and token.level == 1)
        if token.map is None or not top or token.type.endswith("list_open"):
            continue
        heads = token.type == "heading_open"
        if heads:
            rank = int(token.tag[1:])
            headings = {known: name for known, name in headings.items() if known < rank}
            headings[rank] = " ".join(tokens[number + 1].content.split())
        starts.append((lines[min(token.map[0], len(lines) - 1)], tuple(headings[r] for r in sorted(headings)), heads))
    edges = [*(start for start, _, _ in starts[1:]), len(text)]
    return [
        Block(start, end, path, heads=heads)
        for (start, path, heads), end in zip(starts, edges, strict=True)
        if start < end
    ]


def _line_starts(text: str) -> list[int]:
    """Where each line begins, as markdown-it counts them: a lone carriage return ends one too."""
    found = [0]
    at = 0
    while at < len(text):
        if text[at] == "\n" or (text[at] == "\r" and text[at + 1 : at + 2] != "\n"):
            found.append(at + 1)
        at += 1
    return found

"""Blocks: what a kind of text finds in it, before anything is joined or cut."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A piece of text with the headings it stands under.

    heads marks a heading itself, which goes with what follows; alone a piece that is never joined (a turn, a numbered
    paragraph).
    """

    start: int
    end: int
    headings: tuple[str, ...] = ()
    speaker: str | None = None
    heads: bool = False
    alone: bool = False

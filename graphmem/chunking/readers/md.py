"""Markdown files."""

import re

from graphmem.chunking.decoding import decode_text
from graphmem.chunking.reading import ReadText

_TITLE = re.compile(r"(?m)^# +(.+?) *#*$")
_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_FRONT = re.compile(r"\A---\r?\n.*?^title: *[\"']?(?P<title>[^\n\"']+)", re.DOTALL | re.MULTILINE)


def md(data: bytes) -> ReadText:
    """Text as it is, comments too, so that offsets hold; the title is the first top heading or the front matter's."""
    text = decode_text(data)
    found = _FRONT.match(text) or _TITLE.search(text)
    title = found[1].strip() if found else None
    return ReadText(text=text, title=title, kind="markdown", hidden=tuple(_COMMENT.findall(text)))

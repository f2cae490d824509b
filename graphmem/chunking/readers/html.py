"""HTML files: what a reader of the page sees, as Markdown; what the page hides is kept apart for the gate."""

import re
from typing import Any

from graphmem.chunking.reading import ReadText
from graphmem.errors import InputError

_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?(?:\s|;|$)|font-size\s*:\s*0|left\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
_NO_TEXT = ("script", "style", "template", "noscript", "head", "object", "iframe", "svg")
_HINTS = ("alt", "title", "aria-label", "content", "value", "placeholder")


def html(data: bytes) -> ReadText:
    """Visible text with headings, lists and tables as Markdown, title, and what is hidden.

    Raises InputError when the bytes are no text, or nested beyond reading.
    """
    from bs4 import BeautifulSoup, UnicodeDammit
    from markdownify import MarkdownConverter

    if b"\x00" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("is a binary file (it has null bytes)")
    decoded = UnicodeDammit(data, ["utf-8"], is_html=True)
    if decoded.unicode_markup is None or decoded.contains_replacement_characters:
        raise InputError("is in no encoding that it names; save it as UTF-8")
    try:
        soup = BeautifulSoup(decoded.unicode_markup, "html.parser")
        title = soup.title.get_text(" ", strip=True) if soup.title else ""
        heading = soup.find("h1")
        hidden = _take_hidden(soup)
        converter = MarkdownConverter(
            heading_style="ATX", bullets="-", strip=["a", "img"], escape_asterisks=False, escape_underscores=False,
            escape_misc=False,
        )  # fmt: skip
        text = str(converter.convert_soup(soup))
    except RecursionError as error:
        raise InputError("is nested too deeply") from error
    title = title or (heading.get_text(" ", strip=True) if heading else "")
    text = re.sub(r"[ \t]+\n", "\n", text)
    return ReadText(text=re.sub(r"\n{3,}", "\n\n", text).strip(), title=title or None, kind="markdown", hidden=hidden)


def _take_hidden(soup: Any) -> tuple[str, ...]:
    """Remove what the page does not show, and give back its text, with what attributes say."""
    from bs4 import Comment

    found: list[str] = [str(comment) for comment in soup.find_all(string=lambda text: isinstance(text, Comment))]
    for tag in soup.find_all(True):
        found += [tag[name] for name in _HINTS if isinstance(tag.get(name), str)]
    for tag in soup.find_all(_is_unseen):
        if tag.name not in {"script", "style"}:
            found.append(tag.get_text(" ", strip=True))
        tag.extract()
    return tuple(text.strip() for text in found if text.strip())


def _is_unseen(tag: Any) -> bool:
    style = tag.get("style")
    return (
        tag.name in _NO_TEXT
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or (isinstance(style, str) and bool(_UNSEEN.search(style)))
    )

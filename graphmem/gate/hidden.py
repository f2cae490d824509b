"""Parts of a text that a person does not see when it is rendered: comments, hidden elements, link titles."""

import re

_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_REFERENCE = re.compile(r"^[ \t]*\[[^\]\n]{0,40}\]:[ \t]*(?:#|<>|about:blank)\s*[\"'(](.*?)[\"')]\s*$", re.MULTILINE)
_STYLED = re.compile(
    r"<(\w{1,20})[^>]{0,300}(?:style\s*=\s*[\"'][^\"']*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?!\.\d*[1-9])"
    r"|opacity\s*:\s*0(?!\.\d*[1-9])|color\s*:\s*(?:white|#fff\w*|transparent)|(?:left|top|text-indent)\s*:\s*-\d{3,})"
    r"|\shidden\b|aria-hidden\s*=\s*[\"']true)[^>]{0,300}>(.*?)(?:</\1|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"\b(?:alt|title|aria-label|content|data-[\w-]+)\s*=\s*(?:\"([^\"]{12,})\"|'([^']{12,})')", re.IGNORECASE
)
_IMAGE = re.compile(r"!\[([^\]]{12,})\]\(")
_BLOCK_COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)
_TEX_COMMENT = re.compile(r"(?m)^[ \t]*%+[ \t]*(.{12,})$")


def hidden_parts(text: str) -> list[str]:
    """Text of every hidden part, in order of kind."""
    parts: list[str] = []
    if "<!--" in text:
        parts += [match[1] for match in _COMMENT.finditer(text)]
    if "]:" in text:
        parts += [match[1] for match in _REFERENCE.finditer(text)]
    if "<" in text:
        parts += [match[2] for match in _STYLED.finditer(text)]
        parts += [match[1] or match[2] for match in _ATTRIBUTE.finditer(text)]
    if "![" in text:
        parts += [match[1] for match in _IMAGE.finditer(text)]
    if "/*" in text:
        parts += [match[1] for match in _BLOCK_COMMENT.finditer(text)]
    if "%" in text:
        parts += [match[1] for match in _TEX_COMMENT.finditer(text)]
    return [part for part in parts if part.strip()]

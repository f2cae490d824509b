"""What came out of a store as a terminal may show it: no control reaches it, no further line passes for one of ours."""

import dataclasses
import re
from typing import Any

from pydantic import BaseModel

# Controls (C0 but tab and line feed, DEL, C1), marks that turn the direction of writing, spaces of no width. Joiners
# stay, for scripts and emoji are written with them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
_LINE = "\n   │ "


def visible(text: str, *, keep_lines: bool = False) -> str:
    """The text with hidden characters spelt out by code, its further lines set off unless they are to be kept."""
    shown = _HIDDEN.sub(_spelt, text.replace("\r\n", "\n"))
    return shown if keep_lines else shown.rstrip("\n").replace("\n", _LINE)


def made_visible(answer: Any, *, keep_lines: bool = False) -> Any:
    """The same answer with every string in it made visible; what is no plain string stays as it is."""
    if type(answer) is str:
        return visible(answer, keep_lines=keep_lines)
    if isinstance(answer, BaseModel):
        fields = {name: getattr(answer, name) for name in type(answer).model_fields}
        return answer.model_copy(update={k: made_visible(v, keep_lines=keep_lines) for k, v in fields.items()})
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        fields = {f.name: getattr(answer, f.name) for f in dataclasses.fields(answer) if f.init}
        return dataclasses.replace(answer, **{k: made_visible(v, keep_lines=keep_lines) for k, v in fields.items()})
    if isinstance(answer, dict):
        shown = {k: made_visible(v, keep_lines=keep_lines) for k, v in answer.items()}
        return {made_visible(k, keep_lines=keep_lines): v for k, v in shown.items()}
    if isinstance(answer, list | tuple) and type(answer) in (list, tuple):
        return type(answer)(made_visible(item, keep_lines=keep_lines) for item in answer)
    return answer


def _spelt(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"

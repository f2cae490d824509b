"""Files read into text: one reader a file type, found by suffix."""

from pathlib import Path
from typing import Final

from pydantic import BaseModel

from graphmem.errors import InputError
from graphmem.registry import Registry

LARGEST_FILE: Final = 64 * 2**20  # bytes
READERS: Final = Registry("graphmem.chunking.readers", "reader")
_ALSO: Final = {"htm": "html", "xhtml": "html", "markdown": "md", "text": "txt"}


class ReadText(BaseModel, frozen=True):
    """What a file says: its text, title, kind for `chunk`, and what it holds that a reader of it would not see.

    hidden (comments, invisible elements, descriptions of images) is for the gate; it is no part of the text.
    """

    text: str
    title: str | None = None
    kind: str | None = None
    hidden: tuple[str, ...] = ()


def readable_suffixes() -> list[str]:
    """Suffixes that read_file takes, with the dot, sorted."""
    return sorted(f".{name}" for name in {*READERS.names(), *_ALSO})


def read_file(path: Path) -> ReadText:
    """The text of a file.

    Raises InputError on one line: another suffix, unreadable, empty, too large, no text, a wrong encoding, damaged or
    encrypted.
    """
    suffix = path.suffix.casefold().removeprefix(".")
    suffix = _ALSO.get(suffix, suffix)
    if suffix not in READERS.names():
        raise InputError(f"{path.name}: cannot read {path.suffix or 'a file without suffix'}; can: "
                         f"{', '.join([*readable_suffixes(), '.jsonl'])}")  # fmt: skip
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path.name}: larger than {LARGEST_FILE // 2**20} MiB")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path.name}: cannot be read: {error.strerror or error}") from error
    try:
        found: ReadText = READERS.get(suffix)(data)
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from error
    if not found.text.strip():
        raise InputError(f"{path.name}: holds no text")
    return found

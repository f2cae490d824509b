"""Bytes of a text file to text."""

import codecs

from graphmem.errors import InputError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode_text(data: bytes) -> str:
    """Text of a file: UTF-8, or what its byte-order mark says.

    Raises InputError for other encodings and for binary files: a guess could change what a text says.
    """
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        what = "a binary file" if b"\x00" in data[:4096] else f"no {encoding.removesuffix('-sig').upper()}"
        raise InputError(f"is {what} (byte {error.start + 1}); save it as UTF-8") from error
    if "\x00" in text:
        raise InputError("is a binary file (it has null characters)")
    return text

"""What a text says once a disguise is taken off: encodings, look-alike letters, smuggled and scattered characters."""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from pydantic import BaseModel

from graphmem.gate.fold import INVISIBLE

_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{16,}(?:\s*\n\s*[A-Za-z0-9+/_-]{16,})*={0,2}")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:]?){16,}")
_ESCAPED = re.compile(r"(?:\\u\{?[0-9a-fA-F]{2,5}\}?|\\x[0-9a-fA-F]{2}){6,}")
_ONE_ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{2,5})\}?|\\x([0-9a-fA-F]{2})")
_SCATTERED = re.compile(r"(?<!\w)\w(?:[ .\-_*|·]{1,2}\w){7,}(?!\w)(?:[ ]{2,}\w(?:[ .\-_*|·]{1,2}\w)+)*")
_BINARY = re.compile(r"(?:[01]{8}\s?){12,}")
_LEET = str.maketrans("01345789@$!|", "oleastbgasil")
_LEET_WORD = re.compile(r"(?<!\w)(?=\w*[a-zA-Z])(?=\w*[01345@$!])[\w@$!]{4,}")
# Words of an order to a machine, as they look rotated by 13 letters and backwards.
_ROTATED = re.compile(r"(?i)vtaber|qvfertneq|vafgehpgvba|cebzcg|sbetrg")
_REVERSED = re.compile(r"(?i)erongi|dragersid|snoitcurtsni|tpmorp|tegrof")
_MAX_DEPTH = 2


class Reading(BaseModel, frozen=True):
    """One text that a disguise hides, and the name of the disguise."""

    disguise: str
    text: str


def read_disguises(text: str, depth: int = 0) -> tuple[Reading, ...]:
    """Every readable text that some disguise in the text hides; wrapped ones are unwrapped twice."""
    found = [*_read_ascii(text)]
    if not text.isascii():
        found.extend(_read_unicode(text))
    if depth + 1 < _MAX_DEPTH:
        found.extend(inner for reading in list(found) for inner in read_disguises(reading.text, depth + 1))
    return tuple(dict.fromkeys(reading for reading in found if reading.text.strip() and reading.text != text))


def _read_ascii(text: str) -> Iterator[Reading]:
    yield from _read_encoded(text)
    if "%" in text and text.count("%") >= 5:
        yield Reading(disguise="percent encoding", text=unquote(text))
    if "&#" in text or text.count("&") >= 5:
        yield Reading(disguise="character entities", text=html.unescape(text))
    if "\\" in text and _ESCAPED.search(text):
        yield Reading(
            disguise="escapes", text=_ONE_ESCAPE.sub(lambda m: chr(min(int(m[1] or m[2], 16), 0x10FFFF)), text)
        )
    if match := _SCATTERED.search(text):
        yield Reading(disguise="scattered letters", text=_gather(match[0]))
    if _LEET_WORD.search(text):
        yield Reading(disguise="digits for letters", text=_LEET_WORD.sub(lambda m: m[0].translate(_LEET), text))
    if _ROTATED.search(text):
        yield Reading(disguise="rotated letters", text=codecs.decode(text, "rot13"))
    if _REVERSED.search(text):
        yield Reading(disguise="reversed text", text=text[::-1])


def _read_encoded(text: str) -> Iterator[Reading]:
    for match in _BASE64.finditer(text):
        if decoded := _as_text(_unbase64(match[0])):
            yield Reading(disguise="base64", text=decoded)
    for match in _HEX.finditer(text):
        digits = re.sub(r"0x|\\x|[\s,:]", "", match[0])
        if decoded := _as_text(bytes.fromhex(digits[: len(digits) // 2 * 2])):
            yield Reading(disguise="hexadecimal", text=decoded)
    for match in _BINARY.finditer(text):
        bits = re.sub(r"\s", "", match[0])
        if decoded := _as_text(bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8))):
            yield Reading(disguise="binary digits", text=decoded)


def _unbase64(run: str) -> bytes:
    compact = re.sub(r"\s", "", run).rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(compact + "=" * (-len(compact) % 4))
    except (binascii.Error, ValueError):
        return b""


def _as_text(data: bytes) -> str | None:
    """The bytes as text when they are one: printable, and with letters enough to be words."""
    if len(data) < 8:
        return None
    try:
        text = data.decode("utf-16" if data.count(0) > len(data) // 3 else "utf-8")
    except UnicodeDecodeError:
        return None
    printable = sum(char.isprintable() or char.isspace() for char in text)
    letters = sum(char.isalpha() or char == " " for char in text)
    return text if printable == len(text) and letters >= 0.7 * len(text) else None


def _gather(run: str) -> str:
    """Letters of a scattered run joined into words; two blanks or more part words."""
    words = re.split(r"\s{2,}", run) if re.search(r"\s{2,}", run) else [run]
    return " ".join(re.sub(r"[\W_]", "", word) for word in words)


def _read_unicode(text: str) -> Iterator[Reading]:
    import disarm  # 40 ms to import, and only texts beyond ASCII need it

    for payload in disarm.decode_smuggled(text):
        if payload.text and payload.scheme != "percent_escape":
            yield Reading(disguise="invisible characters", text=payload.text)
    if INVISIBLE.search(text):
        yield Reading(disguise="invisible characters", text=INVISIBLE.sub("", text))
        yield Reading(disguise="invisible characters", text=INVISIBLE.sub(" ", text))
    if disarm.has_bidi_control(text):
        yield Reading(disguise="bidirectional controls", text=disarm.strip_bidi(text)[::-1])
    plain = disarm.normalize(text, form="NFKC")
    if plain != text:
        yield Reading(disguise="compatibility letters", text=plain)
    lookalike = disarm.normalize_confusables(plain)
    if lookalike != plain:
        yield Reading(disguise="look-alike letters", text=lookalike)

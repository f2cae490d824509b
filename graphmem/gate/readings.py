"""What a text says once a disguise is taken off: encodings, look-alike letters, smuggled and scattered characters."""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

from pydantic import BaseModel

from graphmem.gate.fold import INVISIBLE

_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{16,}(?:\s*\n\s*[A-Za-z0-9+/_-]{16,})*={0,2}")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:]?){16,}")
_ESCAPED = re.compile(r"(?:\\u\{?[0-9a-fA-F]{2,5}\}?|\\x[0-9a-fA-F]{2}){6,}")
_ONE_ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{2,5})\}?|\\x([0-9a-fA-F]{2})")
_SCATTERED = re.compile(r"(?<!\w)\w(?:[ .\-_*|·]{1,2}\w){7,}(?!\w)(?:[ ]{2,}\w(?:[ .\-_*|·]{1,2}\w)+)*")
_BINARY = re.compile(r"(?:[01]{8}\s?){12,}")
_LEETS = tuple(str.maketrans("01345789@$!|", letters) for letters in ("oieastbgasii", "oleastbgasil"))
_LEET_WORD = re.compile(r"(?<!\w)(?=\w*[a-zA-Z])(?=\w*[01345@$!])[\w@$!]{4,}")
# Words of an order to a machine, as they look rotated by 13 letters and backwards.
_ROTATED = ("vtaber", "qvfertneq", "vafgehpgvba", "cebzcg", "sbetrg", "bireevqr")
_REVERSED = ("erongi", "dragersid", "snoitcurtsni", "tpmorp", "tegrof", "edirrevo")
_MAX_DEPTH = 2
# Below these counts a disguise would hide too little to be an order.
_LONG_RUN = 15
_MANY_SHORT = 8
_MANY_MARKS = 5
_MANY_MIXED = 2


class Reading(BaseModel, frozen=True):
    """One text that a disguise hides, and the name of the disguise."""

    disguise: str
    text: str


@lru_cache(maxsize=32)
def read_disguises(text: str, depth: int = 0) -> tuple[Reading, ...]:
    """Every readable text that some disguise in the text hides; wrapped ones are unwrapped twice."""
    found = [*_read_ascii(text)]
    if not text.isascii():
        found.extend(_read_unicode(text))
    if depth + 1 < _MAX_DEPTH:
        found.extend(inner for reading in list(found) for inner in read_disguises(reading.text, depth + 1))
    return tuple(dict.fromkeys(reading for reading in found if reading.text.strip() and reading.text != text))


def _read_ascii(text: str) -> Iterator[Reading]:
    words = text.split()
    lengths = list(map(len, words))
    has_run = max(lengths, default=0) >= _LONG_RUN
    short = lengths.count(1) + lengths.count(2)  # a letter and at most one mark
    if has_run or short >= _MANY_SHORT:
        yield from _read_encoded(text)
        if match := _SCATTERED.search(text):
            yield Reading(disguise="scattered letters", text=_gather(match[0]))
    if "%" in text and text.count("%") >= _MANY_MARKS:
        yield Reading(disguise="percent encoding", text=unquote(text))
    if "&" in text and text.count("&") >= _MANY_MARKS:
        yield Reading(disguise="character entities", text=html.unescape(text))
    if "\\" in text and _ESCAPED.search(text):
        yield Reading(disguise="escapes", text=_ONE_ESCAPE.sub(_unescape, text))
    unlike = [word for word in words if not word.isalpha()]
    if sum(bool(_LEET_WORD.fullmatch(word.strip(".,;:()"))) for word in unlike) >= _MANY_MIXED:
        for table in _LEETS:
            yield Reading(disguise="digits for letters", text=_translate_words(text, table))
    lowered = text.lower()
    if _is_any_in(_ROTATED, lowered):
        yield Reading(disguise="rotated letters", text=codecs.decode(text, "rot13"))
    if _is_any_in(_REVERSED, lowered):
        yield Reading(disguise="reversed text", text=text[::-1])


def _is_any_in(words: tuple[str, ...], text: str) -> bool:
    # A loop, not a generator: this is asked of every text that comes in.
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False


def _unescape(match: re.Match[str]) -> str:
    return chr(min(int(match[1] or match[2], 16), 0x10FFFF))


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


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def _translate_words(text: str, table: dict[int, int]) -> str:
    return _LEET_WORD.sub(lambda match: match[0].translate(table), text)


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
    if _letters(lookalike) != _letters(plain):  # quotation marks and dashes have look-alikes too
        yield Reading(disguise="look-alike letters", text=lookalike)

"""Normal forms of text and of names: what two inputs must share to be the same."""

import re
import unicodedata
from functools import lru_cache

_SPACE = re.compile(r"\s+")
# Letters of every script, digits and the marks that tell names apart (C++, C#, +5, -5) are kept.
_NOT_NAME = re.compile(r"[^\w+#]+", re.UNICODE)
_POSSESSIVE = re.compile(r"['’`´]s?$|(?<=s)['’]$")
_DIGITS = re.compile(r"\d+(?:[.]\d+)*")


def normalise_text(text: str) -> str:
    """Text as identity sees it: NFC, runs of white space as one blank, ends stripped."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()


@lru_cache(maxsize=100_000)
def name_key(name: str) -> str:
    """Key under which names are the same: NFKC, casefolded, articles and possessives dropped.

    `Pump 114`, `pump-114` and `the Pump-114's` share a key; `C++ guild` and `C# guild` do not.
    A sign directly before a digit is kept when a blank or the start precedes it (`-5`), since it is part of the name.
    """
    text = unicodedata.normalize("NFKC", name).strip()
    text = _POSSESSIVE.sub("", text).casefold()
    text = re.sub(r"(?<=[\w+#])[.](?=[a-z](?:[.]|\b))", "", text)  # U.S. -> us
    text = re.sub(r"(?<!\S)-(?=\d)", "minus ", text)
    words = _NOT_NAME.sub(" ", text.replace("_", " ")).split()
    if len(words) > 1 and words[0] in {"the", "a", "an"}:
        words = words[1:]
    return " ".join(words) or text


def number_tokens(name: str) -> tuple[str, ...]:
    """Numbers and versions of a name in order; names that differ here are different things."""
    return tuple(_DIGITS.findall(unicodedata.normalize("NFKC", name)))

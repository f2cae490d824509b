"""The form of text that patterns are matched against: one case, no accents, no invisible characters."""

import re
import unicodedata

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'"})
# Format characters that carry no text of their own; the joiners also shape emoji, Persian and Indic words, where
# dropping them changes nothing that a pattern looks at.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)


def fold(text: str) -> str:
    """Casefolded text in compatibility form, without accents and invisible characters."""
    if text.isascii():
        return text.lower()
    visible = INVISIBLE.sub("", text.translate(_APOSTROPHES))
    parts = unicodedata.normalize("NFKD", visible).casefold()
    return unicodedata.normalize("NFC", "".join(c for c in parts if unicodedata.category(c) != "Mn"))

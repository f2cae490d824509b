"""`This Regulation`, `Article 5`, `the obligation`: words for a text, a part of it, or what it spoke of just before.

Elsewhere they name another thing: claims of two records that have nothing else in common are not laid side by side.
"""

import re

from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.values import name_key

_TEXTS = frozenset(
    "regulation|directive|act|law|decision|statute|ordinance|code|convention|treaty|article|section|subsection|annex|"
    "chapter|title|paragraph|subparagraph|point|clause|schedule|part|provision|appendix".split("|")
)
_POINTING = frozenset(
    "way|manner|case|purpose|obligation|requirement|condition|derogation|exemption|exception|principle|procedure".split(
        "|"
    )
)
_NUMBERED = re.compile(r"(?P<word>[a-z]+) \d+[a-z]?(?:\(\d+)?")
_DEICTIC = re.compile(r"\b(?:this|that|the present|such)\s+(\w+)", re.IGNORECASE)


def speak_of_two_acts(a: ClaimInContext, b: ClaimInContext) -> bool:
    """True where both speak of `the Regulation` or `the obligation`, and nothing says that it is one.

    One title on both sides says so. A part with its number (`Article 5`) is one without titles too, unless a side
    points at itself (`this Article`).
    """
    key = name_key(a.claim.subject)
    if key != name_key(b.claim.subject):
        return False
    numbered = _NUMBERED.fullmatch(key)
    word = numbered["word"] if numbered is not None else key
    if word not in _TEXTS and not (word in _POINTING and numbered is None):
        return False
    if a.title is not None and b.title is not None:
        return name_key(a.title) != name_key(b.title)
    return numbered is None or _points_at_itself(a, word) or _points_at_itself(b, word)


def _points_at_itself(side: ClaimInContext, word: str) -> bool:
    return any(match[1].lower() == word for match in _DEICTIC.finditer(side.claim.quote))

"""Things of a kind, spoken of as all of them: `all EU countries`, `all our shops`; and which ones belong to them."""

import re
from functools import lru_cache

from graphmem.conflicts.gazetteer import is_country, is_part_of
from graphmem.conflicts.values import affirms, name_key, words_of
from graphmem.model.claim import ClaimDraft

_ALL = "all "
_COUNTRIES = frozenset({"country", "state", "nation"})


def stripped(key: str) -> str:
    """The kind, without the word that says that all of it is meant."""
    return key.removeprefix(_ALL)


@lru_cache(maxsize=16384)
def is_member(key: str, group: str) -> bool:
    """True when group means all of a kind (`all shop`, `all eu country`) and key names one of it.

    One is told by its kind (`kragen shop`), and a country by the gazetteer. Both are name keys.
    """
    if not group.startswith(_ALL) or key.startswith(_ALL):
        return False
    kind = stripped(group).split()
    words = key.split()
    if not kind or not words:
        return False
    head = _singular(kind[-1])
    if _singular(words[-1]) == head:
        return len(words) > len(kind) and set(kind[:-1]) <= set(words)
    if head not in _COUNTRIES:
        return False
    union = [word for word in kind[:-1] if word != "member"]
    return is_part_of(key, " ".join(union)) if union else is_country(key)


def tells_of_all(claim: ClaimDraft, key: str) -> bool:
    """True when the claim's value means all of a kind (`ships to all Nordic countries`) of which key names one.

    What is not done to all of them may be done to some; what is not done to any is done to none.
    """
    kind = name_key(words_of(claim.value) or "")
    if not kind or not is_member(key, f"{_ALL}{kind}"):
        return False
    whole = "all|every|each|any" if affirms(claim) else "any"
    first = re.escape(kind.split()[0][:_STEM])
    return (
        re.search(rf"\b(?:{whole}) (?:of )?(?:the |our |its |their )?{first}", claim.quote, re.IGNORECASE) is not None
    )


_STEM = 4  # letters by which inflected forms meet


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("s") if not word.endswith("ss") else word

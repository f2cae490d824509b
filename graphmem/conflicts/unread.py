"""What a claim's sentence restricts and the claim does not say: a reason to ask a person before anything is retired."""

import re

from graphmem.conflicts.values import name_key, show
from graphmem.model.claim import ClaimDraft

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*", re.UNICODE)
_OPENERS = frozenset({
    "for", "from", "in", "at", "on", "under", "over", "above", "below", "near", "with", "without", "during", "except",
    "unless", "if", "when", "while", "until", "since", "after", "before", "within", "between", "among", "outside",
})  # fmt: skip
_SMALL = frozenset({
    "the", "a", "an", "of", "to", "and", "or", "is", "are", "was", "were", "be", "by", "it", "its", "his", "her",
    "their", "as", "that", "this", "than", "least", "most", "more", "less", "all", "every", "each", "now", "not", "has",
})  # fmt: skip
_PHRASE = 3  # words after an opener that can name what it restricts to
_STEM = 4  # letters by which inflected forms meet


def unread_words(claim: ClaimDraft) -> frozenset[str]:
    """Stems of words that follow a restricting word in the claim's quote and occur nowhere in the claim.

    Times are left out when the claim has some: they were read.
    """
    words = [word.casefold() for word in _WORD.findall(claim.quote)]
    said = _said(claim)
    timed = claim.valid is not None or claim.value.kind == "time"
    found: set[str] = set()
    for n, word in enumerate(words):
        if word not in _OPENERS:
            continue
        for following in words[n + 1 : n + 1 + _PHRASE]:
            if following in _OPENERS:
                break
            if following in _SMALL or following[:_STEM] in said or (timed and _is_time(following)):
                continue
            found.add(following[:_STEM])
    return frozenset(found)


def _said(claim: ClaimDraft) -> frozenset[str]:
    conditions = " ".join(f"{c.name} {c.value}" for c in claim.conditions)
    parts = (claim.subject, claim.attribute, claim.predicate, show(claim.value), conditions, claim.attributed_to or "")
    return frozenset(word[:_STEM] for word in name_key(" ".join(parts)).split())


def _is_time(word: str) -> bool:
    return word[:1].isdigit() or word[:3] in _TIME_STEMS


_TIME_STEMS = frozenset({
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu",
    "fri", "sat", "sun", "yea", "wee", "day", "qua", "sum", "win", "aut", "spr", "las", "nex", "tod", "yes",
})  # fmt: skip

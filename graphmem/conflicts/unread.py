"""What a claim's sentence restricts and the claim does not say: a reason to ask a person before anything is retired."""

import re
from collections.abc import Sequence

from graphmem.conflicts.values import name_key, show
from graphmem.model.claim import ClaimDraft, Modality
from graphmem.model.value import Quantity

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*", re.UNICODE)
_OPENERS = frozenset({
    "for", "from", "in", "at", "on", "under", "over", "above", "below", "near", "with", "without", "during", "except",
    "unless", "if", "when", "while", "until", "since", "after", "before", "within", "between", "among", "outside",
})  # fmt: skip
_SMALL = frozenset({
    "the", "a", "an", "of", "to", "and", "or", "is", "are", "was", "were", "be", "by", "it", "its", "his", "her",
    "their", "as", "that", "this", "than", "least", "most", "more", "less", "all", "every", "each", "now", "not", "has",
})  # fmt: skip
_FUNCTION = frozenset({
    "for", "from", "in", "at", "on", "with",
    "been", "being", "am", "have", "had", "having", "do", "does", "did", "will", "would", "shall", "should", "can",
    "could", "may", "might", "must", "i", "he", "she", "they", "we", "you", "him", "them", "me", "us", "my", "our",
    "your", "who", "which", "whose", "there", "these", "those", "such", "also", "both", "s", "t", "very", "so", "then",
    "here", "too", "itself", "himself", "herself", "themselves", "don", "doesn", "didn", "isn", "aren", "wasn", "weren",
    "hasn", "haven", "hadn", "wouldn", "couldn", "shouldn", "forget", "remember", "please",
})  # fmt: skip
_NUMERALS = frozenset({
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty",
    "thirty", "forty", "fifty", "hundred", "thousand", "million", "billion", "dozen", "half",
})  # fmt: skip
# What makes less of the verb than a claim of it says: `almost won`, `tried to win`, `either wins or retires`.
_LESSENED = re.compile(
    r"\b(?:(?:almost|nearly)(?= [a-z])|(?:tr(?:y|ies|ied|ying)|attempt\w*|want\w*|hop(?:es?|ed|ing)) to|either|"
    r"other than)\b"
)
_ARTICLES = frozenset({"a", "an"})
_PHRASE = 3  # words after an opener that can name what it restricts to
_STEM = 4  # letters by which inflected forms meet


def unread_words(claim: ClaimDraft) -> frozenset[str]:
    """Stems of words that follow a restricting word in the claim's quote and occur nowhere in the claim, and words that
    make less of its verb (`almost`, `tried to`).

    Times are left out when the claim has some: they were read.
    """
    words = [word.casefold() for word in _WORD.findall(claim.quote)]
    said = _said(claim)
    timed = claim.valid is not None or claim.value.kind == "time"
    found = set(_LESSENED.findall(claim.quote.lower())) if claim.modality is Modality.ASSERTED else set()
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


def untold_words(text: str, other: str, told: Sequence[ClaimDraft]) -> frozenset[str]:
    """Stems of words of a text that the other text lacks and that these claims of it do not tell.

    Numbers are told by an amount or a time, however it is written there, and so are units and the words of a date.
    """
    said = frozenset[str]().union(*(_said(claim) for claim in told))
    timed = any(claim.value.kind == "time" or claim.valid is not None for claim in told)
    counted = timed or any(claim.value.kind == "quantity" for claim in told)
    words = _words(text)
    known = {word for n, word in enumerate(words) if counted and (_is_number(word) or _is_unit(words, n, told))}
    known |= {word for word in words if timed and _is_time(word)}
    there = {word[:_STEM] for word in _words(other)}
    left = {word[:_STEM] for word in set(words) - known - _SMALL - _FUNCTION}
    return frozenset(left - said - there)


def _words(text: str) -> list[str]:
    return _WORD.findall(name_key(text))


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or word in _NUMERALS


def _is_unit(words: Sequence[str], n: int, told: Sequence[ClaimDraft]) -> bool:
    """True for what is counted or measured: a word right behind a number, or behind `half a`."""
    if not any(isinstance(claim.value, Quantity) and (claim.value.unit or claim.value.noun) for claim in told):
        return False
    before = words[max(0, n - 2) : n]
    return bool(before) and (_is_number(before[-1]) or (before[-1] in _ARTICLES and _is_number(before[0])))


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

"""Words of a question and of a text: which carry content, which are identifiers, how much a text covers."""

import re
import unicodedata

# A word keeps inner joiners and closing signs, so that `C++`, `zx-4471`, `25(2)` and `/b` stay one word.
_WORD = re.compile(r"/?[^\W_](?:[\w+#]|[-./@&'’](?=\w))*", re.UNICODE)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_STOP_WORDS = """
a about above after again against all also am among an and any are as at be because been before being below
between both but by can cannot could did do does doing done down during each ever every few for from further
get had has have having he her here hers herself him himself his how i if in into is it its itself just let
may me might more most must my myself no nor not of off on once one only or other others our ours out over own
per please same shall she should since so some such tell than that the their theirs them themselves then there
these they this those through to too under until up upon us very was we were what when where whether which
while who whom whose why will with within without would you your yours
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


def fold(text: str) -> str:
    """Text in the form in which words are compared: NFKC and casefolded."""
    return unicodedata.normalize("NFKC", text).casefold()


def words_of(text: str) -> list[str]:
    """Words in order, as written."""
    return _WORD.findall(unicodedata.normalize("NFKC", text))


def content_words(text: str) -> list[str]:
    """Distinct words that carry content, folded, in order; all words when none does."""
    folded = list(dict.fromkeys(fold(word) for word in words_of(text)))
    return [word for word in folded if word not in STOP_WORDS] or folded


def is_identifier(word: str) -> bool:
    """True for words such as `ZX-4471`, `C++` or `b12`: a digit or sign among letters, or a number of four digits."""
    has_letter = any(char.isalpha() for char in word)
    has_digit = any(char.isdigit() for char in word)
    return (has_letter and (has_digit or any(char in "+#/" for char in word))) or (has_digit and len(word) >= 4)


def agree(word: str, other: str) -> bool:
    """True when two folded words differ in their ending at most (`closes`, `closed`); identifiers must be equal."""
    if word == other:
        return True
    if is_identifier(word) or is_identifier(other):
        return False
    stem = max(4, min(len(word), len(other)) - 2)
    return len(word) >= 4 and len(other) >= 4 and abs(len(word) - len(other)) <= 4 and word[:stem] == other[:stem]


def coverage(question_words: list[str], text: str) -> float:
    """Share of the question's content words that stand in the text, 0 to 1; an identifier counts four times."""
    folded = fold(text)
    present = {fold(word) for word in words_of(text)}
    stems: dict[str, list[str]] = {}
    for word in present:
        stems.setdefault(word[:4], []).append(word)
    total = found = 0.0
    for word in question_words:
        weight = 4.0 if is_identifier(word) else 1.0
        total += weight
        # Scripts written without blanks have no words to compare: the letters themselves must stand there.
        is_there = word in present or (_CJK.search(word) and word in folded)
        if is_there or any(agree(word, other) for other in stems.get(word[:4], ())):
            found += weight
    return found / total if total else 0.0

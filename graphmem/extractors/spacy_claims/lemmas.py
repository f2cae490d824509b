"""Lemmas of verbs where the lemmatizer takes one verb for another (`hates`: hat, `rated`: rat, `founded`: find)."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_ODD = {
    "'s": "be", "’s": "be", "'re": "be", "’re": "be", "'m": "be", "’m": "be", "founded": "found",
    "grounded": "ground", "wounded": "wound", "born": "bear",
}  # fmt: skip
_SPELLINGS = {
    "instal": "install",
    "fulfil": "fulfill",
    "enroll": "enrol",
    "organize": "organise",
    "authorize": "authorise",
}
_HISSING = ("s", "x", "z", "ch", "sh", "o")
# One syllable, one vowel, one consonant: its own past would double the consonant (`ratted`).
_SHORT = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprtv]$")


def verb_lemma(verb: "Token") -> str:
    """Lemma of a verb in lower case; `re-elected` is one verb."""
    doc, i = verb.doc, verb.i
    if not verb.whitespace_ and i + 2 < len(doc) and doc[i + 1].text == "-" and not doc[i + 1].whitespace_:
        return f"{verb.lower_}-{_mended(doc[i + 2].lower_, doc[i + 2].lemma_.lower())}"
    if i >= 2 and doc[i - 1].text == "-" and not doc[i - 1].whitespace_ and doc[i - 2].lower_ in {"re", "co"}:
        return f"{doc[i - 2].lower_}-{_mended(verb.lower_, verb.lemma_.lower())}"
    return _mended(verb.lower_, verb.lemma_.lower())


def noun_lemma(noun: "Token") -> str:
    """Lemma of a noun in lower case (`doses`: dose, which the lemmatizer takes for dos)."""
    form, lemma = noun.lower_, noun.lemma_.lower()
    return form[:-1] if form == lemma + "es" and not lemma.endswith(("x", "z", "ch", "sh", "ss", "o")) else lemma


@lru_cache(maxsize=20_000)
def _mended(form: str, lemma: str) -> str:
    if form in _ODD:
        return _ODD[form]
    if form == lemma + "es" and not lemma.endswith(_HISSING):
        lemma = form[:-1]
    elif form in {lemma + "ed", lemma + "ing"} and _SHORT.match(lemma):
        lemma += "e"
    return _SPELLINGS.get(lemma, lemma)

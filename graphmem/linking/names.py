"""Names as whole tokens: what makes two of them one name, one form of another, or a veto.

All functions take name keys (model.text.name_key). Nothing here measures likeness of spelling: `marlon` and `marlow`
are two names, and a differing digit, version or sign is a veto before any score (lesson I1).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from graphmem.linking.words import load_words
from graphmem.model.text import number_tokens

_SIGNS = re.compile(r"[+#]+|\bminus(?= \d)")
_BOUNDARY = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_JOINABLE = re.compile(r"(?<=[^\W\d_]) (?=\d)")


class NameRelation(StrEnum):
    """What two name keys are to each other before any context."""

    SAME = "same"
    VARIANT = "variant"  # initials, or a part of a personal name: only context may join them
    VETO = "veto"  # digits, versions or signs differ
    DIFFERENT = "different"


@dataclass(frozen=True)
class NameParts:
    """A name key taken apart: titles, the core that identifies, the legal form."""

    core: str
    titles: tuple[str, ...] = ()
    legal_form: str = ""

    @property
    def gender(self) -> str:
        """`m` or `f` where a title says so, else empty."""
        known = {load_words().titles[title] for title in self.titles} - {""}
        return known.pop() if len(known) == 1 else ""


@lru_cache(maxsize=65536)
def part_name(key: str) -> NameParts:
    """Titles and legal form parted from the core; at least one token stays, two when a title goes.

    A title before a single token (`ms johnson`) belongs to the name: without its record it says too little.
    """
    words = load_words()
    tokens = key.split()
    titles: list[str] = []
    while len(tokens) > 1 and tokens[0] in words.titles:
        titles.append(tokens.pop(0))
    if titles and len(tokens) < 2:
        return NameParts(core=key, titles=tuple(titles))
    legal = ""
    while len(tokens) > 1 and tokens[-1] in words.legal_forms:
        legal = words.legal_forms[tokens.pop()]
    core = _BOUNDARY.sub(" ", " ".join(tokens)) if len(tokens) == 1 else " ".join(tokens)
    return NameParts(core=core, titles=tuple(titles), legal_form=legal)


def core_of(key: str) -> str:
    """The part of a name that all its plain variants share."""
    return part_name(key).core


@lru_cache(maxsize=65536)
def variants_of(key: str) -> frozenset[str]:
    """All keys with the same core that could be written: with a title, with a legal form, joined at a digit."""
    words = load_words()
    core = core_of(key)
    found = {key, core}
    found.update(f"{core} {form}" for form in words.legal_forms)
    if " " in core:
        found.update(f"{title} {core}" for title in words.titles)
    joined = _JOINABLE.sub("", core)
    if joined != core and " " not in joined and core_of(joined) == core:
        found.add(joined)
    return frozenset(found)


def digits_differ(a: str, b: str) -> bool:
    """True when numbers, versions or signs of two keys differ: two things, whatever else is alike."""
    return number_tokens(a) != number_tokens(b) or _SIGNS.findall(a) != _SIGNS.findall(b)


def compare_names(a: str, b: str) -> NameRelation:
    """What two name keys are to each other; symmetric."""
    if core_of(a) == core_of(b):
        left, right = part_name(a), part_name(b)
        forms_clash = left.legal_form and right.legal_form and left.legal_form != right.legal_form
        gender_clash = left.gender and right.gender and left.gender != right.gender
        return NameRelation.VETO if forms_clash or gender_clash else NameRelation.SAME
    if digits_differ(a, b):
        return NameRelation.VETO
    if initials_agree(core_of(a), core_of(b)) or is_short_for(a, b) or is_short_for(b, a):
        return NameRelation.VARIANT
    return NameRelation.DIFFERENT


def initials_agree(a: str, b: str) -> bool:
    """True when two personal names differ only where one has an initial: `j smith`, `john smith`."""
    left, right = a.split(), b.split()
    if len(left) != len(right) or len(left) < 2 or left == right or left[-1] != right[-1] or len(left[-1]) < 2:
        return False
    pairs = list(zip(left[:-1], right[:-1], strict=True))
    return all(x == y or (min(len(x), len(y)) == 1 and x[0] == y[0] and x[0].isalpha()) for x, y in pairs)


def is_short_for(short: str, long: str) -> bool:
    """True when short is the surname (with or without title) or first name of the longer personal name."""
    parts = part_name(short)
    tokens = [token for token in short.split() if token not in load_words().titles]
    full = core_of(long).split()
    if len(tokens) != 1 or len(full) < 2 or any(character.isdigit() for character in long):
        return False
    if parts.titles:
        return tokens[0] == full[-1]
    return tokens[0] in {full[0], full[-1]} and len(tokens[0]) > 1


def is_acronym_of(alias: str, long: str) -> bool:
    """True when the letters of an alias of three or more are the initials of the longer name's words, in order.

    Small words may be passed over ("World Health Organization (WHO)", "Department of Transport (DOT)").
    """
    letters = alias.replace(" ", "")
    words = long.split()
    if len(letters) < 3 or len(words) < 2 or not letters.isalpha():
        return False
    small = {"of", "the", "for", "and", "in", "on", "de", "la", "des", "und", "der", "to"}
    need = [word[0] for word in words if word not in small]
    every = [word[0] for word in words]
    return list(letters) in (need, every)

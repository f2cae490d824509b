"""Descriptors ("the dentist in Boston", "a 31-year-old violinist") taken apart: role, place, age."""

import re
from dataclasses import dataclass
from functools import lru_cache

from graphmem.linking.words import load_words
from graphmem.model.text import name_key

_CUT_WORDS = "in|of|from|at|for|who|which|that|with|by|on|based|born|living|working|and|whose|near|to"
_CUT = re.compile(rf"\s+(?:{_CUT_WORDS})\s+|[,;(]", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:in|from|at|near|based in|of)\s+(?:the\s+)?((?:[A-Z][\w'’-]+)(?:\s+[A-Z][\w'’-]+)*)")
_AGE = re.compile(r"\b(?:aged?\s+)?(\d{1,3})(?:[- ]years?[- ]old)?\b")
_AGE_SHAPE = re.compile(r"^(?:aged?\s+)?\d{1,3}(?:[- ]years?[- ]old)?\b", re.IGNORECASE)
_LEADS = "an?|the|our|my|his|her|their|your|its|former|late|retired|then|new|local|current"
_LEAD = re.compile(rf"^(?:{_LEADS})\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Descriptor:
    """What a descriptor says: role as words (head last), places named in it, age."""

    role: str = ""
    places: frozenset[str] = frozenset()
    age: float | None = None

    @property
    def head(self) -> str:
        """Last word of the role, which carries its meaning."""
        return self.role.rsplit(" ", maxsplit=1)[-1]


@lru_cache(maxsize=16384)
def read_descriptor(text: str) -> Descriptor:
    """The parts of a descriptor; words in other scripts are one role."""
    stripped = text.strip(" ,;:()")
    age: float | None = None
    if shape := _AGE_SHAPE.match(_LEAD.sub("", stripped)):
        if number := _AGE.search(shape[0]):
            age = float(number[1])
        stripped = _LEAD.sub("", stripped)[shape.end() :].strip(" ,-")
    places = frozenset(name_key(place) for place in _PLACE.findall(stripped))
    while (shorter := _LEAD.sub("", stripped)) != stripped:
        stripped = shorter
    role = name_key(_CUT.split(stripped, maxsplit=1)[0]) if stripped else ""
    return Descriptor(role=role, places=places, age=age)


def kind_of_role(role: str) -> str:
    """Kind of thing that a role's head noun names, or empty."""
    words = load_words()
    head = singular(role.rsplit(" ", maxsplit=1)[-1])
    if head in words.kind_of_noun:
        return words.kind_of_noun[head]
    if head in words.relational or re.fullmatch(r"\w{3,}(?:ist|ologist|ician|man|woman|keeper|smith|wright)", head):
        return "person"
    return ""


def roles_differ(a: str, b: str) -> bool:
    """True when two roles exclude each other as a rule: other heads, of other trades, and neither open to all."""
    words = load_words()
    if not a or not b or a == b:
        return False
    left, right = singular(a.rsplit(" ", maxsplit=1)[-1]), singular(b.rsplit(" ", maxsplit=1)[-1])
    if left == right or left in words.relational or right in words.relational:
        return False
    if set(a.split()) <= set(b.split()) or set(b.split()) <= set(a.split()):
        return False
    return not (words.families.get(left, frozenset()) & words.families.get(right, frozenset()))


def roles_agree(a: str, b: str) -> bool:
    """True when two roles name one trade: the same head, and that head is not open to all."""
    left, right = singular(a.rsplit(" ", maxsplit=1)[-1]), singular(b.rsplit(" ", maxsplit=1)[-1])
    return bool(a and b) and left == right and left not in load_words().relational


def singular(noun: str) -> str:
    """Noun without a plural s where that leaves a word."""
    return noun[:-1] if len(noun) > 3 and noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun

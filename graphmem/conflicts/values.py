"""Values of claims: one key for equal ones, and whether two names or phrases can be the same thing."""

import re
from functools import lru_cache

from graphmem.conflicts.gazetteer import is_part_of, place_key
from graphmem.conflicts.measures import base_amount, describe, scale_of
from graphmem.conflicts.words import broader_or_same
from graphmem.model.claim import ClaimDraft
from graphmem.model.text import name_key as make_name_key
from graphmem.model.text import number_tokens
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value

_COUNTING = re.compile(r"(?<=[\w)] )[A-Z](?![\w.'’])")  # a lone capital behind a word; initials have a point
_EMPTY = frozenset({"the", "a", "an", "of", "and", "in", "at", "on", "for", "to", "de", "von", "van", "s"})
_LEGAL = frozenset({"ltd", "limited", "inc", "incorporated", "gmbh", "ag", "llc", "plc", "corp", "corporation", "co",
                    "company", "sa", "bv", "nv", "kg", "oy", "ab", "as", "spa", "srl"})  # fmt: skip
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "lady", "lord", "president",
                     "chancellor", "minister", "senator", "captain"})  # fmt: skip


name_key = lru_cache(maxsize=262144)(make_name_key)


def value_key(value: Value) -> tuple[object, ...]:
    """Key that equal values share: units and number words normalised, names by their key or their place."""
    if isinstance(value, EntityValue):
        return ("name", place_key(name_key(value.name)))
    if isinstance(value, TextValue):
        return ("name", place_key(name_key(value.text)))
    if isinstance(value, Quantity):
        measure, amount = base_amount(value)
        upper = value.upper * scale_of(value.unit).factor if value.upper is not None else None
        return ("quantity", measure, amount, value.noun if not value.unit else "", value.bound, upper)
    if isinstance(value, TimeValue):
        known = value.interval.start is not None or value.interval.end is not None or value.clock is not None
        return ("time", value.interval.start, value.interval.end, value.clock, value.bound, "" if known else value.text)
    return ("truth", value.truth)


def show(value: Value) -> str:
    """The value as a reviewer reads it."""
    if isinstance(value, EntityValue):
        return value.name
    if isinstance(value, TextValue):
        return value.text
    if isinstance(value, Quantity):
        return describe(value)
    if isinstance(value, TimeValue):
        return (
            value.text
            or value.clock
            or " to ".join(
                end.date().isoformat() if end else "open" for end in (value.interval.start, value.interval.end)
            )
        )
    return "yes" if value.truth else "no"


def words_of(value: Value) -> str | None:
    """The words of a name or text value, None for other kinds."""
    if isinstance(value, EntityValue):
        return value.name
    return value.text if isinstance(value, TextValue) else None


def affirms(claim: ClaimDraft) -> bool:
    """Whether the claim says yes: its polarity, turned once more by a truth value that is no."""
    no = isinstance(claim.value, TruthValue) and not claim.value.truth
    return claim.polarity != no


def same_matter(a: ClaimDraft, b: ClaimDraft) -> bool:
    """True when both claims speak of one value, so that only polarity and manner can part them."""
    if isinstance(a.value, TruthValue) or isinstance(b.value, TruthValue):
        return isinstance(a.value, TruthValue) and isinstance(b.value, TruthValue)
    return value_key(a.value) == value_key(b.value) or same_words(a.value, b.value)


def same_words(a: Value, b: Value) -> bool:
    """True when two names or phrases are spellings of one: synonyms, legal forms and titles put aside."""
    left, right = words_of(a), words_of(b)
    return left is not None and right is not None and _equal_names(left, right)


@lru_cache(maxsize=65536)
def _equal_names(a: str, b: str) -> bool:
    if number_tokens(a) != number_tokens(b):
        return False
    left, right = _core(a), _core(b)
    if not left or not right:
        return False
    if left == right:
        return True
    shared = left & right
    rest_a, rest_b = sorted(left - shared), sorted(right - shared)
    if len(rest_a) != 1 or len(rest_b) != 1:
        return False
    one, two = rest_a[0], rest_b[0]
    return f"{one}s" == two or f"{two}s" == one or broader_or_same(one, two) == "same"


def _are_counted_apart(a: str, b: str) -> bool:
    """Both names bear numbers, or letters that count like numbers, and these differ."""
    numbers, letters = (number_tokens(a), number_tokens(b)), (_COUNTING.findall(a), _COUNTING.findall(b))
    return any(left and right and left != right for left, right in (numbers, letters))


@lru_cache(maxsize=65536)
def can_be_same(a: str, b: str) -> bool:
    """True when two names may be one thing: one within the other, initials, part of a place, a broader word.

    Numbers and letters that count (`Gate A`, `Gate B`) part them whatever else they share.
    """
    if names_meet(a, b):
        return True
    if _are_counted_apart(a, b):
        return False
    left, right = _core(a), _core(b)
    rest_a, rest_b = left - right, right - left
    return all(any(broader_or_same(x, y) for y in rest_b) for x in rest_a) and all(
        any(broader_or_same(x, y) for x in rest_a) for y in rest_b
    )


@lru_cache(maxsize=65536)
def names_meet(a: str, b: str) -> bool:
    """True when one name lies within the other, is its initials, or names a place within it; synonyms do not count."""
    if _are_counted_apart(a, b):
        return False
    left, right = _core(a), _core(b)
    if not left or not right or left <= right or right <= left:
        return True
    if is_part_of(a, b) or is_part_of(b, a):
        return True
    return _is_acronym(a, b) or _is_acronym(b, a)


@lru_cache(maxsize=65536)
def _core(name: str) -> frozenset[str]:
    """Content words of a name without articles, legal forms and titles; all of them when nothing else is left."""
    words = frozenset(name_key(name).split()) - _EMPTY
    return (words - _LEGAL - _TITLES) or words


def _is_acronym(short: str, long: str) -> bool:
    letters = short.replace(".", "").strip()
    if not (2 <= len(letters) <= 8 and letters.isupper()):
        return False
    initials = "".join(word[0] for word in name_key(long).split() if word not in _EMPTY)
    return initials.upper() == letters

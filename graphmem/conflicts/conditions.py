"""Conditions of claims against each other: the same, one narrower, apart, or unrelated restrictions."""

import re
from typing import Literal

from graphmem.conflicts.values import can_be_same, name_key
from graphmem.conflicts.words import are_antonyms, exclude_each_other
from graphmem.model.claim import ClaimDraft, Condition
from graphmem.model.text import number_tokens

Fit = Literal["same", "a_narrower", "b_narrower", "apart", "crossed"]
FREQUENCY = "frequency"  # how often is compared as a value, it restricts nothing
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_UP = frozenset(
    {"over", "above", "more", "exceeding", "least", "from", "minimum", "older", "heavier", "larger", "greater", "after"}
)
_DOWN = frozenset(
    {"under", "below", "less", "most", "up", "maximum", "younger", "lighter", "smaller", "fewer", "within", "before"}
)


def fit_conditions(a: ClaimDraft, b: ClaimDraft) -> Fit:
    """How the parts for which the two claims are meant lie to each other."""
    if not a.conditions and not b.conditions:
        return "same"
    left = {_key(condition): condition for condition in a.conditions if condition.name != FREQUENCY}
    right = {_key(condition): condition for condition in b.conditions if condition.name != FREQUENCY}
    if any((key[0], not key[1]) in right for key in left):
        return "apart"
    only_a = [left[key] for key in left if key not in right]
    only_b = [right[key] for key in right if key not in left]
    if not only_a and not only_b:
        return "same"
    if not only_b:
        return "a_narrower"
    if not only_a:
        return "b_narrower"
    return _fit_rest(only_a, only_b)


def frequency_of(claim: ClaimDraft) -> str | None:
    """How often, when the claim says so: the word in lower case."""
    return next((c.value.casefold() for c in claim.conditions if c.name == FREQUENCY and not c.negated), None)


def _key(condition: Condition) -> tuple[str, bool]:
    return name_key(condition.value), condition.negated


def _fit_rest(only_a: list[Condition], only_b: list[Condition]) -> Fit:
    """Compare what each side has for itself: words of one within the other narrow, opposites and strangers part."""
    fits = {_fit_pair(x, y) for x in only_a for y in only_b if x.negated == y.negated}
    if "apart" in fits:
        return "apart"
    if fits == {"a_narrower"} and len(only_a) >= len(only_b):
        return "a_narrower"
    if fits == {"b_narrower"} and len(only_b) >= len(only_a):
        return "b_narrower"
    if fits == {"same"} and len(only_a) == len(only_b) == 1:
        return "same"
    return "crossed"


def _fit_pair(x: Condition, y: Condition) -> Fit:
    left, right = frozenset(name_key(x.value).split()), frozenset(name_key(y.value).split())
    if _bounds_apart(x.value, y.value):
        return "apart"
    rest_a, rest_b = left - right, right - left
    if any(are_antonyms(p, q) or exclude_each_other(p, q) for p in rest_a for q in rest_b):
        return "apart"
    if number_tokens(x.value) != number_tokens(y.value) and number_tokens(x.value) and number_tokens(y.value):
        return "apart" if x.name == y.name else "crossed"
    if left > right:
        return "a_narrower"
    if right > left:
        return "b_narrower"
    if can_be_same(x.value, y.value):
        return "same"
    return "apart" if x.name == y.name else "crossed"


def _bounds_apart(x: str, y: str) -> bool:
    """True for ranges that do not meet: "under 5 kW" and "over 5 kW"."""
    low, high = _bound(x), _bound(y)
    if low is None or high is None or low[0] == high[0]:
        return False
    (upper, lower) = (low[1], high[1]) if low[0] == "down" else (high[1], low[1])
    return upper <= lower


def _bound(text: str) -> tuple[Literal["up", "down"], float] | None:
    words = set(name_key(text).split())
    numbers = _NUMBER.findall(text)
    if len(numbers) != 1:
        return None
    amount = float(numbers[0].replace(",", ""))
    if words & _UP:
        return "up", amount
    return ("down", amount) if words & _DOWN else None

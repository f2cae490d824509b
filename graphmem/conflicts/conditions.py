"""Conditions of claims against each other: the same, one narrower, apart, or unrelated restrictions."""

import re
from typing import Literal

from graphmem.conflicts.groups import is_member, stripped
from graphmem.conflicts.values import name_key, names_meet
from graphmem.conflicts.words import are_antonyms, exclude_each_other
from graphmem.model.claim import ClaimDraft, Condition
from graphmem.model.text import number_tokens
from graphmem.model.value import Quantity

Fit = Literal["same", "a_narrower", "b_narrower", "apart", "crossed"]
_SIDES = frozenset(
    {"under", "over", "above", "below", "before", "after", "within", "outside", "inside", "with", "without", "near"}
)
FREQUENCY = "frequency"  # how often is compared as a value, it restricts nothing
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")
_DURATION = re.compile(
    rf"^(?:within |for |at least |at most |up to )?(?P<number>\d+(?:\.\d+)?|{'|'.join(_NUMBERS)})[ -]"
    r"(?P<unit>second|minute|hour|day|week|month|year)s?$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_UP = frozenset(
    {"over", "above", "more", "exceeding", "least", "from", "minimum", "older", "heavier", "larger", "greater", "after"}
)
_DOWN = frozenset(
    {"under", "below", "less", "most", "up", "maximum", "younger", "lighter", "smaller", "fewer", "within", "before"}
)


_COUNT = re.compile(rf"(?P<number>\d+|{'|'.join(_NUMBERS)}) (?P<noun>[a-z][a-z -]*)")
_PLACES = frozenset({"in", "at", "with", "on", "over"})  # what is true of a group (`for 4 people`) restricts


def fit_conditions(a: ClaimDraft, b: ClaimDraft) -> Fit:
    """How the parts for which the two claims are meant lie to each other."""
    if not a.conditions and not b.conditions:
        return "same"
    left = {_key(condition): condition for condition in a.conditions if _restricts(condition)}
    right = {_key(condition): condition for condition in b.conditions if _restricts(condition)}
    if any((side, value, not negated) in right for side, value, negated in left):
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


def covers(x: Condition, y: Condition) -> bool:
    """True when one means every thing of a kind and the other one of them: `in all EU countries`, `in Malta`."""
    return x.name == y.name and x.negated == y.negated and is_member(name_key(y.value), name_key(x.value))


def frequency_of(claim: ClaimDraft) -> str | None:
    """How often, when the claim says so: the word in lower case."""
    return next((c.value.casefold() for c in claim.conditions if c.name == FREQUENCY and not c.negated), None)


def duration_of(claim: ClaimDraft) -> Quantity | None:
    """For how long, or within what time, when a condition of the claim says so."""
    return next((found for found in map(_duration, claim.conditions) if found is not None), None)


def counts_of(a: ClaimDraft, b: ClaimDraft) -> tuple[str, str] | None:
    """Two counts of one kind of thing that the claims give in the same place (`across 12 sites`), when they differ."""
    for x in a.conditions:
        for y in b.conditions:
            left, right = _counted(x), _counted(y)
            if x.name == y.name and left and right and left[1] == right[1] and left[0] != right[0]:
                return x.value, y.value
    return None


def _counted(condition: Condition) -> tuple[str, str] | None:
    """Number and noun of a condition that counts things; bounds, ages and numbered things count none."""
    match = _COUNT.fullmatch(condition.value.strip().casefold())
    if match is None or condition.negated or condition.name not in _PLACES or _duration(condition) is not None:
        return None
    number = match["number"]
    return str(_NUMBERS.index(number)) if number in _NUMBERS else number, match["noun"].removesuffix("s")


def _restricts(condition: Condition) -> bool:
    return condition.name != FREQUENCY and _duration(condition) is None


def _duration(condition: Condition) -> Quantity | None:
    match = _DURATION.match(condition.value.strip()) if not condition.negated else None
    if match is None:
        return None
    number = match["number"].casefold()
    amount = _NUMBERS.index(number) if number in _NUMBERS else float(number)
    return Quantity(amount=float(amount), unit=match["unit"].casefold())


def _key(condition: Condition) -> tuple[str, str, bool]:
    """What equal conditions share: `for adults` and `in adults` are one, `under 5 kW` and `over 5 kW` are not."""
    side = condition.name if condition.name in _SIDES else ""
    return side, stripped(name_key(condition.value)), condition.negated


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
    if covers(x, y):
        return "b_narrower"
    if covers(y, x):
        return "a_narrower"
    left, right = (frozenset(stripped(name_key(side.value)).split()) for side in (x, y))
    if _bounds_apart(f"{x.name} {x.value}", f"{y.name} {y.value}"):
        return "apart"
    if left == right and x.name != y.name and x.name in _SIDES:
        return "apart" if are_antonyms(x.name, y.name) else "crossed"
    rest_a, rest_b = left - right, right - left
    if any(are_antonyms(p, q) or exclude_each_other(p, q) for p in rest_a for q in rest_b):
        return "apart"
    if number_tokens(x.value) != number_tokens(y.value) and number_tokens(x.value) and number_tokens(y.value):
        return "apart" if x.name == y.name else "crossed"
    if left > right:
        return "a_narrower"
    if right > left:
        return "b_narrower"
    if names_meet(x.value, y.value):
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
    # "Rule 8.3.1" and "01.02.2024" count nothing.
    if len(numbers) != 1 or numbers[0].count(".") > 1:
        return None
    amount = float(numbers[0].replace(",", ""))
    if words & _UP:
        return "up", amount
    return ("down", amount) if words & _DOWN else None

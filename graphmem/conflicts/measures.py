"""Quantities on one scale: units through pint, counts exact, shares and money each a measure of its own."""

import re
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

from graphmem.model.value import Quantity

_MONEY = re.compile(r"^[A-Z]{3}$")
_PERCENT = {"%", "percent", "per cent", "pct"}
_POINTS = {"percentage point", "percentage points", "pp", "pct pt", "%-points"}
_ABOUT = 0.05  # "about 400" is not denied by 415
_ROUND_FROM = 1000  # a count of 1,000 or more that ends in zeros is taken as rounded


@dataclass(frozen=True)
class Span:
    """The amounts that a quantity allows, in base units of its measure; open ends are infinite."""

    measure: str
    low: float
    high: float
    open_low: bool = False
    open_high: bool = False


@dataclass(frozen=True)
class Scale:
    """How a unit reaches its base: amount * factor + offset, in base units of `measure`."""

    measure: str
    factor: float = 1.0
    offset: float = 0.0


@cache
def _registry() -> Any:
    import pint  # slow to import; only units other than counts, shares and money need it

    return pint.UnitRegistry(cache_folder=None)


@cache
def scale_of(unit: str) -> Scale:
    """Scale of a unit as written; a unit that pint does not know is a measure of its own."""
    plain = unit.strip()
    lowered = plain.casefold()
    if not plain:
        return Scale("count")
    if lowered in _PERCENT:
        return Scale("share")
    if lowered in _POINTS:
        return Scale("percentage points")
    if _MONEY.match(plain):
        return Scale(f"money {plain}")
    registry = _registry()
    for spelling in (plain, lowered):
        try:
            zero, one = (registry.Quantity(amount, spelling).to_base_units() for amount in (0.0, 1.0))
        except Exception:  # noqa: BLE001, S112 - pint raises many kinds, of its parser too; each means "not a unit"
            continue
        return Scale(str(one.dimensionality), float(one.magnitude - zero.magnitude), float(zero.magnitude))
    return Scale(f"unit {lowered}")


def base_amount(quantity: Quantity) -> tuple[str, float]:
    """Measure and amount in base units, to 9 significant digits so that 0.4 km and 400 m are one number."""
    scale = scale_of(quantity.unit)
    return scale.measure, float(f"{quantity.amount * scale.factor + scale.offset:.9g}")


def span_of(quantity: Quantity) -> Span:
    """Amounts that the quantity allows: half a unit in the last digit for measures, its bound, "about" as 5 %."""
    scale = scale_of(quantity.unit)
    amount = base_amount(quantity)[1]
    slack = quantity.half_digit * abs(scale.factor)
    if quantity.bound == "about":
        slack = max(slack, abs(amount) * _ABOUT)
    slack = max(slack, _rounding(quantity))
    if quantity.bound in {"at_least", "more_than"}:
        return Span(scale.measure, amount, inf, open_low=quantity.bound == "more_than")
    if quantity.bound in {"at_most", "less_than"}:
        return Span(scale.measure, -inf, amount, open_high=quantity.bound == "less_than")
    if quantity.bound == "range" and quantity.upper is not None:
        upper = float(f"{quantity.upper * scale.factor + scale.offset:.9g}")
        return Span(scale.measure, min(amount, upper) - slack, max(amount, upper) + slack)
    # Open when there is slack: 5 km and 6 km touch at 5.5 km, which neither source meant.
    return Span(scale.measure, amount - slack, amount + slack, open_low=slack > 0, open_high=slack > 0)


def spans_meet(a: Span, b: Span) -> bool:
    """True when one amount satisfies both."""
    low, high = max(a.low, b.low), min(a.high, b.high)
    if low < high:
        return True
    if low > high:
        return False
    touches_open = (a.open_low and a.low == low) or (b.open_low and b.low == low)
    touches_open = touches_open or (a.open_high and a.high == high) or (b.open_high and b.high == high)
    return not touches_open


_LARGE = 1_000_000  # from here on six digits do not tell two amounts apart


def describe(quantity: Quantity) -> str:
    """The quantity in words, as a reviewer reads it."""
    words = {"at_least": "at least ", "at_most": "at most ", "more_than": "more than ", "less_than": "less than ",
             "about": "about "}.get(quantity.bound, "")  # fmt: skip
    amount = _written(quantity.amount) + (f" to {_written(quantity.upper)}" if quantity.upper is not None else "")
    unit = quantity.unit if quantity.unit == "%" else f" {quantity.unit or quantity.noun}".rstrip()
    return f"{words}{amount}{unit}"


def _written(amount: float) -> str:
    """The number as people write it: 40,000,000 and not 4e+07."""
    return f"{amount:,.0f}" if abs(amount) >= _LARGE and amount == int(amount) else f"{amount:g}"


def _rounding(quantity: Quantity) -> float:
    """Half of the last non-zero place of a large round count, else 0: "1,000 members" does not deny 1,023."""
    amount = abs(quantity.amount)
    if quantity.unit or amount < _ROUND_FROM or amount % 100:
        return 0.0
    place = 100.0
    while amount % (place * 10) == 0:
        place *= 10
    return min(place / 2, amount * _ABOUT)

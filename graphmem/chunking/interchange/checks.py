"""Checks of single values; every fault is one line that names the field and never repeats a text."""

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import TypeVar

from graphmem.errors import InputError
from graphmem.model.interval import parse_instant

E = TypeVar("E", bound=StrEnum)
LONGEST_NAME = 2000  # characters of an id, a title, a name
# Letters and symbols by category that show nothing: fillers of Hangul, the blank Braille pattern.
_BLANK = frozenset("ᅟᅠㅤﾠ⠀")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Zs", "Zl", "Zp", "Mn", "Me", "Mc"})


class Faults:
    """Faults of one input, gathered so that all are told at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, reason: str) -> None:
        """Note a fault."""
        self.found.append(reason)

    def raise_any(self) -> None:
        """Raise InputError with all faults on one line of at most 500 characters, if there are any."""
        if self.found:
            text = "; ".join(self.found)
            raise InputError(text if len(text) <= 500 else text[:497] + "...")


def is_visible(text: str) -> bool:
    """True when some character of the text shows something."""
    return any(c not in _BLANK and unicodedata.category(c) not in _UNSEEN for c in text)


def check_characters(value: object, where: str, faults: Faults) -> None:
    """Find null characters and halves of surrogate pairs in every text of a value, keys included."""
    if isinstance(value, str):
        if "\x00" in value:
            faults.add(f"{where} has a null character")
        if not value.isascii() and _SURROGATE.search(value):
            faults.add(f"{where} has half a surrogate pair")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_characters(key, f"a key of {where}", faults)
            check_characters(inner, f"{where}.{ascii(key)[1:61].rstrip(chr(39))}", faults)
    elif isinstance(value, list | tuple | set | frozenset):
        for number, inner in enumerate(value):
            check_characters(inner, f"{where}[{number}]", faults)


def read_text(value: object, where: str, faults: Faults, *, longest: int = LONGEST_NAME) -> str | None:
    """An optional text; null and blank are absent."""
    if value is None:
        return None
    if not isinstance(value, str):
        faults.add(f"{where} must be a text, not {name_type(value)}")
        return None
    if len(value) > longest:
        faults.add(f"{where} is longer than {longest} characters")
        return None
    return value if value.strip() else None


def read_choice(value: object, where: str, choices: type[E], default: E, faults: Faults) -> E:
    """One of the allowed values; null is the default, anything else a fault that lists them."""
    if value is None:
        return default
    if isinstance(value, str) and value in set(choices):
        return choices(value)
    given = repr(str(value)[:40]) if isinstance(value, str) else name_type(value)
    faults.add(f"{where} is {given}; allowed: {', '.join(choices)}")
    return default


def read_optional_choice(value: object, where: str, choices: type[E], faults: Faults) -> E | None:
    """One of the allowed values or None."""
    return None if value is None else read_choice(value, where, choices, next(iter(choices)), faults)


def read_time(value: object, where: str, faults: Faults) -> datetime | None:
    """An instant from ISO 8601 text, or a date or datetime; part of a date is its beginning."""
    if value is None:
        return None
    if not isinstance(value, str | datetime | date):
        faults.add(f"{where} must be an ISO 8601 date or time as text, not {name_type(value)}")
        return None
    try:
        return parse_instant(value)
    except (InputError, OverflowError) as error:
        faults.add(f"{where}: {error}")
        return None


def read_texts(value: object, where: str, faults: Faults) -> tuple[str, ...]:
    """A list of texts that say something; null is empty."""
    if value is None:
        return ()
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        faults.add(f"{where} must be a list of texts, not {name_type(value)}")
        return ()
    found: list[str] = []
    for number, item in enumerate(value):
        text = read_text(item, f"{where}[{number}]", faults)
        if text is None and (item is None or isinstance(item, str)):
            faults.add(f"{where}[{number}] is empty or too long")
        elif text is not None:
            found.append(text)
    return tuple(found)


def read_number(value: object, where: str, faults: Faults) -> float | None:
    """A finite number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        faults.add(f"{where} must be a number, not {name_type(value)}")
        return None
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        faults.add(f"{where} is no finite number")
        return None
    return number


def name_type(value: object) -> str:
    """What a value is, in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return (
        "an object" if isinstance(value, Mapping) else "a list" if isinstance(value, list | tuple) else "something else"
    )

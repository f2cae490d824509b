"""Numbers as English writes them: digits, words, fractions, scales."""

import re
from dataclasses import dataclass

UNITS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "k": 1e3, "mn": 1e6,
    "bn": 1e9, "m": 1e6, "b": 1e9, "tn": 1e12, "dozen": 12.0,
}  # fmt: skip
FRACTIONS = {
    "half": 0.5, "third": 1 / 3, "thirds": 1 / 3, "quarter": 0.25, "quarters": 0.25, "fifth": 0.2, "fifths": 0.2,
    "sixth": 1 / 6, "sixths": 1 / 6, "eighth": 0.125, "eighths": 0.125, "tenth": 0.1, "tenths": 0.1,
}  # fmt: skip
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
    "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
}  # fmt: skip

_SMALL = "|".join(sorted((*UNITS, *TENS), key=len, reverse=True))
WORDS = rf"(?:{_SMALL})(?:[- ](?:{_SMALL}|hundred|and(?= (?:{_SMALL})\b)))*"
_FRACTION = "|".join(sorted(FRACTIONS, key=len, reverse=True))
_SCALE_WORDS = "hundred|thousand|million|billion|trillion|dozen"
DIGITS = r"\d{1,3}(?:[,\u202f\u00a0']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"

# A number with its scale: `1.5 million`, `twenty-five`, `a dozen`, `two thirds`, `one and a half`.
NUMBER = (
    rf"(?:(?:{DIGITS})(?:\s?(?:{_SCALE_WORDS}|mn|bn|tn)\b|[kKMB]\b(?![a-z]))*"
    rf"|\b(?:a|an|one|two|three|four|five|seven)[ -](?:{_FRACTION})\b|\bhalf(?: an?)?(?= (?:hour|day|year|"
    rf"million|dozen|mile|litre|hectare)\b)"
    rf"|\ba (?:dozen|hundred|thousand|million|billion)\b"
    rf"|\b{WORDS}\b(?: (?:{_SCALE_WORDS})\b(?:(?: and)? {WORDS}\b)?)*)(?: and a half\b)?"
)
_DIGITS_AT_START = re.compile(DIGITS)
_TOKEN = re.compile(r"[a-zA-Z]+")


@dataclass(frozen=True, slots=True)
class Number:
    """An amount and half a unit in the last digit written (0 for words and whole numbers without a scale)."""

    amount: float
    half_digit: float
    integral: bool


def parse_number(text: str) -> Number | None:
    """The number that a match of NUMBER stands for; None when it is none."""
    text = text.strip().lower()
    extra = 0.0
    if text.endswith(" and a half"):
        text, extra = text.removesuffix(" and a half"), 0.5
    match = _DIGITS_AT_START.match(text)
    if match:
        return _of_digits(match[0], text[match.end() :], extra)
    amount = _of_words(_TOKEN.findall(text))
    return None if amount is None else Number(amount + extra, 0.0, (amount + extra).is_integer())


def parse_ordinal(text: str) -> int | None:
    """The rank that `3rd`, `third` or `twenty-first` stands for; None when it is none."""
    text = text.strip().lower()
    match = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", text)
    if match:
        return int(match[1])
    first, _, last = text.partition("-")
    if first in TENS and last in ORDINALS:
        return TENS[first] + ORDINALS[last]
    return ORDINALS.get(text)


def _of_digits(digits: str, tail: str, extra: float) -> Number:
    plain = re.sub(r"[,\u202f\u00a0']", "", digits)
    decimals = len(plain.partition(".")[2])
    scale = 1.0
    for word in _TOKEN.findall(tail):
        scale *= SCALES.get(word, 1.0)
    amount = (float(plain) + extra) * scale
    half = 0.5 * 10.0**-decimals * scale if decimals or scale > 1 else 0.0
    return Number(amount, half, decimals == 0)


def _of_words(words: list[str]) -> float | None:
    if len(words) >= 2 and words[-1] in FRACTIONS:
        share = FRACTIONS[words[-1]]
        return share * (1 if words[0] in {"a", "an"} else UNITS.get(words[0], 1))
    if words and words[0] == "half":
        return 0.5
    total, current, seen = 0.0, 0.0, False
    for word in words:
        if word in UNITS or word in TENS:
            current, seen = current + UNITS.get(word, TENS.get(word, 0)), True
        elif word == "hundred":
            current, seen = (current or 1) * 100, True
        elif word in SCALES:
            total, current, seen = (total + (current or 1) * SCALES[word]), 0.0, True
        elif word not in {"and", "a", "an"}:
            return None
    return total + current if seen else None

"""Quantities in a text: numbers with bounds, ranges, units, currencies and shares; what is counted comes from
the parse."""

import re
from dataclasses import dataclass

from graphmem.extractors.spacy_claims.numbers import NUMBER, Number, parse_number
from graphmem.model.value import Bound, Quantity

_BOUNDS: dict[str, Bound] = {
    "at least": "at_least", "no less than": "at_least", "not less than": "at_least", "no fewer than": "at_least",
    "a minimum of": "at_least", "minimum of": "at_least", "as few as": "at_least", "from": "at_least",
    "at most": "at_most", "up to": "at_most", "no more than": "at_most", "not more than": "at_most",
    "a maximum of": "at_most", "maximum of": "at_most", "not exceeding": "at_most", "as many as": "at_most",
    "max.": "at_most", "min.": "at_least", "more than": "more_than", "over": "more_than", "above": "more_than",
    "greater than": "more_than", "exceeding": "more_than", "upwards of": "more_than", "in excess of": "more_than",
    "upward of": "more_than", "less than": "less_than", "under": "less_than", "below": "less_than",
    "fewer than": "less_than", "about": "about", "around": "about", "approximately": "about", "roughly": "about",
    "circa": "about", "ca.": "about", "~": "about", "nearly": "about", "almost": "about", "some": "about",
    "an estimated": "about", "an average of": "about", "approx.": "about", "just over": "more_than",
    "just under": "less_than", "well over": "more_than", "exactly": "exact", "only": "exact", "just": "exact",
    "precisely": "exact",
}  # fmt: skip
_AFTER: dict[str, Bound] = {
    "or more": "at_least", "or higher": "at_least", "or above": "at_least", "or older": "at_least",
    "and over": "at_least", "and above": "at_least", "and older": "at_least", "or over": "at_least",
    "or longer": "at_least", "plus": "at_least", "or less": "at_most", "or fewer": "at_most",
    "or below": "at_most", "or under": "at_most", "or younger": "at_most", "or lower": "at_most",
    "at least": "at_least", "at most": "at_most", "maximum": "at_most", "minimum": "at_least",
}  # fmt: skip
_CURRENCY_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "₹": "INR", "US$": "USD", "A$": "AUD", "C$": "CAD"}
_CURRENCY_WORDS = {
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "dollar": "USD", "dollars": "USD", "usd": "USD",
    "us dollars": "USD", "gbp": "GBP", "pounds sterling": "GBP", "sterling": "GBP", "chf": "CHF",
    "swiss francs": "CHF", "francs": "CHF", "yen": "JPY", "jpy": "JPY", "yuan": "CNY", "cny": "CNY",
    "rupees": "INR", "inr": "INR", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "zloty": "PLN",
    "czk": "CZK", "aud": "AUD", "cad": "CAD", "roubles": "RUB", "rubles": "RUB",
}  # fmt: skip
_SHARES = {
    "%": "%", "percent": "%", "per cent": "%", "percentage points": "percentage point",
    "percentage point": "percentage point", "pp": "percentage point", "basis points": "basis point",
    "bps": "basis point",
}  # fmt: skip
_SYMBOLS = (
    "km/h|m/s|l/min|mg/kg|mg/l|g/l|mg/dl|kWh|MWh|GWh|kW|MW|GW|mW|kV|kHz|MHz|GHz|kPa|MPa|hPa|mbar|psi|bar|mph|kph|rpm|km²|km2|m²|m2|cm²|"
    "m³|m3|cm3|°C|°F|µg|mcg|µm|km|cm|mm|nm|kg|mg|ml|cl|dl|hl|kB|KB|MB|GB|TB|PB|KiB|MiB|GiB|TiB|Mbps|Gbps|kbps|Mbit/s|"
    "Gbit/s|ms|mA|Ah|mAh|kN|Nm|dB|Pa|Hz|ft|lbs|lb|oz|yd|mi|ha|hrs|hr|min|sec|sq m|sq ft|sq km|m|g|l|L|t|W|V|A|K|"
    "N|J|s|h|°"
)
_UNIT_WORDS = (
    "kilometres?|kilometers?|metres?|meters?|centimetres?|centimeters?|millimetres?|millimeters?|miles?|feet|foot|inch(?:es)?|yards?|"
    "square (?:kilomet(?:re|er)s?|met(?:re|er)s?|miles?|feet|kilomet(?:re|er))|cubic (?:met(?:re|er)s?|feet)|"
    "nautical miles?|knots?|"
    "kilograms?|kilogrammes?|kilos?|milligrams?|micrograms?|grams?|tonnes?|tons?|pounds?|ounces?|"
    "lit(?:re|er)s?|millilit(?:re|er)s?|gallons?|pints?|hectares?|acres?|"
    "milliseconds?|seconds?|minutes?|hours?|working days?|business days?|calendar days?|days?|nights?|weeks?|"
    "fortnights?|months?|quarters?|years?|decades?|"
    "degrees? Celsius|degrees? Fahrenheit|degrees?|kilowatts?|megawatts?|watts?|kilovolts?|volts?|amps?|amperes?|hertz|"
    "bytes?|kilobytes?|megabytes?|gigabytes?|terabytes?|pascals?|bars"
)
_FLAT_BOUNDS = "|".join(re.escape(word) for word in sorted(_BOUNDS, key=len, reverse=True))
_FLAT_AFTER = "|".join(re.escape(word) for word in sorted(_AFTER, key=len, reverse=True))
_FLAT_CURRENCY = "|".join(re.escape(word) for word in sorted(_CURRENCY_WORDS, key=len, reverse=True))
_FLAT_SHARES = "|".join(re.escape(word) for word in sorted(_SHARES, key=len, reverse=True))

# (?-i:…) keeps the case of symbols: 5 MW is not 5 mW.
_PATTERN = re.compile(
    rf"(?:(?<![\w.])(?P<bound>{_FLAT_BOUNDS})\s?)?"
    rf"(?P<between>\bbetween )?"
    rf"(?P<symbol>(?:US|A|C)?[€$£¥₹]\s?)?"
    rf"(?<![\w.,/:#-])(?P<low>{NUMBER})(?![:/]\d|\.\d)"
    rf"(?:(?:\s?(?P<unit0>{_FLAT_SHARES}|(?-i:{_SYMBOLS})(?!\w)|(?:{_UNIT_WORDS})\b))?\s?(?P<dash>to|-|–|—|and|or)\s?[€$£¥₹]?(?P<high>{NUMBER})(?![:/]\d|\.\d|-))?"
    rf"(?:\s?(?P<share>(?:{_FLAT_SHARES})(?!\w))"
    rf"|\s?(?P<money>(?:{_FLAT_CURRENCY})(?!\w))"
    rf"|[\s-]?(?P<unit>(?-i:{_SYMBOLS})(?![\w-])|(?:{_UNIT_WORDS})\b))?"
    rf"(?P<after>\s?\+|\s(?:{_FLAT_AFTER})\b)?(?![A-Za-z])",
    re.IGNORECASE,
)
_MIGHT_HOLD = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|half|dozen|hundred|thousand)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QuantitySpan:
    """A quantity and where it stands; number_start is where its first digit or word does, after any bound."""

    start: int
    end: int
    number_start: int
    quantity: Quantity
    has_unit: bool
    is_word_one: bool = False


def find_quantities(text: str, taken: list[tuple[int, int]] | None = None) -> list[QuantitySpan]:
    """Quantities in order, leaving out those that overlap `taken` (dates and times of day)."""
    if not _MIGHT_HOLD.search(text):
        return []
    found = []
    position = 0
    while (match := _PATTERN.search(text, position)) is not None:
        number_start, end = match.start("low"), match.end("low")
        span = None if taken and any(start < end and number_start < stop for start, stop in taken) else _to_span(match)
        if span is not None:
            found.append(span)
        # What a failed range took up ("120 ms to 80 ms") is looked at again.
        position = max(span.end if span is not None else match.end("low"), position + 1)
    return found


def _to_span(match: re.Match[str]) -> QuantitySpan | None:
    low = parse_number(match["low"])
    if low is None:
        return None
    if (
        match["high"]
        and match["dash"] in {"-", "–"}
        and not re.search(r"\s", match[0][match.end("low") - match.start() : match.start("high") - match.start()])
    ):
        other = parse_number(match["high"])
        if other is None or other.amount <= low.amount:
            return None  # "555-0134" is no amount
    high, end = _high_end(match, low)
    if high is not None:
        low = _share_scale(match, low)
    whole = end == match.end()
    unit = _unit_of(match) if whole else _first_unit(match, end)
    bound = _bound_of(match, high)
    half = max(low.half_digit, high.half_digit if high else 0.0)
    measured = bool(match["unit"]) and end == match.end()
    if measured and half == 0.0 and low.integral and not match["low"][0].isalpha():
        half = 0.5
    quantity = Quantity(
        amount=low.amount,
        unit=unit,
        bound=bound,
        upper=high.amount if high else None,
        half_digit=half if unit or half else 0.0,
    )
    bounded = match["bound"] and match["bound"].lower() != "from" and not _rises(match)
    # "from 5" is a preposition and its object; only the other bounds are part of the amount.
    start = match.start("bound") if bounded else match.start("symbol") if match["symbol"] else match.start("low")
    return QuantitySpan(
        start, end, match.start("low"), quantity, bool(unit), match["low"].lower() in {"one", "a", "an"}
    )


_RISING = re.compile(
    r"\b(?:go|goes|going|went|gone|come|came|climb(?:s|ed)?|creep|crept|jump(?:s|ed)?|move[sd]?|shot|rises?|rose|risen)\s+$",
    re.IGNORECASE,
)


def _rises(match: re.Match[str]) -> bool:
    """`went up to 950`: there "up to" sets no bound, it is where the amount went."""
    up = (match["bound"] or "").lower() == "up to"
    return up and _RISING.search(match.string[: match.start("bound")]) is not None


def _high_end(match: re.Match[str], low: Number) -> tuple[Number | None, int]:
    if not match["high"]:
        return None, match.end()
    joint = match["dash"].lower()
    if joint in {"and", "or"} and not (match["between"] or (match["bound"] or "").lower() == "between"):
        return None, match.end("unit0") if match["unit0"] else match.end("low")
    unit = match["unit"] or match["money"] or match["share"] or ""
    if match["unit0"] and match["unit0"] != unit:
        return None, match.end("unit0")  # "by 12 % to 80 million euro"
    high = parse_number(match["high"])
    if high is None or high.amount <= low.amount:
        return None, match.end("low")
    return high, match.end()


def _share_scale(match: re.Match[str], low: Number) -> Number:
    """The low end with the scale of the high end: `2 to 3 million`."""
    scale = re.search(r"[a-z]+$", match["high"].lower())
    if scale is None or not match["low"][0].isdigit() or re.search(r"[a-z]", match["low"].lower()):
        return low
    return parse_number(f"{match['low']} {scale[0]}") or low


def _bound_of(match: re.Match[str], high: Number | None) -> Bound:
    if high is not None:
        return "range"
    if match["after"]:
        after = match["after"].strip().lower()
        return "at_least" if after == "+" else _AFTER[after]
    word = re.sub(r"\s+", " ", match["bound"].lower()) if match["bound"] else ""
    return "exact" if word in {"", "from"} or _rises(match) else _BOUNDS[word]


def _first_unit(match: re.Match[str], end: int) -> str:
    """Unit of the low end alone, where no range was meant (`12 % to 80 million euro`)."""
    if not match["unit0"] or end != match.end("unit0"):
        return ""
    word = match["unit0"].strip()
    return _SHARES.get(word.lower(), word)


def _unit_of(match: re.Match[str]) -> str:
    if match["symbol"]:
        return _CURRENCY_SYMBOLS[match["symbol"].strip().upper()]
    if match["share"]:
        return _SHARES[match["share"].lower()]
    if match["money"]:
        return _CURRENCY_WORDS[match["money"].lower()]
    return (match["unit"] or match["unit0"] or "").strip()

"""Times of day: `14:00`, `2 pm`, `noon`, `half past nine`, and spans of them."""

import re

_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR_NUMBERS = {word: number for number, word in enumerate(_HOURS.split("|"), start=1)}
_HALF = r"(?:a\.?m\.?|p\.?m\.?)(?![a-z])"
_ONE = (
    rf"(?:\b(?:half past|quarter past|quarter to) (?:\d{{1,2}}|{_HOURS})\b|\b(?:[01]?\d|"
    rf"2[0-4])[:.h][0-5]\d(?::[0-5]\d)?(?:\s?{_HALF})?(?:\s?hrs\b)?"
    rf"|\b(?:1[0-2]|0?[1-9])\s?{_HALF}|\b(?:{_HOURS})\s?{_HALF}|\b(?:\d{{1,2}}|{_HOURS}) o'?clock|\bnoon\b|"
    rf"\bmidnight\b|\bmidday\b)"
)
# The colon makes `.` forms ambiguous with decimals: `9.30` alone is a number unless am/pm follows.
_DOTTED = re.compile(r"^\d{1,2}\.\d{2}$")
CLOCK = re.compile(
    rf"(?P<a>{_ONE}|\b\d{{1,2}}(?=\s?(?:-|–|to|until|till)\s?{_ONE}))(?:\s?(?:-|–|to|until|till|and)\s?(?P<b>{_ONE}|\d{{1,2}}(?![\d.:/])\b))?",
    re.IGNORECASE,
)


# "open from 8 to 17": bare hours, where opening is what is spoken of.
_HOUR = r"[01]?\d|2[0-4]"
_BARE = re.compile(
    rf"\bopen(?:s|ed|ing)?\b[^.;]{{0,40}}?\bfrom (?P<span>(?P<a>{_HOUR}) ?(?:to|until|till|-|–) ?(?P<b>{_HOUR}))"
    r"(?![\d:h]|\.\d| ?(?:am|pm|a\.m|p\.m)| (?:\w+day|days|weeks|months|years|percent|euros?|people))",
    re.IGNORECASE,
)


def find_clocks(text: str) -> list[tuple[int, int, str]]:
    """Start, end and normal form (`14:00`, or `09:00-17:00`) of each time of day, in order."""
    found = [(match.start("span"), match.end("span"), _bare_span(match)) for match in _BARE.finditer(text)]
    for match in CLOCK.finditer(text):
        if _DOTTED.match(match["a"]) and not (match["b"] and not _DOTTED.match(match["b"])):
            continue
        first = normal_clock(match["a"], later=match["b"])
        if first is None:
            continue
        second = normal_clock(match["b"]) if match["b"] else None
        if match["b"] and second is None:
            found.append((match.start(), match.end("a"), first))
        else:
            found.append((match.start(), match.end(), f"{first}-{second}" if second else first))
    return found


def _bare_span(match: re.Match[str]) -> str:
    return f"{int(match['a']) % 24:02d}:00-{int(match['b']) % 24:02d}:00"


def normal_clock(text: str, later: str | None = None) -> str | None:
    """`HH:MM` on the 24-hour clock; later is the other end of a span, whose am or pm may count for both."""
    text = text.strip().lower().replace(".m", "m").replace("m.", "m")
    if text in {"noon", "midday"}:
        return "12:00"
    if text == "midnight":
        return "00:00"
    match = re.fullmatch(rf"(half past|quarter past|quarter to) (\d+|{_HOURS})", text)
    if match:
        hour = _HOUR_NUMBERS.get(match[2]) or int(match[2])
        shift = {"half past": 30, "quarter past": 15, "quarter to": -15}[match[1]]
        minutes = (hour * 60 + shift) % 1440
        return f"{minutes // 60:02d}:{minutes % 60:02d}"
    match = re.match(rf"(\d{{1,2}}|{_HOURS})(?:[:.h](\d{{2}}))?", text)
    if not match:
        return None
    hour, minute = _HOUR_NUMBERS.get(match[1]) or int(match[1]), int(match[2] or 0)
    half = "pm" if re.search(r"p\.?m", text) else "am" if re.search(r"a\.?m", text) else ""
    if not half and later and re.search(r"p\.?m", later.lower()) and hour < 12 and not re.search(r"[:h]", text):
        other = re.match(r"\d+", later.strip())
        half = "pm" if other and hour < int(other[0]) else "am"
    if half == "pm" and hour < 12:
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return f"{hour % 24:02d}:{minute:02d}" if hour <= 24 and minute < 60 else None

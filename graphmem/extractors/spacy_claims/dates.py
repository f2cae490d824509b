"""Dates in a text: every precision, ranges, and words such as "last week" that count from `observed_at` alone."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.extractors.spacy_claims.numbers import ORDINALS, UNITS
from graphmem.model.interval import Interval, Precision, next_day, span_of_months

MONTHS = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
    "september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4,
    "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
MONTH_NAMES = {
    number: name.capitalize() for name, number in MONTHS.items() if len(name) > 4 or name in {"may", "june", "july"}
} | {3: "March", 4: "April"}
WEEKDAYS = {
    name: index for index, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())
}
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:1\d{3}|20\d{2}|21\d{2})"
_WEEKDAY = r"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_COUNT = rf"(?:\d{{1,4}}|{'|'.join(UNITS)}|a|an|a couple of|a few|several)"
_UNIT = r"(?:day|week|month|quarter|year|decade|hour|minute)"

DATE = re.compile(
    rf"""
      (?P<instant>\b\d{{4}}-\d{{2}}-\d{{2}}[T ]\d{{2}}:\d{{2}}(?::\d{{2}})?(?:Z|[+-]\d{{2}}:?\d{{2}})?)
    | (?P<iso>\b\d{{4}}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?\b)(?!-?\d)
    | (?P<dotted>\b(?:[0-3]?\d)\.(?:[01]?\d)\.(?:19|20)\d{{2}}\b)
    | (?P<slashed>\b(?:[0-3]?\d)/(?:[0-3]?\d)/(?:19|20)\d{{2}}\b)
    | \b(?P<dr1>{_DAY})\s?(?:to|until|-|–|and)\s?(?P<dr2>{_DAY})\s(?:of\s)?(?P<monthr>{_MONTH})(?:\.?,?\s
        (?P<yearr>{_YEAR})\b)?
    | (?:\b{_WEEKDAY},?\s(?:the\s)?)?(?:the\s)?\b(?P<day1>{_DAY})\s(?:of\s)?(?P<month1>{_MONTH})(?:\.?,?\s
        (?P<year1>{_YEAR})\b)?(?!\w)
    | (?:\b{_WEEKDAY},?\s)?\b(?P<month2>{_MONTH})\.?\s(?P<day2>{_DAY})\b(?!\s?[:%])(?:,?\s(?P<year2>{_YEAR})\b)?
    | \b(?:(?P<part3>early|mid|late|end\sof|beginning\sof|start\sof)[-\s])?(?P<month3>{_MONTH})(?:,
        |\sof)?\s(?P<year3>{_YEAR})\b
    | (?P<quarter>\bQ(?P<q1>[1-4])(?:[\s/-]?(?:of\s)?(?:FY\s?)?(?P<yq1>{_YEAR}))?\b
        |\b(?P<yq3>{_YEAR})[\s-]?Q(?P<q3>[1-4])\b|\b(?P<q2>first|second|third
        |fourth)\squarter(?:\sof)?(?:\s(?P<yq2>{_YEAR}))?\b)
    | (?P<fiscal>\b(?:FY\s?|fiscal\s(?:year\s)?|financial\syear\s)'?(?P<fy>{_YEAR}|\d{{2}})(?:\s?[/-]\s?\d{{2,4}})?\b)
    | (?P<decade>\b(?:the\s)?(?:early\s|mid-?\s?|late\s)?(?P<dec>{_YEAR})s\b)
    | (?P<century>\b(?:the\s)?(?:early\s|mid-?\s?|late\s)?(?P<cent>\d{{1,2}}(?:st|nd|rd|th)
        |[a-z]+(?:-[a-z]+)?)\s(?:century)\b)
    | (?P<relday>\b(?:today|yesterday|tomorrow|tonight|this\s(?:morning|afternoon|evening)|last\snight
        |the\sday\s(?:before\syesterday|after\stomorrow))\b)
    | (?P<rel>\b(?:the\s)?(?P<which>last|this|next|past|previous|coming|current)\s(?P<what>week|month|quarter|year
        |weekend|spring|summer|autumn|fall|winter)\b)
    | (?P<recur>\b(?:(?:on|every|each)\s)?(?:(?<=every\s)|(?<=each\s))(?P<wdev>{_WEEKDAY})s?\b|\b(?:{_WEEKDAY}s
        |weekdays|weekends|public\sholidays|bank\sholidays|working\sdays)\b)
    | (?P<relwd>\b(?:(?P<wdwhich>last|this|next|coming|on)\s)?(?P<wd>{_WEEKDAY})\b(?!s))
    | (?P<relmonth>\b(?P<mwhich>last|this|next)\s(?P<month5>{_MONTH})\b)
    | (?P<ago>\b(?P<agon>{_COUNT})\s(?P<agou>{_UNIT})s?\s(?:ago|earlier)\b)
    | (?P<inn>\bin\s(?P<innn>{_COUNT})\s(?P<innu>{_UNIT})s?(?:'?\stime)?\b(?=[.,;!?]|\s*$))
    | (?P<month4>\b(?:(?:early|mid|late)[-\s])?(?:January|February|March|April|June|July|August|September|October
        |November|December)\b|(?<=\bin\s)May\b|(?<=\bsince\s)May\b|(?<=\buntil\s)May\b|(?<=\bby\s)May\b
        |(?<=\bto\s)May\b(?=[.,;]|\s*$)|(?<=\bof\s)May\b|(?<=\bearly\s)May\b|(?<=\blate\s)May\b)
    | (?P<partyear>\b(?:early|mid|late)[-\s](?P<py>{_YEAR})\b)
    | (?P<year>(?:(?<=\b\d{{4}}[-–/])|(?<![\w.,/:€$£#-])(?<!\#\s)){_YEAR}(?![\w%]|[.,]\d|\s?(?:km|m|kg|euros?
        |dollars?|people|members|seats|employees|(?!(?:was|is|has|does|his|its|as|this|plus|less|across|versus
        |perhaps|always|sometimes)\b)[a-z]+s)\b))
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MIGHT_HOLD = re.compile(
    rf"\d|\b(?:today|yesterday|tomorrow|tonight|morning|night|week|month|quarter|year|century|ago|weekdays|"
    rf"weekends|holidays|working days|{_WEEKDAY}s?|{_MONTH}|spring|summer|autumn|winter)\b",
    re.IGNORECASE,
)
_SEASONS = {"spring": (3, 3), "summer": (6, 3), "autumn": (9, 3), "fall": (9, 3), "winter": (12, 3)}


@dataclass(frozen=True, slots=True)
class Anchor:
    """What relative words count from: the time of saying, and whether the sentence speaks of the past."""

    observed_at: datetime | None
    past: bool = False
    habitual: bool = False


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A date, where it stands, and its normal wording; interval is empty when no year is known."""

    start: int
    end: int
    interval: Interval
    text: str
    bare_year: bool = False


def find_dates(text: str, anchor: Anchor) -> list[DateSpan]:
    """Dates in order. Words such as "last week" have an interval only when the anchor has a time."""
    if not _MIGHT_HOLD.search(text):
        return []
    found = []
    for match in DATE.finditer(text):
        try:
            span = _to_span(match, anchor)
        except (ValueError, OverflowError):
            span = None
        if span is not None:
            found.append(span)
    return found


def _to_span(match: re.Match[str], anchor: Anchor) -> DateSpan | None:
    group = _leading_group(match)
    maker = _MAKERS[group]
    made = maker(match, anchor)
    if made is None:
        return None
    interval, text = made
    return DateSpan(match.start(), match.end(), interval, text or match[0], group == "year")


def _leading_group(match: re.Match[str]) -> str:
    return next(name for name in _MAKERS if match[name])


Made = tuple[Interval, str] | None


def _iso(match: re.Match[str], _: Anchor) -> Made:
    from graphmem.model.interval import parse_interval

    return parse_interval(match["instant"] or match["iso"]), ""


def _numeric(match: re.Match[str], _: Anchor) -> Made:
    first, second, year = (int(part) for part in re.split(r"[./]", match["dotted"] or match["slashed"]))
    if match["slashed"] and first <= 12 and second <= 12 and first != second:
        return Interval(), match[0]  # day and month cannot be told apart
    day, month = (second, first) if match["slashed"] and second > 12 else (first, second)
    return _day(year, month, day), ""


def _month_number(name: str) -> int:
    return MONTHS[name.lower().rstrip(".")]


def _day_month(match: re.Match[str], anchor: Anchor) -> Made:
    index = "1" if match["month1"] else "2"
    month, day = _month_number(match[f"month{index}"]), int(re.sub(r"\D", "", match[f"day{index}"]))
    if match[f"year{index}"]:
        return _day(int(match[f"year{index}"]), month, day), ""
    text = f"{day} {MONTH_NAMES[month]}"
    datetime(2024, month, day, tzinfo=UTC)  # raises for 31 June
    if anchor.observed_at is None:
        return Interval(), text
    year = _nearest_year(anchor, month, day)
    return (_day(year, month, day) if year else Interval()), text


def _day_range(match: re.Match[str], anchor: Anchor) -> Made:
    """`3 to 5 June 2026`: from the first day to the end of the last."""
    month = _month_number(match["monthr"])
    first, last = (int(re.sub(r"\D", "", match[name])) for name in ("dr1", "dr2"))
    text = f"{first}-{last} {MONTH_NAMES[month]}"
    year = int(match["yearr"]) if match["yearr"] else _nearest_year(anchor, month, first)
    if year is None or last < first:
        return Interval(), text
    return Interval(
        start=_day(year, month, first).start, end=_day(year, month, last).end, precision=Precision.SPAN
    ), text


def _month_year(match: re.Match[str], _: Anchor) -> Made:
    return span_of_months(int(match["year3"]), _month_number(match["month3"]), 1, Precision.MONTH), ""


def _quarter(match: re.Match[str], anchor: Anchor) -> Made:
    words = {"first": 1, "second": 2, "third": 3, "fourth": 4}
    number = int(match["q1"] or match["q3"] or words[match["q2"].lower()])
    year = match["yq1"] or match["yq3"] or match["yq2"]
    if year is None:
        return Interval(), f"Q{number}"
    return span_of_months(int(year), 3 * number - 2, 3, Precision.QUARTER), f"Q{number} {year}"


def _fiscal(match: re.Match[str], _: Anchor) -> Made:
    year = int(match["fy"]) if len(match["fy"]) == 4 else 2000 + int(match["fy"])
    # Fiscal years begin where each firm says; the calendar year of the name is the nearest that can be known.
    return span_of_months(year, 1, 12, Precision.YEAR), f"fiscal year {year}"


def _decade(match: re.Match[str], _: Anchor) -> Made:
    year = int(match["dec"])
    months = 1200 if year % 100 == 0 and not match[0].lower().startswith("the 20") else 120
    return span_of_months(year, 1, months, Precision.SPAN), f"{year}s"


def _century(match: re.Match[str], _: Anchor) -> Made:
    from graphmem.extractors.spacy_claims.numbers import parse_ordinal

    number = parse_ordinal(match["cent"]) or 0
    if not 1 < number <= 30:
        return None
    return span_of_months((number - 1) * 100 + 1, 1, 1200, Precision.SPAN), f"{number}th century"


def _relative_day(match: re.Match[str], anchor: Anchor) -> Made:
    word = match["relday"].lower()
    if anchor.observed_at is None:
        return Interval(), word
    shifts = {
        "yesterday": -1,
        "last night": -1,
        "tomorrow": 1,
        "the day before yesterday": -2,
        "the day after tomorrow": 2,
    }
    return _day_of(_midnight(anchor.observed_at) + timedelta(days=shifts.get(word, 0))), word


def _relative_unit(match: re.Match[str], anchor: Anchor) -> Made:
    which, what = match["which"].lower(), match["what"].lower()
    text = f"{which} {what}"
    if anchor.observed_at is None:
        return Interval(), text
    step = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1}.get(which, 0)
    return _shifted(_midnight(anchor.observed_at), what, step), text


def _recurring(match: re.Match[str], _: Anchor) -> Made:
    word = (
        match[0].lower().split()[-1]
        if not match[0].lower().endswith("days") or " " not in match[0]
        else match[0].lower()
    )
    return Interval(), word.removesuffix("s")


def _weekday(match: re.Match[str], anchor: Anchor) -> Made:
    which, day = (match["wdwhich"] or "").lower(), WEEKDAYS[match["wd"].lower()]
    text = match["wd"].capitalize()
    if anchor.observed_at is None or (anchor.habitual and which in {"", "on"}):
        return Interval(), text
    today = _midnight(anchor.observed_at)
    ahead = (day - today.weekday()) % 7
    if which == "next":
        days = ahead or 7
    elif which == "last" or (which in {"", "on"} and anchor.past):
        days = ahead - 7
    else:
        days = ahead
    return _day_of(today + timedelta(days=days)), text


def _relative_month(match: re.Match[str], anchor: Anchor) -> Made:
    month = _month_number(match["month5"])
    if anchor.observed_at is None:
        return Interval(), match[0]
    year, now = anchor.observed_at.year, anchor.observed_at.month
    which = match["mwhich"].lower()
    year += -1 if which == "last" and month >= now else 1 if which == "next" and month <= now else 0
    return span_of_months(year, month, 1, Precision.MONTH), ""


def _ago(match: re.Match[str], anchor: Anchor) -> Made:
    count, unit = _count(match["agon"] or match["innn"]), (match["agou"] or match["innu"]).lower()
    if anchor.observed_at is None or count is None:
        return Interval(), match[0]
    return _shifted(_midnight(anchor.observed_at), unit, -count if match["ago"] else count), match[0]


def _bare_month(match: re.Match[str], anchor: Anchor) -> Made:
    month = _month_number(match["month4"].split()[-1].split("-")[-1])
    if anchor.observed_at is None or anchor.habitual:
        return Interval(), MONTH_NAMES[month]
    year = _nearest_year(anchor, month, 15)
    return (span_of_months(year, month, 1, Precision.MONTH) if year else Interval()), MONTH_NAMES[month]


def _year(match: re.Match[str], _: Anchor) -> Made:
    return span_of_months(int(match["year"] or match["py"]), 1, 12, Precision.YEAR), match["year"] or match["py"]


_MAKERS = {
    "instant": _iso, "iso": _iso, "dotted": _numeric, "slashed": _numeric, "monthr": _day_range, "month1": _day_month,
    "month2": _day_month, "month3": _month_year, "quarter": _quarter, "fiscal": _fiscal, "decade": _decade,
    "century": _century, "recur": _recurring, "relday": _relative_day, "rel": _relative_unit, "relwd": _weekday,
    "relmonth": _relative_month, "ago": _ago, "inn": _ago, "month4": _bare_month, "partyear": _year,
    "year": _year,
}  # fmt: skip


def _midnight(instant: datetime) -> datetime:
    return instant.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)


def _day(year: int, month: int, day: int) -> Interval:
    return _day_of(datetime(year, month, day, tzinfo=UTC))


def _day_of(start: datetime) -> Interval:
    return Interval(start=start, end=next_day(start), precision=Precision.DAY)


def _nearest_year(anchor: Anchor, month: int, day: int) -> int | None:
    """Year of the nearest such day: back from the time of saying for the past, ahead of it otherwise."""
    if anchor.observed_at is None:
        return None
    said = anchor.observed_at
    if anchor.past:
        return said.year if (month, day) <= (said.month, said.day) else said.year - 1
    # A plan told a little late still means this year's day.
    passed = (said.month - month) * 30 + said.day - day
    return said.year + 1 if passed > 60 else said.year


def _count(word: str) -> int | None:
    word = word.lower()
    if word.isdigit():
        return int(word)
    return 1 if word in {"a", "an"} else UNITS.get(word) or ORDINALS.get(word)


def _shifted(today: datetime, unit: str, step: int) -> Interval:
    """The whole day, ISO week, month, quarter or year that lies so many steps from today's."""
    if unit in {"hour", "minute"}:
        return _day_of(today)
    if unit == "day":
        return _day_of(today + timedelta(days=step))
    if unit in {"week", "weekend"}:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        if unit == "weekend":
            return Interval(start=monday + timedelta(days=5), end=monday + timedelta(days=7), precision=Precision.SPAN)
        return Interval(start=monday, end=monday + timedelta(weeks=1), precision=Precision.WEEK)
    if unit in {"month", "quarter"}:
        width = 3 if unit == "quarter" else 1
        index = today.year * 12 + today.month - 1
        index = index - index % width + step * width
        return span_of_months(index // 12, index % 12 + 1, width, Precision.QUARTER if width == 3 else Precision.MONTH)
    if unit in _SEASONS:
        month, width = _SEASONS[unit]
        return span_of_months(today.year + step, month, width, Precision.SPAN)
    years = step * 10 if unit == "decade" else step
    return span_of_months(today.year + years, 1, 12, Precision.YEAR)

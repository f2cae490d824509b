"""What a time phrase says of a claim: since, until, from … to, in, by; and which conditions recur."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.dates import WEEKDAYS
from graphmem.model.interval import Interval, Precision
from graphmem.model.value import Bound, TextValue, TimeValue

if TYPE_CHECKING:
    from graphmem.extractors.spacy_claims.sentences import Sentence, TimeSpan

RECURRING = frozenset(WEEKDAYS) | {"weekday", "weekend", "public holiday", "bank holiday", "working day"}
_COARSE = frozenset({Precision.YEAR, Precision.QUARTER, Precision.MONTH, Precision.SPAN})
_LEAD = re.compile(
    r"(?P<word>\b(?:except on|except for|except|ever since|since|as of|as from|starting from|starting|beginning|"
    r"from|effective|until|till|up to|up until|through|by|before|after|no later than|not later than|"
    r"at the latest by|on|in|during|between|at|for|within|around|about|circa|to)\s+)(?:the\s+|start of\s+|"
    r"end of\s+|the end of\s+)?$",
    re.IGNORECASE,
)
_BOUNDS: dict[str, Bound] = {
    "by": "at_most", "before": "less_than", "no later than": "at_most", "not later than": "at_most",
    "until": "at_most", "till": "at_most", "after": "more_than", "since": "at_least", "from": "at_least",
    "around": "about", "about": "about", "circa": "about", "at the latest by": "at_most",
}  # fmt: skip
_SINCE = frozenset(("since|ever since|as of|as from|starting from|starting|beginning|from|effective|after").split("|"))
_UNTIL = frozenset({"until", "till", "up to", "up until", "through", "before", "to"})


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """A time with the word that leads it; start is where that word stands."""

    lead: str
    time: "TimeSpan"
    start: int


def phrase_of(time: "TimeSpan", sentence: "Sentence") -> TimePhrase:
    """The time with its preposition, read from the words before it."""
    offset = sentence.tokens.start_char
    before = sentence.quote[: max(0, time.start - offset)]
    if before.endswith("by "):
        pass
    match = _LEAD.search(before)
    lead = re.sub(r"\s+", " ", match["word"].strip().lower()) if match else ""
    return TimePhrase(lead, time, match.start() + offset if match else time.start)


def valid_of(phrases: list[TimePhrase]) -> Interval | None:
    """The interval in the world that these phrases give a claim; None when they give none."""
    starts: Interval | None = None
    ends: Interval | None = None
    inside: Interval | None = None
    for position, phrase in enumerate(phrases):
        interval = phrase.time.interval
        if interval.start is None or phrase.time.clock:
            continue
        if (
            phrase.lead == "from"
            and interval.precision is Precision.SPAN
            and interval.end is not None
            and len(phrases) == 1
        ):
            inside = interval  # "from 3 to 5 June"
        elif phrase.lead in _SINCE or (phrase.lead == "between" and position + 1 < len(phrases)):
            starts = starts or interval
        elif phrase.lead in _UNTIL or (
            phrase.lead in {"", "and"} and starts is not None and inside is None and position > 0
        ):
            ends = interval
        elif phrase.lead == "by":
            continue
        else:
            inside = inside or interval
    if starts is None and ends is None:
        return inside
    if starts is not None and phrases and ends is None and inside is not None:
        return inside
    return Interval(
        start=starts.start if starts else None, end=_end_of(ends) if ends else None, precision=Precision.SPAN
    )


def _end_of(interval: Interval) -> datetime | None:
    """When something that lasted until then ended: the start of a coarse time, so that a successor does not overlap."""
    return interval.start if interval.precision in _COARSE else interval.end


def kind_of_time(phrase: TimePhrase) -> str:
    """`clock`, `date` or `weekday`: what the lexicon calls such a value; days of every week are no dates."""
    if phrase.time.clock:
        return "clock"
    return "weekday" if phrase.time.text in RECURRING else "date"


def value_of_time(phrase: TimePhrase, *, bounded: bool = True) -> TimeValue | TextValue:
    """The time as a claim's value, with its bound; a weekday that no date is known for is a word."""
    if phrase.time.clock is None and phrase.time.interval.start is None and phrase.time.text.lower() in WEEKDAYS:
        return TextValue(text=phrase.time.text, head=phrase.time.text.lower())
    bound = _BOUNDS.get(phrase.lead, "exact") if bounded else "exact"
    return TimeValue(interval=phrase.time.interval, clock=phrase.time.clock, text=phrase.time.text, bound=bound)

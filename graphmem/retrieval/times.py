"""Times that a question names: "last week", "in March 2022", "before 2020", counted from the moment of asking.

Which time is meant follows the words: "what did we believe in May" asks what was recorded by then (`known`), everything
else asks what held in the world (`valid`).
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from graphmem.model.interval import Interval
from graphmem.retrieval.time_forms import FORMS, SIDES, plain_side
from graphmem.retrieval.words import STOP_WORDS, content_words

Axis = Literal["valid", "known"]

_KNOWN = re.compile(
    r"\b(?:(?:did|had|have) (?:we|i|you|they|anyone|the (?:team|agent|memory|system)) "
    r"(?:know|known|believe[d]?|think|thought|assume[d]?|record(?:ed)?)|was (?:known|believed|recorded|assumed)|"
    r"according to (?:our|the) records|as (?:was )?known|our (?:records|knowledge) as of)\b",
    re.IGNORECASE,
)
# "before the merger", "after it moved to Malmö", "since Brexit": what follows names an event.
_EVENT = re.compile(
    rf"\b(?P<side>{SIDES})\s+"
    r"(?P<event>(?:(?:the|our|my|his|her|its|their|this|that|it|they|he|she|we)\s+|(?-i:(?=[A-Z])))[\w' -]{3,80})",
    re.IGNORECASE,
)
# Where a question goes on after an event that stands before it without a comma.
_GOES_ON = re.compile(r"\b(?:who|what|which|where|when|how|did|was|were|is|are|does|do)\b", re.IGNORECASE)
_PRONOUNS = frozenset("this that it they he she we".split())
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday weekend".split()


@dataclass(frozen=True)
class TimeReading:
    """What a question says of time: the words, the stretch they mean, on which axis.

    events are the wordings of an event that it hangs on, the longest first; side is before, after, since, ….
    """

    words: str = ""
    interval: Interval | None = None
    axis: Axis = "valid"
    events: tuple[str, ...] = ()
    side: str = ""

    @property
    def instant(self) -> datetime | None:
        """The moment as of which the question asks: the last one of a closed stretch; None for an open one."""
        if self.interval is None or self.interval.end is None:
            return None
        return self.interval.end - timedelta(microseconds=1)

    def describe(self) -> str:
        """One line for a note; empty when nothing was read."""
        if self.interval is None:
            return ""
        start = self.interval.start.date().isoformat() if self.interval.start else "…"
        end = self.interval.end.date().isoformat() if self.interval.end else "…"
        meaning = "what was recorded by then" if self.axis == "known" else "what held then"
        return f"time: {self.words!r} is read as {start} to {end}, asking {meaning}"


def read_times(question: str, now: datetime) -> TimeReading:
    """The first time that the question names, resolved against the moment of asking; empty when it names none."""
    axis: Axis = "known" if _KNOWN.search(question) else "valid"
    for pattern, resolve in FORMS:
        match = pattern.search(question)
        if match is None:
            continue
        try:
            interval = resolve(match, now)
        except (ValueError, OverflowError):
            interval = None
        # An impossible date is none: a later form must not make a month of "31 February 2021".
        return TimeReading(words=match[0].strip(), interval=interval, axis=axis) if interval else TimeReading(axis=axis)
    match = _EVENT.search(question)
    events = _wordings(match["event"].strip()) if match else ()
    if match is None or not events:
        return TimeReading(axis=axis)
    return TimeReading(words=f"{match['side']} {events[0]}", axis=axis, events=events, side=plain_side(match["side"]))


def _wordings(event: str) -> tuple[str, ...]:
    """The event as written, and up to where the question goes on; none that names nothing ("before that")."""
    wordings = dict.fromkeys((event, _GOES_ON.split(event)[0].strip()))
    return tuple(words for words in wordings if _names_event(words))


def _names_event(words: str) -> bool:
    """A pronoun and one word ("it moved") may be anything; a determiner and one word ("the merger") may not."""
    content = [word for word in content_words(words) if word not in STOP_WORDS and word not in _WEEKDAYS]
    return len(content) > int(words.split(maxsplit=1)[0].lower() in _PRONOUNS)

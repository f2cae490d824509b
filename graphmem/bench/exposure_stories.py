"""What the benchmark of stale exposure tells: short stories of one slot each, and what becomes of each line."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import cycle

NAMESPACE, ELSEWHERE = "exposure", "exposure:other"
ASKED_AT = datetime(2026, 6, 1, tzinfo=UTC)
TOLD_AT = ASKED_AT - timedelta(days=2)
POISON = "exposure:poison"
_ENDED, _ENDS = TOLD_AT - timedelta(days=1), TOLD_AT + timedelta(days=1)
_SYLLABLES = ("Bel", "Cor", "Dun", "Fal", "Gar", "Hol", "Kes", "Lor", "Mar", "Nor", "Pel", "Ros", "Tar", "Vel", "Wyn")
_ENDINGS = ("bridge depot", "field works", "ham station", "mere plant", "stow office", "wick hall")
_ATTRIBUTES = ("capacity", "opening hour", "extension", "budget")


class Fate(StrEnum):
    """What becomes of a line, once all decisions are made and the time of asking has come."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    HALF = "half"  # its first sentence is retired, its second is not
    CONTESTED = "contested"
    EXPIRED = "expired"
    QUARANTINED = "quarantined"
    ELSEWHERE = "elsewhere"
    ABOVE = "above"


class Way(StrEnum):
    """How a person settles a story that no policy may settle."""

    ACCEPT = "accept"
    MERGE = "merge"
    LEAVE = "leave"


@dataclass(frozen=True)
class Told:
    """A line in the interchange format, and its fate."""

    fields: dict[str, object]
    fate: Fate

    @property
    def id(self) -> str:
        """External id."""
        return str(self.fields["external_id"])

    @property
    def text(self) -> str:
        """What it says."""
        return str(self.fields["text"])


@dataclass(frozen=True)
class Story:
    """All that is told of one slot, in order, and how a person settles it."""

    subject: str
    attribute: str
    lines: tuple[Told, ...]
    way: Way | None = None

    @property
    def merged(self) -> str:
        """What a reviewer writes who merges both sides."""
        return f"The {self.attribute} of {self.subject} is 77, as the reviewer found."

    @property
    def questions(self) -> tuple[str, ...]:
        """Questions on the slot, one a wording that each route takes, and the oldest line itself, which fits best."""
        slot = f"the {self.attribute} of {self.subject}"
        return (
            f"What is {slot}?",
            self.lines[0].text,
            f"How did {slot} change over time?",
            f"Give me an overview of {self.subject}.",
            f"Does anything about {slot} contradict anything else?",
        )


# Of the 26 records of a round 8 are superseded.
_ROUND = (
    "updated", "plain", "chain", "expired", "accepted", "elsewhere", "merged", "contested", "quarantined", "corrected",
    "plain", "half", "expiring", "updated", "above", "plain",
)  # fmt: skip


def tell(records: int) -> list[Story]:
    """Stories of at least so many records in all, always the same ones."""
    stories: list[Story] = []
    count = 0
    for slot, kind in zip(_slots(), cycle(_ROUND), strict=False):
        if count >= records and kind == _ROUND[0]:
            break
        stories.append(_story(*slot, kind))
        count += len(stories[-1].lines)
    return stories


def _slots() -> Iterator[tuple[str, str]]:
    number = 0
    while True:
        for first in _SYLLABLES:
            for ending in _ENDINGS:
                for attribute in _ATTRIBUTES:
                    yield f"{first}{ending}" + (f" {number + 1}" if number else ""), attribute
        number += 1


def _story(subject: str, attribute: str, kind: str) -> Story:
    def line(value: int, day: str, fate: Fate = Fate.CURRENT, **more: object) -> Told:
        return _line(subject, attribute, value, day, fate, **more)

    old, new = Fate.SUPERSEDED, Fate.CURRENT
    stories: dict[str, tuple[tuple[Told, ...], Way | None]] = {
        "plain": ((line(11, "2025-01-10"),), None),
        "updated": ((line(12, "2023-02-01", old), line(13, "2025-02-01")), None),
        "chain": ((line(14, "2022-03-01", old), line(15, "2023-04-01", old), line(16, "2024-05-01")), None),
        "corrected": ((line(17, "2025-03-01", old), line(18, "2025-03-09", new, content_type="correction")), None),
        "accepted": ((line(19, "2025-04-01", old), line(21, "2025-04-05")), Way.ACCEPT),
        "merged": ((line(22, "2025-05-01", old), line(23, "2025-05-04", old)), Way.MERGE),
        "contested": ((line(24, "2025-06-01", Fate.CONTESTED), line(25, "2025-06-02", Fate.CONTESTED)), Way.LEAVE),
        "half": ((_half(subject, attribute), line(27, "2025-07-01")), None),
        "expired": ((line(28, "2025-08-01", Fate.EXPIRED, expires_at=_ENDED.isoformat()),), None),
        "expiring": ((line(29, "2025-08-02", Fate.EXPIRED, expires_at=_ENDS.isoformat()),), None),
        "quarantined": ((line(31, "2025-09-01", Fate.QUARANTINED, source=POISON),), None),
        "elsewhere": ((line(32, "2025-10-01", Fate.ELSEWHERE, namespace=ELSEWHERE),), None),
        "above": ((line(33, "2025-11-01", Fate.ABOVE, sensitivity="confidential"),), None),
    }
    lines, way = stories[kind]
    return Story(subject, attribute, lines, way)


def _line(subject: str, attribute: str, value: int, day: str, fate: Fate, **more: object) -> Told:
    text = f"The {attribute} of {subject} is {value}."
    fields = {
        "text": text,
        "external_id": f"{subject}, {attribute}, {value}",
        "observed_at": day,
        "source": f"register of {subject}",
        "entities": [subject],
        "claims": [{"subject": subject, "attribute": attribute, "value": value, "quote": text}],
    }
    return Told({**fields, **more}, fate)


def _half(subject: str, attribute: str) -> Told:
    """A record of which one sentence will be retired, and the other stays."""
    first = _line(subject, attribute, 26, "2023-07-01", Fate.HALF)
    second = f"A survey of {subject} found {attribute} boards on every floor."
    return Told({**first.fields, "text": f"{first.text} {second}"}, Fate.HALF)


def retired_text(told: Told) -> str:
    """The sentence of a line that no answer may show as current; empty when there is none."""
    if told.fate is Fate.HALF:
        return told.text.split(". ", maxsplit=1)[0] + "."
    return told.text if told.fate is Fate.SUPERSEDED else ""

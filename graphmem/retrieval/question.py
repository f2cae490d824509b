"""A question as routes see it: its words, its vector, the names in it that the store knows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.errors import UsageError
from graphmem.model.retrieval import AsOf
from graphmem.model.text import name_key
from graphmem.protocols import Encoder, Vectors
from graphmem.retrieval.times import TimeReading, read_times
from graphmem.retrieval.words import STOP_WORDS, content_words, words_of
from graphmem.store_protocol import View

_LONGEST_NAME = 8  # words
_JOINT = re.compile(r"[-/&@]")
_MOST_WORDS = 160  # of a question that are looked up as names


@dataclass(frozen=True)
class KnownName:
    """A name of the question that the store knows: its key, where it stands (words), in how many records it occurs.

    is_written is False for words written small in a question that writes other names in capitals: there they are just
    words ("the state"), while in a question without other names any of them may be meant as one. is_proper is True for
    what has capitals or digits of its own, and for everything in a question that is written small throughout.
    """

    key: str
    start: int
    end: int
    records: int
    is_written: bool = True
    is_proper: bool = True


@dataclass(frozen=True)
class Question:
    """A question read once, for the router and every route."""

    text: str
    words: tuple[str, ...]
    content: tuple[str, ...]
    names: tuple[KnownName, ...]
    times: TimeReading
    as_of: AsOf
    vector: Vectors | None = None


def read_question(text: str, view: View, encoder: Encoder | None) -> Question:
    """The question with its vector, and its names as the view's scope knows them.

    Raises UsageError for a question without any visible character.
    """
    text = require_question(text)
    words = words_of(text)
    return Question(
        text=text,
        words=tuple(words),
        content=tuple(content_words(text)),
        names=known_names(words, view),
        times=read_times(text, view.as_of.now),
        as_of=view.as_of,
        vector=encoder.encode([text])[0] if encoder else None,
    )


def require_question(text: str) -> str:
    """The question without white space around it. Raises UsageError when nothing is left of it."""
    stripped = "".join(char if char.isprintable() else " " for char in text).strip()
    if not stripped:
        raise UsageError("the question is empty: say what is asked")
    return stripped


def known_names(words: Sequence[str], view: View) -> tuple[KnownName, ...]:
    """Names among runs of the question's words that records of the scope mention, longest first, none overlapping.

    Runs are looked up by key, so the question's letter case does not matter; a single word that is a stop word is no
    name unless it is written in capitals ("US", "IT"). Where no run is a name, parts of joined words that are written
    as names are looked up ("Berlin-based").
    """
    spans: dict[tuple[int, int], str] = {}
    limited = words[:_MOST_WORDS]
    for start in range(len(limited)):
        for end in range(start + 1, min(len(limited), start + _LONGEST_NAME) + 1):
            if not _is_name_like(limited[start:end]):
                continue
            spans[start, end] = name_key(" ".join(limited[start:end]))
    counts = view.mention_counts(sorted(set(spans.values())))
    if not any(counts.values()):
        spans = _joined(limited)
        counts = view.mention_counts(sorted(set(spans.values())))
    chosen: list[KnownName] = []
    for (start, end), key in sorted(spans.items(), key=lambda item: (item[0][0] - item[0][1], item[0][0])):
        overlaps = any(key == other.key or (start < other.end and other.start < end) for other in chosen)
        if counts.get(key) and not overlaps:
            chosen.append(KnownName(key=key, start=start, end=end, records=counts[key]))
    return tuple(sorted(_mark_written(chosen, limited), key=lambda name: (name.start, name.key)))


def _joined(words: Sequence[str]) -> dict[tuple[int, int], str]:
    """Keys of the parts of joined words that are written as names, one a word."""
    parts = {
        at: [part for part in _JOINT.split(word) if part[:1].isupper() and part.casefold() not in STOP_WORDS]
        for at, word in enumerate(words)
        if _JOINT.search(word)
    }
    return {(at, at + 1): name_key(found[0]) for at, found in parts.items() if found}


def _mark_written(names: Sequence[KnownName], words: Sequence[str]) -> list[KnownName]:
    """Whether each name is written as one: with a capital or a digit, the capital of the first word not counted."""
    written = [_is_written(words[name.start : name.end], is_first=name.start == 0) for name in names]
    is_small = not any(char.isupper() for word in words for char in word)
    return [
        replace(name, is_written=own or not any(written), is_proper=own or is_small)
        for name, own in zip(names, written, strict=True)
    ]


def _is_written(run: Sequence[str], *, is_first: bool) -> bool:
    if is_first and len(run) == 1:
        return any(char.isupper() or char.isdigit() for char in run[0][1:])
    return any(word[:1].isupper() or word[:1].isdigit() for word in run[is_first:])


def _is_name_like(run: Sequence[str]) -> bool:
    """False for runs that begin or end in a stop word written small, and for lone stop words not in capitals."""
    first, last = run[0], run[-1]
    if len(run) == 1:
        return first.casefold() not in STOP_WORDS or (len(first) > 1 and first.isupper())
    edges = (first if first.casefold() not in {"the", "a", "an"} else run[1], last)
    return all(word.casefold() not in STOP_WORDS or word[:1].isupper() for word in edges)

"""Sentences with what was read in them: tokens, times, quantities, and where they stand in the text."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem.extractors.spacy_claims.clock import find_clocks
from graphmem.extractors.spacy_claims.dates import Anchor, DateSpan, find_dates
from graphmem.extractors.spacy_claims.quantity import QuantitySpan, find_quantities
from graphmem.model.interval import Interval

if TYPE_CHECKING:
    from spacy.tokens import Span as TokenSpan
    from spacy.tokens import Token

_PAST_TAGS = frozenset({"VBD"})


@dataclass(slots=True)
class TimeSpan:
    """A date or a time of day in a sentence; clock is set for the latter."""

    start: int
    end: int
    interval: Interval
    text: str
    clock: str | None = None


@dataclass(slots=True)
class Sentence:
    """One sentence. Offsets of times and quantities are those of its document; `shift` makes them the text's.

    origin maps a token's offset when the sentence was reworded for the parser (see reparse.py): None for as it stands.
    """

    index: int
    tokens: "TokenSpan"
    shift: int
    times: list[TimeSpan] = field(default_factory=list)
    quantities: list[QuantitySpan] = field(default_factory=list)
    time_at: dict[int, TimeSpan] = field(default_factory=dict)
    quantity_at: dict[int, QuantitySpan] = field(default_factory=dict)
    imperative: bool = False
    order_negator: str = ""  # the `never` or `don't` that a rewording for the parser replaced
    remark: str = ""  # the `Correction:` that was cut off in front
    start: int = 0
    end: int = 0
    quote: str = ""
    source: str = ""  # text of the parsed document; the document itself would join its tokens anew at each call
    entity_at: dict[int, tuple[int, int]] = field(default_factory=dict)


def read_sentence(
    tokens: "TokenSpan", index: int, shift: int, observed_at: datetime | None, source: str | None = None
) -> Sentence:
    """The sentence with its times and quantities found and tied to tokens; source is the text of its document."""
    source = tokens.doc.text if source is None else source
    offset, end = tokens.start_char, tokens.end_char
    text = source[offset:end]
    sentence = Sentence(index, tokens, shift, start=offset + shift, end=end + shift, quote=text, source=source)
    for entity in tokens.ents:
        for place in range(entity.start, entity.end):
            sentence.entity_at[place] = (entity.start, entity.end - 1)
    if not _may_hold_numbers(text):
        return sentence
    tags = {token.tag_ for token in tokens}
    anchor = Anchor(observed_at, past=bool(tags & _PAST_TAGS) and "MD" not in tags, habitual=_is_habitual(tokens))
    clocks = find_clocks(text)
    busy = [(start, end) for start, end, _ in clocks]
    times = [TimeSpan(start + offset, end + offset, Interval(), text[start:end], clock) for start, end, clock in clocks]
    for date in find_dates(text, anchor):
        taken = any(date.start < end and start < date.end for start, end in busy)
        if not taken and not _names_a_thing(tokens, date, offset) and not _holds_a_modal(tokens, date, offset):
            busy.append((date.start, date.end))
            times.append(TimeSpan(date.start + offset, date.end + offset, date.interval, date.text))
    sentence.times = sorted(times, key=lambda time: time.start)
    sentence.quantities = [_moved(quantity, offset) for quantity in find_quantities(text, busy)]
    _tie(sentence)
    return sentence


def _may_hold_numbers(text: str) -> bool:
    return bool(text.strip())


def _is_habitual(tokens: "TokenSpan") -> bool:
    """Simple present without any other tense: said of every year, not of the next. What merely `is` is said of
    one day."""
    if tokens.root.lemma_ == "be":
        return False
    tags = {token.tag_ for token in tokens}
    return (
        bool(tags & {"VBZ", "VBP"})
        and not tags & {"VBD", "MD", "VBN"}
        and not any(t.lower_ == "to" and t.tag_ == "TO" for t in tokens)
    )


def _names_a_thing(tokens: "TokenSpan", date: DateSpan, offset: int) -> bool:
    """A bare year right after a capitalised noun without a preposition is part of a name (`Room 2024`)."""
    if not date.bare_year:
        return False
    for token in tokens:
        if token.idx - offset == date.start:
            before = token.nbor(-1) if token.i > tokens.start else None
            return (
                before is not None
                and before.pos_ in {"NOUN", "PROPN"}
                and token.head == before
                and before.lower_ in _NUMBERED
            )
    return False


def _holds_a_modal(tokens: "TokenSpan", date: DateSpan, offset: int) -> bool:
    """`Patients under 18 may take part`: no day of May."""
    return any(t.lower_ == "may" and t.tag_ == "MD" and date.start <= t.idx - offset < date.end for t in tokens)


_NUMBERED = frozenset(
    (
        "room|bay|locker|gate|unit|ticket|permit|form|article|regulation|directive|order|invoice|case|apartment|flat"
    ).split("|")
)


def _moved(span: QuantitySpan, offset: int) -> QuantitySpan:
    return QuantitySpan(
        span.start + offset,
        span.end + offset,
        span.number_start + offset,
        span.quantity,
        span.has_unit,
        span.is_word_one,
    )


def _tie(sentence: Sentence) -> None:
    """Fill time_at and quantity_at: for each token the span that it lies in."""
    if not sentence.times and not sentence.quantities:
        return
    for token in sentence.tokens:
        for time in sentence.times:
            if time.start <= token.idx < time.end:
                sentence.time_at[token.i] = time
        for quantity in sentence.quantities:
            if quantity.start <= token.idx < quantity.end or token.idx <= quantity.start < token.idx + len(token):
                sentence.quantity_at[token.i] = quantity


def tokens_of(sentence: Sentence) -> "list[Token]":
    """The sentence's tokens."""
    return list(sentence.tokens)

"""Times that hang on an event: "before the merger" is as old as the store knows the merger to be."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.model.interval import Interval
from graphmem.model.value import TimeValue
from graphmem.protocols import Encoder
from graphmem.retrieval.time_forms import bounded
from graphmem.retrieval.times import TimeReading
from graphmem.retrieval.words import content_words, coverage
from graphmem.store_protocol import View

_LOOKED_AT = 10
_SAME_EVENT = 0.75  # share of the event's words that a text must hold to speak of it


def date_event(times: TimeReading, view: View, encoder: Encoder | None) -> TimeReading:
    """The reading with the stretch that its event gives: the earliest dated claim or record that speaks of the event.

    The time that a claim gives for it comes first, then when a claim holds, then the validity given for a record, then
    when it was observed. Unchanged when nothing dated speaks of it.
    """
    for event in times.events:
        stretches = _stretches(event, view, encoder)
        if stretches:
            first = min(stretches, key=lambda stretch: (str(stretch.start), str(stretch.end)))
            words = times.words.removesuffix(times.events[0]) + event
            return replace(times, words=words, interval=bounded(times.side, first))
    return times


def _stretches(event: str, view: View, encoder: Encoder | None) -> Sequence[Interval]:
    """Times of what speaks of the event, of the best kind that there is; by meaning where its words tell of none."""
    found = _dated(event, view, [hit.record_id for hit in view.text_leg(event, _LOOKED_AT)])
    if not found and encoder is not None:
        # "the merger" is told as "A merged with B": the text leg alone would not see it.
        near = view.vector_leg(encoder.encode([event])[0], _LOOKED_AT)
        found = _dated(event, view, [hit.record_id for hit in near])
    return found


def _dated(event: str, view: View, record_ids: Sequence[str]) -> Sequence[Interval]:
    """Times of those of the records that speak of the event."""
    words, ids = content_words(event), sorted(record_ids)
    speaking_claims = [claim for claim in view.claims_of(ids) if coverage(words, claim.quote) >= _SAME_EVENT]
    # "The launch is on 3 May" says when it is; "it was launched in May" that it held from then.
    of_values = [
        claim.value.interval
        for claim in speaking_claims
        if claim.polarity and isinstance(claim.value, TimeValue) and claim.value.interval.start
    ]
    of_claims = [claim.valid for claim in speaking_claims if claim.valid and claim.valid.start]
    speaking = [record for record, _ in view.records(ids).values() if coverage(words, record.text) >= _SAME_EVENT]
    of_records = [Interval(start=record.valid_from, end=record.valid_to) for record in speaking if record.valid_from]
    observed = [Interval(start=record.observed_at, end=record.observed_at) for record in speaking if record.observed_at]
    return next((stretches for stretches in (of_values, of_claims, of_records, observed) if stretches), [])

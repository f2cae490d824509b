"""Times that hang on an event: "before the merger" is as old as the store knows the merger to be."""

from dataclasses import replace

from graphmem.model.interval import Interval
from graphmem.retrieval.times import TimeReading, bounded
from graphmem.retrieval.words import content_words, coverage
from graphmem.store_protocol import View

_LOOKED_AT = 10
_SAME_EVENT = 0.75  # share of the event's words that a text must hold to speak of it


def date_event(times: TimeReading, view: View) -> TimeReading:
    """The reading with the stretch that its event gives: the earliest dated claim or record that speaks of the event.

    A claim's time comes first, then the validity given for a record, then when it was observed. Unchanged when nothing
    dated speaks of it.
    """
    if not times.event:
        return times
    words = content_words(times.event)
    ids = [hit.record_id for hit in view.text_leg(times.event, _LOOKED_AT)]
    known = view.records(ids)
    of_claims = [
        claim.valid
        for claim in view.claims_of(ids)
        if claim.valid and claim.valid.start and coverage(words, claim.quote) >= _SAME_EVENT
    ]
    speaking = [record for record, _ in known.values() if coverage(words, record.text) >= _SAME_EVENT]
    of_records = [Interval(start=record.valid_from, end=record.valid_to) for record in speaking if record.valid_from]
    observed = [Interval(start=record.observed_at, end=record.observed_at) for record in speaking if record.observed_at]
    for stretches in (of_claims, of_records, observed):
        if stretches:
            first = min(stretches, key=lambda stretch: (str(stretch.start), str(stretch.end)))
            return replace(times, interval=bounded(times.side, first))
    return times

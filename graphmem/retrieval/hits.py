"""Hits: what a reader is shown of a record now, with its status, its doubts and its age."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.model.claim import Span
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.interval import format_instant
from graphmem.model.record import ContentType, Record, RecordState, RetiredSpan
from graphmem.model.retrieval import Hit
from graphmem.model.scope import Sensitivity
from graphmem.retrieval.answers import Ranked
from graphmem.store_protocol import View

UNDECIDED = (ConflictStatus.OPEN, ConflictStatus.ESCALATED)
Known = Mapping[str, tuple[Record, RecordState]]


@dataclass(frozen=True)
class Doubt:
    """An undecided conflict of a record, and the record on its other side."""

    conflict: Conflict
    other_id: str


def find_doubts(view: View, record_ids: Iterable[str]) -> dict[str, list[Doubt]]:
    """Undecided conflicts of those records of which both sides are candidates for this reader, by record."""
    wanted = sorted(set(record_ids))
    conflicts = view.conflicts(record_ids=wanted, statuses=UNDECIDED) if wanted else []
    live = view.candidates(sorted({side for item in conflicts for side in (item.record_a, item.record_b)}))
    doubts: dict[str, list[Doubt]] = {}
    for item in conflicts:
        if item.record_a not in live or item.record_b not in live:
            continue
        for own, other in ((item.record_a, item.record_b), (item.record_b, item.record_a)):
            doubts.setdefault(own, []).append(Doubt(conflict=item, other_id=other))
    return doubts


def make_hit(ranked: Ranked, known: Known, doubts: Sequence[Doubt], *, now: datetime, stale_days: float) -> Hit:
    """The hit of a ranked record that the view knows."""
    record, state = known[ranked.record_id]
    restricted = Sensitivity.RESTRICTED in {record.sensitivity, state.sensitivity}
    return Hit(
        record_id=record.id,
        external_id=record.external_id,
        text=state.index_text if restricted else shown_text(record.text, state.retired),
        score=round(ranked.score, 6),
        legs=dict(ranked.legs),
        path=ranked.path,
        status=state.status.value,
        contested=bool(doubts),
        canonical_id=state.canonical_id,
        source=record.source_id,
        observed_at=format_instant(record.observed_at),
        stale=is_stale(record, state, now, stale_days),
        authority=record.authority.value,
        title=None if restricted else record.title,
        speaker=None if restricted else record.speaker,
        outcome=record.outcome.value if record.outcome else None,
        content_type=record.content_type.value,
        valid_from=record.valid_from_text or format_instant(record.valid_from),
        valid_to=record.valid_to_text or format_instant(record.valid_to),
        retired=() if restricted else state.retired,
        conflict_ids=tuple(sorted({doubt.conflict.id for doubt in doubts})),
        namespace=record.namespace,
        span=Span(start=record.offset, end=record.offset + len(record.text)) if record.document_id else None,
        documents=(record.document_id,) if record.document_id else (),
    )


def shown_text(text: str, retired: Sequence[RetiredSpan]) -> str:
    """The text without its retired sentences; what is left keeps its letters, its pieces parted by one blank."""
    return " ".join(piece for piece in shown_pieces(text, retired))


def shown_pieces(text: str, retired: Sequence[RetiredSpan]) -> list[str]:
    """The verbatim stretches of the text between its retired sentences, without white space at their ends."""
    pieces, position = [], 0
    for span in sorted((item.span for item in retired), key=lambda span: (span.start, span.end)):
        pieces.append(text[position : max(span.start, position)])
        position = max(position, span.end)
    pieces.append(text[position:])
    if not retired:
        return [text]
    return [piece.strip() for piece in pieces if piece.strip()]


def is_stale(record: Record, state: RecordState, now: datetime, stale_days: float) -> bool:
    """True for a document whose last verification, or else its time, lies more than `stale_days` days back.

    Both unknown: counted from its recording, as every period is (contract 33).
    """
    if record.content_type is not ContentType.DOCUMENT:
        return False
    return now - fresh_as_of(record, state) > timedelta(days=stale_days)


def fresh_as_of(record: Record, state: RecordState) -> datetime:
    """The later of the times at which the record was observed and verified; its recording where neither is known."""
    times = [time for time in (record.observed_at, state.last_verified_at) if time is not None]
    return max(times, default=record.recorded_at)

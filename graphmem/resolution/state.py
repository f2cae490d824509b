"""What a record is now: derived from its standing retirements, its hold and its expiry, and from nothing else."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from graphmem.model.claim import Claim, Span
from graphmem.model.decision import Decision, Retirement
from graphmem.model.record import Record, RecordState, RetiredSpan, Status


def derive_state(
    record: Record,
    state: RecordState,
    standing: Sequence[Retirement],
    decisions: Mapping[str, Decision],
    chain_end: Callable[[str | None], str | None],
    claims: Mapping[str, Claim],
) -> RecordState:
    """The state of a record under its standing retirements; what is not derived from them is kept from `state`.

    standing are the retirements of this record that are not undone, their `whole` as `mark_whole` set it; claims its
    claims by id; chain_end gives the last record of a chain of canonical ids. index_text is left for the caller, who
    knows what may be indexed.
    """
    rows = sorted(standing, key=lambda row: (row.at, row.id))
    retired = [row for row in rows if not row.promoted]
    promoted = [row for row in rows if row.promoted]
    whole = next((row for row in retired if row.whole), None)
    deciding = whole or (promoted[-1] if promoted else None)
    decision = decisions.get(deciding.decision_id) if deciding else None
    status = Status.SUPERSEDED if whole else Status.CANONICAL if promoted else Status.ACTIVE
    superseded = {r for row in promoted if (d := decisions.get(row.decision_id)) for r in d.superseded}
    return state.model_copy(
        update={
            "status": _with_hold(status, state),
            "canonical_id": chain_end(whole.canonical_id) if whole else None,
            "decision_id": deciding.decision_id if deciding else None,
            "supersedes": tuple(sorted(superseded - {record.id})),
            "resolution_type": decision.resolution_type if decision else None,
            "resolution_date": decision.decided_at if decision else None,
            "resolver": decision.resolver if decision else None,
            "requires_level": deciding.requires_level if deciding else 0,
            "requires_global": deciding.requires_global if deciding else False,
            "closes_at": whole.closes_at if whole else None,
            "by_version": bool(whole and decision and decision.rule == "document_version"),
            "retired": () if whole else _retired_spans(record, state, retired, claims, chain_end),
        }
    )


def mark_whole(
    rows: Sequence[Retirement], sentences: Sequence[Span], claims: Sequence[Claim]
) -> tuple[Retirement, ...]:
    """The standing retirements of one record with `whole` set from the first on with which nothing of it is left."""
    marked, gone = [], set[str]()
    for row in sorted(rows, key=lambda item: (item.at, item.id)):
        if row.promoted or row.claim_id is None:
            marked.append(row)
            continue
        gone.add(row.claim_id)
        marked.append(row.model_copy(update={"whole": retires_whole(sentences, claims, gone)}))
    return tuple(marked)


def _with_hold(status: Status, state: RecordState) -> Status:
    if state.hold is not None:
        return state.hold
    return Status.EXPIRED if state.status is Status.EXPIRED else status


def _retired_spans(
    record: Record,
    state: RecordState,
    retired: Sequence[Retirement],
    claims: Mapping[str, Claim],
    chain_end: Callable[[str | None], str | None],
) -> tuple[RetiredSpan, ...]:
    found: dict[tuple[int, int], RetiredSpan] = {}
    for row in retired:
        if (claim := claims.get(row.claim_id or "")) is None:
            continue
        start, end = _sentence_around(state.sentences, claim.span)
        found[start, end] = RetiredSpan(
            span=Span(start=start, end=end),
            quote=record.text[start:end],
            canonical_id=chain_end(row.canonical_id),
            decision_id=row.decision_id,
        )
    return tuple(found[key] for key in sorted(found))


def retires_whole(sentences: Sequence[Span], claims: Sequence[Claim], retired: set[str]) -> bool:
    """Whether a record goes with its retired claims: no sentence is left with a live claim only, or without any.

    sentences are the spans of the record's text; claims all its claims; retired ids of those that decisions retired.
    A claim that covers more than one sentence speaks for the whole text.
    """
    gone = [claim for claim in claims if claim.id in retired]
    if len(sentences) <= 1:
        return bool(gone)
    left = [s for s in sentences if not any(c.span.start < s.end and s.start < c.span.end for c in gone)]
    return bool(gone) and not left


def live_text(record: Record, state: RecordState) -> str:
    """The record's text without its retired sentences."""
    if not state.retired:
        return record.text
    parts, position = [], 0
    for item in state.retired:
        parts.append(record.text[position : item.span.start])
        position = max(position, item.span.end)
    parts.append(record.text[position:])
    return " ".join(part.strip() for part in parts if part.strip())


def _sentence_around(sentences: Sequence[Span], span: Span) -> tuple[int, int]:
    touching = [s for s in sentences if span.start < s.end and s.start < span.end]
    if not touching:
        return span.start, span.end
    return touching[0].start, touching[-1].end


def is_expired(state: RecordState, now: datetime) -> bool:
    """Whether the record's retention has ended."""
    return state.expires_at is not None and state.expires_at <= now and not state.legal_hold

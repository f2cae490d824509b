"""Conflicts and review items as people and programs read them, within what the principal may see."""

import difflib
from collections.abc import Sequence

from graphmem.conflicts.manner import tell
from graphmem.errors import NotFoundError
from graphmem.model.answers import ConflictAnswer, ReviewAnswer, ReviewSide
from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict
from graphmem.model.interval import Interval, format_instant
from graphmem.model.record import Record, RecordState
from graphmem.model.scope import Sensitivity
from graphmem.store_protocol import View

Records = dict[str, tuple[Record, RecordState]]


def conflict_answers(view: View, conflicts: Sequence[Conflict]) -> list[ConflictAnswer]:
    """The conflicts, widest age gap first: far apart is likely an update, close together real ambiguity."""
    records = view.records(sorted({r for c in conflicts for r in (c.record_a, c.record_b)}))
    answers = [_answer(c, records) for c in conflicts if c.record_a in records and c.record_b in records]
    return sorted(answers, key=lambda answer: (-(answer.age_gap_days or -1.0), answer.id))


def _answer(conflict: Conflict, records: Records) -> ConflictAnswer:
    fields = {name: getattr(conflict, name) for name in ConflictAnswer.model_fields if hasattr(conflict, name)}
    fields["relation"] = str(conflict.relation)
    fields["status"] = str(conflict.status)
    return ConflictAnswer(
        **fields,
        external_a=records[conflict.record_a][0].external_id,
        external_b=records[conflict.record_b][0].external_id,
    )


def find_conflict(view: View, conflict_id: str) -> Conflict:
    """The conflict of that id.

    Raises NotFoundError when there is none of which the principal may see both sides.
    """
    for conflict in view.conflicts():
        if conflict.id == conflict_id:
            return conflict
    raise NotFoundError(
        f"no conflict {conflict_id!r} in namespaces {', '.join(view.principal.namespaces)}; see: graphmem conflicts"
    )


def review_conflict(view: View, conflict: Conflict) -> ReviewAnswer:
    """Both sides of a conflict with spans, what parts them, and where it stands."""
    records = view.records([conflict.record_a, conflict.record_b])
    claims = {claim.id: claim for claim in view.claims_of([conflict.record_a, conflict.record_b])}
    quotes = [
        _quote(records, conflict.record_a, claims.get(conflict.claim_a)),
        _quote(records, conflict.record_b, claims.get(conflict.claim_b)),
    ]
    marks = differing_words(*quotes)
    sides = tuple(
        _side(records[record_id], claims.get(claim_id), quote, mark).model_copy(update={"label": label})
        for label, record_id, claim_id, quote, mark in zip(
            ("a", "b"),
            (conflict.record_a, conflict.record_b),
            (conflict.claim_a, conflict.claim_b),
            quotes,
            marks,
            strict=True,
        )
    )
    return ReviewAnswer(
        id=conflict.id,
        type="conflict",
        status=str(conflict.status),
        namespace=conflict.namespace,
        reasons=conflict.reasons,
        set_id=conflict.set_id,
        attribute=conflict.attribute,
        entity_group=conflict.entity_group,
        kind=str(conflict.kind),
        confidence=conflict.confidence,
        record_a=conflict.record_a,
        record_b=conflict.record_b,
        external_a=records[conflict.record_a][0].external_id,
        external_b=records[conflict.record_b][0].external_id,
        sides=sides,
        decision_id=conflict.decision_id,
        undone_by=conflict.undone_by,
    )


def _quote(records: Records, record_id: str, claim: Claim | None) -> str:
    return claim.quote if claim else records[record_id][0].text


def _side(pair: tuple[Record, RecordState], claim: Claim | None, quote: str, differs: tuple[str, ...]) -> ReviewSide:
    record, state = pair
    return ReviewSide(
        record_id=record.id,
        external_id=record.external_id,
        text=record.text if state.sensitivity is not Sensitivity.RESTRICTED else state.index_text,
        quote=quote,
        start=claim.span.start if claim else 0,
        end=claim.span.end if claim else len(record.text),
        value=tell(claim) if claim else "",
        observed_at=format_instant(record.observed_at),
        valid=describe_interval(claim.valid) if claim else None,
        authority=str(record.authority),
        origin=str(record.origin),
        source=record.source_id,
        status=str(state.status),
        differs=differs,
    )


def differing_words(a: str, b: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words of each that the other lacks at that place, for marking."""
    left, right = a.split(), b.split()
    gone: list[str] = []
    come: list[str] = []
    matcher = difflib.SequenceMatcher(None, [w.casefold() for w in left], [w.casefold() for w in right], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            gone += left[i1:i2]
            come += right[j1:j2]
    return tuple(gone), tuple(come)


def describe_interval(interval: Interval | None) -> str | None:
    """An interval in words, None when nothing of it is known."""
    if interval is None or (interval.start is None and interval.end is None):
        return None
    start, end = (x.date().isoformat() if x else "…" for x in (interval.start, interval.end))
    return f"{start} to {end} ({interval.precision})"

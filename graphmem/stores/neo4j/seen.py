"""The state of records as one reader sees it: decisions hidden from the reader, or of later times, did not happen."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.model.claim import Claim
from graphmem.model.decision import Decision, Retirement
from graphmem.model.record import Record, RecordState, RetiredSpan, Status
from graphmem.model.rows import ClaimRow, DecisionRow, RetirementRow
from graphmem.stores.neo4j import cypher
from graphmem.stores.neo4j.batches import KEYS, portions
from graphmem.stores.neo4j.codec import decoded
from graphmem.stores.neo4j.labels import label
from graphmem.stores.neo4j.reader import Reader
from graphmem.stores.sqlite.codec import decision_that_wrote, read_record
from graphmem.stores.sqlite.status import status_at

Pair = tuple[Record, RecordState]
SeenRow = list[Any]  # as `cypher.SEEN` gives it: id, whether a decision is hidden from the reader, and the row


def seen_records(reader: Reader, fetched: Mapping[str, SeenRow], ids: Sequence[str]) -> dict[str, Pair]:
    """Those of the records that the reader may know of, with their state as this reader sees it; some rows of them came
    with another question."""
    found: dict[str, Pair] = {}
    derive: dict[str, Pair] = {}
    wanted = reader.given(ids)
    rows = [fetched[id_] for id_ in wanted if id_ in fetched]
    rows += reader.rows(cypher.SEEN, "ids", [id_ for id_ in wanted if id_ not in fetched])
    for _, hidden, record, state, indexed in rows:
        pair = read_record(record, state, indexed)
        (derive if hidden or reader.rewinds else found)[pair[0].id] = pair
    found |= _Derivation(reader, derive).pairs() if derive else {}
    return {
        id_: (record, state.model_copy(update={"status": status_at(record, state, now=reader.now, valid=reader.valid)}))
        for id_, (record, state) in found.items()
    }


class _Derivation:
    """States derived anew from the decisions that a reader may see, of all records in three questions."""

    def __init__(self, reader: Reader, pairs: Mapping[str, Pair]) -> None:
        self._pairs = pairs
        self._visible: dict[str, list[Retirement]] = defaultdict(list)
        for row in self._rows(reader, cypher.VISIBLE_RETIREMENTS, list(pairs)):
            retirement = decoded(RetirementRow, row).retirement
            self._visible[retirement.record_id].append(retirement)
        retirements = [item for rows in self._visible.values() for item in rows]
        wanted = [item.decision_id for item in retirements]
        wanted += [wrote for record, _ in pairs.values() if (wrote := decision_that_wrote(record))]
        self._decisions: dict[str, Decision] = {
            row.id: row.decision for row in self._of_kind(reader, DecisionRow, wanted)
        }
        claims = [item.claim_id for item in retirements if item.claim_id and not item.whole and not item.promoted]
        self._claims: dict[str, Claim] = {row.id: row.claim for row in self._of_kind(reader, ClaimRow, claims)}

    def pairs(self) -> dict[str, Pair]:
        """Each record with its state."""
        return {id_: (record, self._derived(record, state)) for id_, (record, state) in self._pairs.items()}

    def _derived(self, record: Record, state: RecordState) -> RecordState:
        visible = sorted(self._visible[record.id], key=lambda row: (row.at, row.id))
        whole = [row for row in visible if row.whole and not row.promoted]
        promoted = [row for row in visible if row.promoted]
        decisive = whole[-1] if whole else promoted[-1] if promoted else None
        wrote = decision_that_wrote(record)
        status = Status.SUPERSEDED if whole else Status.CANONICAL if promoted or wrote is not None else Status.ACTIVE
        kept = state.status if state.status in {Status.EXPIRED, Status.QUARANTINED, Status.UNDER_REVIEW} else status
        promoter = self._decisions.get(promoted[-1].decision_id if promoted else wrote or "")
        last = self._decisions.get(decisive.decision_id if decisive else wrote or "")
        return state.model_copy(update={
            "status": kept,
            "closes_at": decisive.closes_at if decisive and whole else None,
            "canonical_id": decisive.canonical_id if decisive and whole else None,
            "retired": self._spans(visible),
            "supersedes": promoter.superseded if promoter else (),
            "decision_id": last.id if last else None,
            "resolution_type": last.resolution_type if last else None,
            "resolution_date": last.decided_at if last else None,
            "resolver": last.resolver if last else None,
        })  # fmt: skip

    def _spans(self, visible: Sequence[Retirement]) -> tuple[RetiredSpan, ...]:
        found = [
            RetiredSpan(span=claim.span, quote=claim.quote, canonical_id=row.canonical_id, decision_id=row.decision_id)
            for row in visible
            if not row.whole and not row.promoted and (claim := self._claims.get(row.claim_id or ""))
        ]
        return tuple(sorted(found, key=lambda span: (span.span.start, span.span.end)))

    def _of_kind(self, reader: Reader, kind: Any, ids: Sequence[str]) -> list[Any]:
        query = cypher.fill(cypher.BODIES, label=label(kind))
        return [decoded(kind, row) for row in self._rows(reader, query, ids)]

    def _rows(self, reader: Reader, query: str, ids: Sequence[str]) -> list[Any]:
        return [row for part in portions(reader.given(ids), KEYS) for row in reader.ask(query, {"ids": part})]

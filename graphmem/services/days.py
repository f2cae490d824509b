"""Figures of what each agent wrote, day by day, kept as sums so that watching costs nothing of the store's size."""

import base64
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import numpy as np

from graphmem.governance.integrity import AgentDay
from graphmem.model.ids import make_id
from graphmem.model.rows import LogRow
from graphmem.protocols import Vectors
from graphmem.services.drafts import Draft
from graphmem.store_protocol import Ledger

_MOST_DOCUMENTS = 1000  # distinct documents remembered a day; beyond, the ratio is only an upper bound


@dataclass
class Sums:
    """One agent's day; vectors are summed, documents remembered by hash."""

    agent: str
    day: date
    writes: int = 0
    documents: set[str] = field(default_factory=set)
    confidence: float = 0.0
    claims: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    vectors: int = 0
    vector: Vectors | None = None

    def add(self, draft: Draft) -> None:
        """Add one record."""
        record, claims = draft.record, draft.extraction.claims
        self.writes += 1
        document = record.document_id or record.source_id
        if document and len(self.documents) < _MOST_DOCUMENTS:
            self.documents.add(make_id("h", document)[2:10])
        self.confidence += sum(claim.confidence for claim in claims)
        self.claims += len(claims)
        label = str(record.outcome or "none")
        self.outcomes[label] = self.outcomes.get(label, 0) + 1
        if draft.vector:
            vector = np.frombuffer(draft.vector, dtype="<f2").astype(np.float32)
            self.vector = vector if self.vector is None else self.vector + vector
            self.vectors += 1

    def row(self, at: datetime) -> LogRow:
        """The sums as a row."""
        packed = base64.b64encode(self.vector.astype("<f4").tobytes()).decode() if self.vector is not None else ""
        body: dict[str, object] = {
            "day": self.day.isoformat(), "writes": self.writes, "documents": sorted(self.documents),
            "confidence": self.confidence, "claims": self.claims, "outcomes": self.outcomes,
            "vectors": self.vectors, "vector": packed,
        }  # fmt: skip
        return LogRow(id=row_id(self.agent, self.day), kind="day", at=at, actor=self.agent, body=body)

    def close(self) -> AgentDay:
        """The day in figures."""
        return AgentDay(
            agent=self.agent,
            day=self.day,
            writes=self.writes,
            documents=len(self.documents),
            confidence=self.confidence / self.claims if self.claims else None,
            outcomes=self.outcomes,
            centroid=self.vector / np.float32(self.vectors) if self.vector is not None else None,
        )


class Days:
    """Sums of one transaction, added to those that are stored."""

    def __init__(self, ledger: Ledger, now: datetime) -> None:
        self._ledger = ledger
        self._now = now
        self._sums: dict[tuple[str, date], Sums] = {}

    def note(self, draft: Draft) -> None:
        """Count a stored record on its agent's day."""
        record = draft.record
        key = (record.agent_id or record.written_by, record.recorded_at.astimezone(UTC).date())
        if key not in self._sums:
            stored = self._ledger.get(LogRow, [row_id(*key)]).get(row_id(*key))
            self._sums[key] = read_row(stored) if stored else Sums(*key)
        self._sums[key].add(draft)

    def flush(self) -> None:
        """Write the sums."""
        self._ledger.put([sums.row(self._now) for _, sums in sorted(self._sums.items())])


def row_id(agent: str, day: date) -> str:
    """Id of an agent's day."""
    return make_id("y", agent, day.isoformat())


def read_row(row: LogRow) -> Sums:
    """Sums of a stored row."""
    body = row.body
    packed = str(body.get("vector") or "")
    outcomes, documents = body.get("outcomes"), body.get("documents")
    return Sums(
        agent=row.actor,
        day=date.fromisoformat(str(body["day"])),
        writes=int(str(body["writes"])),
        documents={str(d) for d in documents} if isinstance(documents, list) else set(),
        confidence=float(str(body["confidence"])),
        claims=int(str(body["claims"])),
        outcomes={str(k): int(v) for k, v in outcomes.items()} if isinstance(outcomes, dict) else {},
        vectors=int(str(body["vectors"])),
        vector=np.frombuffer(base64.b64decode(packed), dtype="<f4") if packed else None,
    )

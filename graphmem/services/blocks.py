"""Blocks: what the store holds of one entity and slot, and what of it counts as evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict
from graphmem.model.decision import Decision
from graphmem.model.record import Origin, Status
from graphmem.model.rows import ClaimRow, ConflictRow, DecisionRow, RecordRow
from graphmem.services.versions import RULE as VERSION_RULE
from graphmem.store_protocol import Ledger

SWEEP = "graphmem"  # who signs automatic decisions


@dataclass(frozen=True)
class Block:
    """What the store holds of one entity and slot."""

    key: str
    claims: dict[str, Claim]
    records: dict[str, RecordRow]
    conflicts: dict[str, Conflict]
    decisions: dict[str, Decision]

    @property
    def human(self) -> list[Decision]:
        """Standing decisions of people."""
        return [d for d in self.decisions.values() if d.resolution_type == "human_confirmed" and d.undone_at is None]

    @property
    def automatic(self) -> list[Decision]:
        """Standing decisions of policy."""
        return [
            d
            for d in self.decisions.values()
            if d.resolution_type == "auto" and d.undone_at is None and d.rule != VERSION_RULE
        ]

    def evidence(self) -> dict[str, Claim]:
        """Claims that may be compared: not held, not written by policy, not retired by a person or by a new version of
        their file, and not merely expired."""
        retired = {claim for d in self.human for claim in d.losers}
        return {key: c for key, c in self.claims.items() if key not in retired and self._counts(c)}

    def _counts(self, claim: Claim) -> bool:
        row = self.records.get(claim.record_id)
        if row is None or row.state.hold is not None:
            return False
        if row.record.origin is Origin.SYSTEM and (row.record.source_id or "").startswith("decision:"):
            return False
        if row.state.status is Status.EXPIRED:
            return row.state.decision_id is not None
        # What a decision on another block retired still counts here: it was said. A new version of a file takes back.
        return not (row.state.status is Status.SUPERSEDED and row.state.by_version)

    def settled_pairs(self) -> set[frozenset[str]]:
        """Pairs that a standing human decision already spoke about: they are not raised again."""
        pairs = set()
        for decision in self.human:
            members = [*decision.winners, *decision.losers]
            pairs |= {frozenset((a, b)) for i, a in enumerate(members) for b in members[i + 1 :]}
        return pairs


def load_blocks(ledger: Ledger, keys: Sequence[str]) -> list[Block]:
    """Those blocks that can matter: with two claims at least, or with conflicts or decisions of old."""
    claims: dict[str, dict[str, Claim]] = {key: {} for key in keys}
    for row in ledger.find(ClaimRow, {"block": list(keys)}):
        claims[row.block][row.id] = row.claim
    conflicts: dict[str, dict[str, Conflict]] = {key: {} for key in keys}
    for found in ledger.find(ConflictRow, {"block": list(keys)}):
        conflicts[found.conflict.block][found.id] = found.conflict
    decisions: dict[str, dict[str, Decision]] = {key: {} for key in keys}
    for decided in ledger.find(DecisionRow, {"block": list(keys)}):
        decisions[decided.decision.block][decided.id] = decided.decision
    kept = [key for key in keys if len(claims[key]) > 1 or conflicts[key] or decisions[key]]
    wanted = sorted({c.record_id for key in kept for c in claims[key].values()})
    records = ledger.get(RecordRow, wanted)
    return [
        Block(
            key,
            claims[key],
            {c.record_id: records[c.record_id] for c in claims[key].values() if c.record_id in records},
            conflicts[key],
            decisions[key],
        )
        for key in kept
    ]

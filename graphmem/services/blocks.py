"""Blocks: what the store holds of one entity and slot, and what of it counts as evidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from graphmem.conflicts.context import ClaimInContext
from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict
from graphmem.model.decision import Decision
from graphmem.model.record import RecordFacts, Status
from graphmem.model.rows import ClaimRow, ConflictRow, DecisionRow, RecordRow
from graphmem.services.versions import RULE as VERSION_RULE
from graphmem.store_protocol import Ledger

SWEEP = "graphmem"  # who signs automatic decisions


@dataclass(frozen=True)
class Block:
    """What the store holds of one entity and slot.

    To be compared it has all its claims and what is known of their records; to be decided, the claims and records that
    its conflicts name.
    """

    key: str
    claims: Mapping[str, Claim]
    conflicts: Mapping[str, Conflict]
    decisions: Mapping[str, Decision]
    facts: Mapping[str, RecordFacts] = field(default_factory=dict)
    records: Mapping[str, RecordRow] = field(default_factory=dict)

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

    @cached_property
    def contexts(self) -> dict[str, ClaimInContext]:
        """Claims of known records with what detection must know of them, by id."""
        return {
            key: in_context(claim, facts)
            for key, claim in self.claims.items()
            if (facts := self.facts.get(claim.record_id)) is not None
        }

    def evidence(self) -> list[ClaimInContext]:
        """Claims that may be compared, in order of id: not held, not written by policy, not retired by a person or by
        a new version of their file, and not merely expired."""
        retired = {claim for d in self.human for claim in d.losers}
        counted = {key for key in self.contexts if counts_as_evidence(self.facts[self.claims[key].record_id])}
        kept = counted - retired
        return [self.contexts[key] for key in sorted(kept)]

    def settled_pairs(self) -> set[frozenset[str]]:
        """Pairs that a standing human decision already spoke about: they are not raised again."""
        pairs = set()
        for decision in self.human:
            members = [*decision.winners, *decision.losers]
            pairs |= {frozenset((a, b)) for i, a in enumerate(members) for b in members[i + 1 :]}
        return pairs


def counts_as_evidence(facts: RecordFacts) -> bool:
    """True unless the record is held, written by policy, merely expired, or taken back by a new version of its file."""
    if facts.hold is not None or facts.is_derived:
        return False
    if facts.status is Status.EXPIRED:
        return facts.decision_id is not None
    # What a decision on another block retired still counts here: it was said. A new version of a file takes back.
    return not (facts.status is Status.SUPERSEDED and facts.by_version)


def in_context(claim: Claim, facts: RecordFacts) -> ClaimInContext:
    """A claim with what detection must know of its record."""
    return ClaimInContext(
        claim=claim,
        observed_at=facts.observed_at,
        valid_from=facts.valid_from,
        valid_to=facts.valid_to,
        level=facts.level,
        writer_level=facts.writer_level,
        writer_reads_global=facts.writer_reads_global,
        title=facts.title,
    )


def load_blocks(ledger: Ledger, keys: Sequence[str]) -> list[Block]:
    """Blocks to compare: those that can matter, with two claims at least, or with conflicts or decisions of old."""
    claims: dict[str, dict[str, Claim]] = {key: {} for key in keys}
    for row in ledger.find(ClaimRow, {"block": list(keys)}):
        claims[row.block][row.id] = row.claim
    conflicts, decisions = _history(ledger, keys)
    kept = [key for key in keys if len(claims[key]) > 1 or conflicts[key] or decisions[key]]
    facts = ledger.facts(sorted({c.record_id for key in kept for c in claims[key].values()}))
    return [Block(key, claims[key], conflicts[key], decisions[key], facts=facts) for key in kept]


def load_decidable(ledger: Ledger, keys: Sequence[str]) -> list[Block]:
    """Blocks to decide: those with conflicts or decisions, with the claims and records that the conflicts name."""
    conflicts, decisions = _history(ledger, keys)
    kept = [key for key in keys if conflicts[key] or decisions[key]]
    named = [c for key in kept for c in conflicts[key].values()]
    claims = {k: r.claim for k, r in ledger.get(ClaimRow, _both((c.claim_a, c.claim_b) for c in named)).items()}
    records = ledger.get(RecordRow, _both((c.record_a, c.record_b) for c in named))
    return [Block(key, claims, conflicts[key], decisions[key], records=records) for key in kept]


def _history(
    ledger: Ledger, keys: Sequence[str]
) -> tuple[dict[str, dict[str, Conflict]], dict[str, dict[str, Decision]]]:
    conflicts: dict[str, dict[str, Conflict]] = {key: {} for key in keys}
    for found in ledger.find(ConflictRow, {"block": list(keys)}):
        conflicts[found.conflict.block][found.id] = found.conflict
    decisions: dict[str, dict[str, Decision]] = {key: {} for key in keys}
    for decided in ledger.find(DecisionRow, {"block": list(keys)}):
        decisions[decided.decision.block][decided.id] = decided.decision
    return conflicts, decisions


def _both(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return sorted({id_ for pair in pairs for id_ in pair})

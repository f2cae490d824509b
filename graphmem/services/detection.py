"""Detection over rows: blocks as the detector takes them, slots as they were learned."""

from collections.abc import Iterable, Mapping, Sequence

from graphmem.conflicts.calibration import Calibration
from graphmem.conflicts.comparer import RuleComparer
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.detector import BlockResult, detect_block
from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.record import Record, RecordState, Status
from graphmem.model.rows import ClaimRow, ConflictRow, RecordRow, block_of
from graphmem.protocols import ClaimComparer, SlotFacts, SlotKnowledge
from graphmem.settings import Settings
from graphmem.store_protocol import Ledger

WRITE_BLOCK_CAP = 200  # claims of a block that a write is compared with; the sweep compares the rest


class Detector:
    """Compares the claims of a block with the comparer, what is known of slots and the settings' caps."""

    def __init__(self, comparer: ClaimComparer, slots: SlotKnowledge, settings: Settings) -> None:
        self._comparer = comparer
        self._slots = slots
        self._settings = settings

    def facts(self, attribute: str) -> SlotFacts:
        """What is known of a slot."""
        return self._slots.facts(attribute)

    def detect(self, block: str, claims: Sequence[Claim], records: Mapping[str, RecordRow]) -> BlockResult:
        """Conflicts among claims of one block whose records are given by id."""
        if len(claims) < 2:
            return BlockResult()
        contexts = [
            in_context(claim, records[claim.record_id].record, records[claim.record_id].state) for claim in claims
        ]
        facts = self.facts(claims[0].attribute)
        return detect_block(contexts, facts, self._comparer, max_values=self._settings.detection.max_values_per_block)

    def open_conflicts(
        self, ledger: Ledger, fresh: Iterable[Claim], records: Mapping[str, RecordRow]
    ) -> list[Conflict]:
        """Conflicts of claims that are being written with live ones of their blocks; put as `open`, and returned.

        records are those being written, by id. A conflict that is known already is left as it is.
        """
        by_block: dict[str, dict[str, Claim]] = {}
        for claim in fresh:
            by_block.setdefault(block_of(claim.entity_id, claim.attribute), {})[claim.id] = claim
        if not by_block:
            return []
        limit = WRITE_BLOCK_CAP * len(by_block)
        stored = [row.claim for row in ledger.find(ClaimRow, {"block": sorted(by_block)}, limit=limit)]
        known = dict(records) | ledger.get(RecordRow, sorted({c.record_id for c in stored} - records.keys()))
        found: list[Conflict] = []
        for block, new in sorted(by_block.items()):
            old = [
                c for c in stored if block_of(c.entity_id, c.attribute) == block and _is_live(known.get(c.record_id))
            ]
            members = {c.id: c for c in (*old, *new.values())}
            result = self.detect(block, [members[key] for key in sorted(members)], known)
            found += [c for c in result.conflicts if (c.claim_a in new or c.claim_b in new) and self._counts(c)]
        present = ledger.get(ConflictRow, [c.id for c in found])
        opened = [c for c in found if c.id not in present]
        ledger.put(
            [ConflictRow(id=c.id, conflict=c.model_copy(update={"status": ConflictStatus.OPEN})) for c in opened]
        )
        return opened

    def _counts(self, conflict: Conflict) -> bool:
        return conflict.confidence >= self._settings.resolution.noise_confidence


def in_context(claim: Claim, record: Record, state: RecordState) -> ClaimInContext:
    """A claim with what detection must know of its record."""
    return ClaimInContext(
        claim=claim,
        observed_at=record.observed_at,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        level=state.sensitivity.level,
        writer_level=record.writer_level,
        writer_reads_global=record.writer_reads_global,
    )


def _is_live(row: RecordRow | None) -> bool:
    return row is not None and row.state.status in (Status.ACTIVE, Status.CANONICAL)


def comparer_for(calibration: Calibration) -> RuleComparer:
    """The comparer whose confidence goes by a calibration."""
    return RuleComparer(calibration.calibrate)

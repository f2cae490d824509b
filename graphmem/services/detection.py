"""Detection over rows: blocks as the detector takes them, slots as they were learned."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from graphmem.conflicts.calibration import Calibration
from graphmem.conflicts.comparer import RuleComparer
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.detector import BlockResult, detect_block
from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.record import RecordFacts, Status, facts_of
from graphmem.model.rows import ClaimRow, ConflictRow, DecisionRow, RecordRow, block_of
from graphmem.protocols import ClaimComparer, SlotFacts, SlotKnowledge
from graphmem.services.blocks import in_context
from graphmem.services.judging import NOBODY
from graphmem.services.let_stand import without_covered
from graphmem.settings import Settings
from graphmem.store_protocol import Ledger

WRITE_BLOCK_CAP = 200  # claims of a block that a write is compared with; the sweep compares the rest
WRITE_PAIRS = 40_000  # pairs that one transaction of writes compares; blocks with less news come first
WRITE_CAP = 2000  # claims that one transaction of writes is compared with; smaller blocks come first


class Detector:
    """Compares the claims of a block with the comparer, what is known of slots and the settings' caps."""

    def __init__(self, comparer: ClaimComparer, slots: SlotKnowledge, settings: Settings) -> None:
        self._comparer = comparer
        self._slots = slots
        self._settings = settings

    def knowing(self, slots: SlotKnowledge) -> "Detector":
        """The same with other knowledge of slots."""
        return Detector(self._comparer, slots, self._settings)

    @property
    def asks_judge(self) -> bool:
        """True when the settings name a judge for the night."""
        return self._settings.detection.nightly_judge != NOBODY

    def facts(self, attribute: str) -> SlotFacts:
        """What is known of a slot."""
        return self._slots.facts(attribute)

    def detect(self, contexts: Sequence[ClaimInContext], fresh: Collection[str] | None = None) -> BlockResult:
        """Conflicts among claims of one block; of those with these ids with the others, when ids are given."""
        if len(contexts) < 2:
            return BlockResult()
        facts = self.facts(contexts[0].claim.attribute)
        most = self._settings.detection.max_values_per_block
        return detect_block(contexts, facts, self._comparer, max_values=most, fresh=fresh)

    def open_conflicts(
        self, ledger: Ledger, fresh: Iterable[Claim], records: Mapping[str, RecordRow]
    ) -> list[Conflict]:
        """Conflicts of claims that are being written with live ones of their blocks; put as `open`, and returned.

        records are those being written, by id. A conflict that is known already is left as it is.
        """
        by_block: dict[str, dict[str, Claim]] = {}
        for claim in fresh:
            by_block.setdefault(block_of(claim.entity_id, claim.attribute), {})[claim.id] = claim
        stored = _stored_claims(ledger, by_block)
        others = sorted({c.record_id for claims in stored.values() for c in claims.values()} - records.keys())
        known = ledger.facts(others) | {key: facts_of(row.record, row.state) for key, row in records.items()}
        found: list[Conflict] = []
        room = WRITE_PAIRS
        for block, new in sorted(by_block.items(), key=lambda item: (len(item[1]), item[0])):
            members = {key: c for key, c in stored.get(block, {}).items() if _is_live(known.get(c.record_id))} | new
            if len({claim.record_id for claim in members.values()}) > 1:
                room -= len(new) * len(members)
            if room < 0:
                break  # the sweep compares the rest, as it does with all that a write puts off
            contexts = [in_context(members[key], known[members[key].record_id]) for key in sorted(members)]
            raised = [c for c in self.detect(contexts, new).conflicts if self._counts(c)]
            if raised and members.keys() - new.keys():
                decided = [row.decision for row in ledger.find(DecisionRow, {"block": block})]
                raised = without_covered(raised, decided, members)
            found += raised
        present = ledger.get(ConflictRow, [c.id for c in found])
        opened = [c for c in found if c.id not in present]
        ledger.put(
            [ConflictRow(id=c.id, conflict=c.model_copy(update={"status": ConflictStatus.OPEN})) for c in opened]
        )
        return opened

    def _counts(self, conflict: Conflict) -> bool:
        return conflict.confidence >= self._settings.resolution.noise_confidence


def _stored_claims(ledger: Ledger, by_block: Mapping[str, Mapping[str, Claim]]) -> dict[str, dict[str, Claim]]:
    """Stored claims of these blocks by id, as many as a write may be compared with; each block is read whole or cut at
    its cap, the small ones first."""
    sizes = {block: ledger.count(ClaimRow, {"block": block}) for block in by_block}
    room = WRITE_CAP
    whole: list[str] = []
    found: dict[str, dict[str, Claim]] = {}
    for block in sorted((b for b, size in sizes.items() if size > len(by_block[b])), key=lambda b: (sizes[b], b)):
        if sizes[block] <= min(room, WRITE_BLOCK_CAP):
            whole.append(block)
            room -= sizes[block]
        elif room >= WRITE_BLOCK_CAP:
            rows = ledger.find(ClaimRow, {"block": block}, limit=WRITE_BLOCK_CAP)
            found[block] = {row.id: row.claim for row in rows}
            room -= WRITE_BLOCK_CAP
    for row in ledger.find(ClaimRow, {"block": whole}) if whole else ():
        found.setdefault(row.block, {})[row.id] = row.claim
    return found


def _is_live(facts: RecordFacts | None) -> bool:
    return facts is not None and facts.status in (Status.ACTIVE, Status.CANONICAL)


def comparer_for(calibration: Calibration) -> RuleComparer:
    """The comparer whose confidence goes by a calibration."""
    return RuleComparer(calibration.calibrate)

"""Detection over dirty blocks: compared outside any write, so that partitions run side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.conflicts.comparer import is_judges
from graphmem.conflicts.detector import BlockResult
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.rows import ConflictRow, DirtyRow
from graphmem.protocols import SlotKnowledge
from graphmem.services.blocks import Block, load_blocks
from graphmem.services.detection import Detector
from graphmem.services.let_stand import without_covered
from graphmem.services.sets import clear_dirty, mark_dirty
from graphmem.services.slots import basis_of, learn_blocks
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

CHUNK = 400  # blocks a transaction
_BLOCKS: Where = {"kind": "block"}


@dataclass
class DetectTally:
    """What detection did, summed over blocks; capped counts those of which pairs were deferred."""

    blocks: int = 0
    compared: int = 0
    deferred: int = 0
    capped: int = 0
    found: int = 0


def detect_dirty(ws: Workspace, detector: Detector, buckets: Sequence[int] | None = None) -> DetectTally:
    """Compare every dirty block whole (of some partitions, or all) and store the conflicts found.

    A block leaves the list in the transaction that stores its conflicts; one that was marked again meanwhile stays.
    What the blocks say of their slots is counted in the same pass and known from the next transaction on; blocks that
    were compared with less are marked, so call this until nothing is.
    """
    tally = DetectTally()
    where: Where = _BLOCKS if buckets is None else {"kind": "block", "bucket": list(buckets)}
    total = ws.read(lambda ledger: ledger.count(DirtyRow, where))
    after = ""
    while marks := ws.read(lambda ledger, start=after: ledger.find(DirtyRow, where, after=start, limit=CHUNK)):  # type: ignore[misc]
        after = marks[-1].id
        detector = _detect_marked(ws, detector, marks, tally)
        ws.progress.advance("detect", tally.blocks, total)
    return tally


def detect_blocks(ws: Workspace, detector: Detector, keys: Iterable[str]) -> None:
    """The same for those of the blocks that are dirty, and no others; what they teach of slots may mark them again."""
    wanted = sorted(keys)
    for start in range(0, len(wanted), CHUNK):
        part = [f"block|{key}" for key in wanted[start : start + CHUNK]]
        for _ in range(2):  # the second time for those that the first taught more of their slot
            marks = list(ws.read(lambda ledger, ids=part: ledger.get(DirtyRow, ids)).values())  # type: ignore[misc]
            if marks:
                detector = _detect_marked(ws, detector, marks, DetectTally())


def _detect_marked(ws: Workspace, detector: Detector, marks: Sequence[DirtyRow], tally: DetectTally) -> Detector:
    """Compare the blocks of these marks and store what was found; the detector with what they taught of slots."""
    blocks = ws.read(lambda ledger, keys=[m.key for m in marks]: load_blocks(ledger, keys))  # type: ignore[misc]
    done = _Compared(detector, marks, [(block, detect_one(detector, block)) for block in blocks])
    slots, outdated = ws.write(lambda ledger, done=done: _store(ledger, done))  # type: ignore[misc]
    for block, result in done.results:
        if block.key in outdated:
            continue  # compared again, and counted then
        tally.compared += result.compared
        tally.deferred += result.deferred
        tally.capped += result.deferred > 0
        tally.found += len(result.conflicts)
    tally.blocks += len(marks)
    return detector.knowing(slots)


def detect_one(detector: Detector, block: Block) -> BlockResult:
    """Conflicts of a block's evidence that no person has spoken about."""
    result = detector.detect(block.evidence())
    settled = block.settled_pairs()
    if not settled:
        return result
    fresh = [c for c in result.conflicts if frozenset((c.claim_a, c.claim_b)) not in settled]
    fresh = without_covered(fresh, block.decisions.values(), block.claims)
    return BlockResult(fresh, result.compared, result.deferred)


@dataclass(frozen=True)
class _Compared:
    """Blocks compared by one detector, for the marks that were read."""

    detector: Detector
    marks: Sequence[DirtyRow]
    results: Sequence[tuple[Block, BlockResult]]


def _store(ledger: Ledger, done: _Compared) -> tuple[SlotKnowledge, set[str]]:
    """Store what was found; what is known of slots now, and the blocks that keep their mark: those of slots of which
    more is known than they were compared with."""
    slots = learn_blocks(ledger, [block for block, _ in done.results], {mark.key for mark in done.marks})
    to_decide, outdated = [], set[str]()
    for block, result in done.results:
        if _is_outdated(block, done.detector, slots):
            outdated.add(block.key)
            continue
        store_found(ledger, block, result.conflicts)
        if result.conflicts or block.conflicts or block.automatic:
            to_decide.append(block.key)
    mark_dirty(ledger, to_decide, "decide")
    if done.detector.asks_judge:
        mark_dirty(ledger, [mark.key for mark in done.marks if mark.key not in outdated], "judge")
    clear_dirty(ledger, [mark for mark in done.marks if mark.key not in outdated])
    return slots, outdated


def _is_outdated(block: Block, detector: Detector, slots: SlotKnowledge) -> bool:
    attribute = next((claim.attribute for claim in block.claims.values()), None)
    return attribute is not None and basis_of(detector.facts(attribute)) != basis_of(slots.facts(attribute))


def store_found(ledger: Ledger, block: Block, found: Sequence[Conflict]) -> None:
    """Bring the block's conflict rows to what was found; where each stands is left to the deciding."""
    human = {conflict for d in block.human for conflict in d.conflicts}
    rows = [_merged(block.conflicts.get(c.id), c) for c in found if c.id not in human]
    if changed := [ConflictRow(id=c.id, conflict=c) for c in rows if block.conflicts.get(c.id) != c]:
        ledger.put(changed)
    kept = {c.id for c in rows} | human | {key for key, c in block.conflicts.items() if _is_judged(c, block)}
    if gone := sorted(key for key in block.conflicts if key not in kept):
        ledger.delete(ConflictRow, gone)


def _is_judged(conflict: Conflict, block: Block) -> bool:
    """True for what a judge saw between this block and another, as long as the claim of this one stands."""
    if not is_judges(conflict.rule):
        return False
    own = [key for key in (conflict.claim_a, conflict.claim_b) if key in block.claims]
    standing = {context.claim.id for context in block.evidence()}
    return all(key in standing for key in own)


def _merged(before: Conflict | None, found: Conflict) -> Conflict:
    if before is None:
        return found.model_copy(update={"status": ConflictStatus.OPEN})
    kept = {name: getattr(before, name) for name in ("status", "decision_id", "undone_by")}
    if before.undone_by is not None:
        kept["reasons"] = before.reasons  # what a person saw when the decision was taken back
    return found.model_copy(update=kept)

"""Detection over dirty blocks: compared outside any write, so that partitions run side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.conflicts.detector import BlockResult
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.rows import ConflictRow, DirtyRow
from graphmem.services.blocks import Block, load_blocks
from graphmem.services.detection import Detector
from graphmem.services.sets import clear_dirty, mark_dirty
from graphmem.services.slots import learn_blocks
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

CHUNK = 400  # blocks a transaction
_BLOCKS: Where = {"kind": "block"}


@dataclass
class DetectTally:
    """What detection did, summed over blocks."""

    blocks: int = 0
    compared: int = 0
    deferred: int = 0
    found: int = 0


def detect_dirty(ws: Workspace, detector: Detector, buckets: Sequence[int] | None = None) -> DetectTally:
    """Compare every dirty block whole (of some partitions, or all) and store the conflicts found.

    A block leaves the list in the transaction that stores its conflicts; one that was marked again meanwhile stays.
    What the blocks say of their slots is counted in the same pass; a slot about which more is known now has its blocks
    marked again, so call this until nothing is marked.
    """
    tally = DetectTally()
    where: Where = _BLOCKS if buckets is None else {"kind": "block", "bucket": list(buckets)}
    total = ws.read(lambda ledger: ledger.count(DirtyRow, where))
    after = ""
    while marks := ws.read(lambda ledger, start=after: ledger.find(DirtyRow, where, after=start, limit=CHUNK)):  # type: ignore[misc]
        after = marks[-1].id
        blocks = ws.read(lambda ledger, keys=[m.key for m in marks]: load_blocks(ledger, keys))  # type: ignore[misc]
        results = [(block, detect_one(detector, block)) for block in blocks]
        ws.write(lambda ledger, done=results, seen=marks: _store(ledger, done, seen))  # type: ignore[misc]
        for _, result in results:
            tally.compared += result.compared
            tally.deferred += result.deferred
            tally.found += len(result.conflicts)
        tally.blocks += len(marks)
        ws.progress.advance("detect", tally.blocks, total)
    return tally


def detect_one(detector: Detector, block: Block) -> BlockResult:
    """Conflicts of a block's evidence that no person has spoken about."""
    evidence = block.evidence()
    result = detector.detect(block.key, [evidence[key] for key in sorted(evidence)], block.records)
    settled = block.settled_pairs()
    if not settled:
        return result
    fresh = [c for c in result.conflicts if frozenset((c.claim_a, c.claim_b)) not in settled]
    return BlockResult(fresh, result.compared, result.deferred)


def _store(ledger: Ledger, results: Sequence[tuple[Block, BlockResult]], marks: Sequence[DirtyRow]) -> None:
    learn_blocks(ledger, [block for block, _ in results], {mark.key for mark in marks})
    to_decide = []
    for block, result in results:
        store_found(ledger, block, result.conflicts)
        if result.conflicts or block.conflicts or block.automatic:
            to_decide.append(block.key)
    mark_dirty(ledger, to_decide, "decide")
    clear_dirty(ledger, marks)


def store_found(ledger: Ledger, block: Block, found: Sequence[Conflict]) -> None:
    """Bring the block's conflict rows to what was found; where each stands is left to the deciding."""
    human = {conflict for d in block.human for conflict in d.conflicts}
    rows = [_merged(block.conflicts.get(c.id), c) for c in found if c.id not in human]
    ledger.put([ConflictRow(id=c.id, conflict=c) for c in rows if block.conflicts.get(c.id) != c])
    kept = {c.id for c in rows} | human
    ledger.delete(ConflictRow, sorted(key for key in block.conflicts if key not in kept))


def _merged(before: Conflict | None, found: Conflict) -> Conflict:
    if before is None:
        return found.model_copy(update={"status": ConflictStatus.OPEN})
    kept = {name: getattr(before, name) for name in ("status", "decision_id", "undone_by")}
    if before.undone_by is not None:
        kept["reasons"] = before.reasons  # what a person saw when the decision was taken back
    return found.model_copy(update=kept)

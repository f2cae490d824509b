"""The judge at night: sentences of one entity that rules leave open are shown to it, in batches, within a budget.

Its word is one vote: a row that a person looks at, never a retirement (resolution/resolver.py). Detection leaves a mark
`judge` for each block that it compared; what the budget of a night does not reach keeps its mark for the next.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.detector import join_sets
from graphmem.conflicts.entity import SentenceJudge, ask_judge, open_pairs
from graphmem.errors import ProviderError
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.rows import ClaimRow, ConflictRow, DirtyRow
from graphmem.services.blocks import counts_as_evidence, in_context
from graphmem.services.judging import load_nightly_judge
from graphmem.services.sets import clear_dirty, mark_dirty
from graphmem.services.slots import calibration_of
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

MARKS = 400  # read at once
CLAIMS = 1000  # of one entity that are looked through


@dataclass(frozen=True)
class AskTally:
    """What the judge was asked in a sweep: pairs shown to it, pairs put off by a cap, blocks whose turn did not come,
    and why it fell silent."""

    judged: int = 0
    put_off: int = 0
    waiting: int = 0
    alerts: tuple[str, ...] = ()

    @property
    def deferred(self) -> int:
        """Pairs that a cap put off, and blocks that wait for another night."""
        return self.put_off + self.waiting


def ask_open_pairs(ws: Workspace, before: AskTally) -> AskTally:
    """Show the judge what detection marked, as far as the budget of the night goes; before is what it was asked so far.

    A judge that cannot answer is named in the alerts and asked no more this night; nothing else fails with it.
    """
    judge = load_nightly_judge(ws.settings)
    if judge is None or before.alerts:
        return before
    calibration = ws.read(calibration_of)
    judged, put_off, waiting = before.judged, before.put_off, 0
    for entity, marks in _marked(ws):
        left = ws.settings.detection.judge_budget - judged
        if left <= 0:
            waiting += len(marks)
            continue
        contexts, known = ws.read(lambda ledger, key=entity: _sentences_of(ledger, key))  # type: ignore[misc]
        pairs, more = open_pairs(contexts, known, left, frozenset(mark.key for mark in marks))
        try:
            found = ask_judge(pairs, SentenceJudge(judge, calibration.calibrate, left))
        except ProviderError as error:
            return AskTally(judged, put_off, waiting, (f"the judge {judge.name} gave no answer: {error}",))
        judged, put_off = judged + len(pairs), put_off + more
        ws.write(lambda ledger, rows=found, seen=marks: _store(ledger, rows, seen))  # type: ignore[misc]
        ws.progress.advance("judge", judged, None)
    return AskTally(judged, put_off, waiting)


def _marked(ws: Workspace) -> Iterator[tuple[str, list[DirtyRow]]]:
    """Entities of which blocks are marked, with the marks; ids sort by entity, so that each comes once."""
    after, held = "", list[DirtyRow]()
    while True:
        page = ws.read(lambda ledger, start=after: ledger.find(DirtyRow, {"kind": "judge"}, after=start, limit=MARKS))  # type: ignore[misc]
        by_entity = _by_entity([*held, *page])
        if not page:
            yield from by_entity.items()
            return
        after = page[-1].id
        last = list(by_entity)[-1]
        held = by_entity.pop(last)
        yield from by_entity.items()


def _by_entity(marks: Sequence[DirtyRow]) -> dict[str, list[DirtyRow]]:
    found: dict[str, list[DirtyRow]] = defaultdict(list)
    for mark in marks:
        found[mark.key.split("|", 1)[0]].append(mark)
    return found


def _sentences_of(ledger: Ledger, entity: str) -> tuple[list[ClaimInContext], set[frozenset[str]]]:
    """Claims of an entity that count as evidence, and the pairs of records of which conflicts are known."""
    claims = [row.claim for row in ledger.find(ClaimRow, {"entity_id": entity}, limit=CLAIMS)]
    facts = ledger.facts(sorted({claim.record_id for claim in claims}))
    contexts = [
        in_context(claim, facts[claim.record_id])
        for claim in claims
        if claim.record_id in facts and counts_as_evidence(facts[claim.record_id])
    ]
    records = sorted({context.claim.record_id for context in contexts})
    rows = ledger.find(ConflictRow, {"record_a": records}) if records else []
    return contexts, {frozenset((row.conflict.record_a, row.conflict.record_b)) for row in rows}


def _store(ledger: Ledger, found: Sequence[Conflict], seen: Sequence[DirtyRow]) -> None:
    present: Mapping[str, ConflictRow] = ledger.get(ConflictRow, [conflict.id for conflict in found])
    fresh = [conflict for conflict in join_sets(list(found)) if conflict.id not in present]
    ledger.put([ConflictRow(id=c.id, conflict=c.model_copy(update={"status": ConflictStatus.OPEN})) for c in fresh])
    mark_dirty(ledger, {conflict.block for conflict in fresh}, "decide")
    clear_dirty(ledger, seen)

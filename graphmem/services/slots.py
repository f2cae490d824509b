"""Slots as they are known now: seeds of the lexicon, moved by what the tenant's claims showed."""

from collections import Counter
from collections.abc import Iterable, Sequence

from graphmem.conflicts.calibration import Calibration, load_calibration, read_calibration
from graphmem.conflicts.slots import LearnedSlots, SlotCounts, count_group
from graphmem.model.rows import ClaimRow, DirtyRow, MetaRow
from graphmem.protocols import SlotFacts
from graphmem.services.blocks import Block
from graphmem.services.detection import Detector, comparer_for
from graphmem.services.sets import mark_dirty
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

LEARNED = "slots"  # id of the row that holds the counts of all attributes
CALIBRATION = "calibration"  # id of the row that holds the tenant's own curves


class SteppedSlots:
    """Learned facts in steps of a tenth: a slot's blocks are compared anew at a step, not at every example."""

    def __init__(self, counts: dict[str, SlotCounts]) -> None:
        self._learned = LearnedSlots(counts)

    def facts(self, attribute: str) -> SlotFacts:
        """Facts of that attribute; unknown ones have the default."""
        facts = self._learned.facts(attribute)
        return facts.model_copy(update={"single": round(facts.single, 1)}) if facts.source == "learned" else facts

    def attributes(self) -> list[str]:
        """Attributes of which the corpus says something."""
        return self._learned.attributes()


def load_counts(ledger: Ledger) -> dict[str, SlotCounts]:
    """What was counted, by attribute."""
    row = ledger.get(MetaRow, [LEARNED]).get(LEARNED)
    found = {}
    for attribute, pair in (row.body if row else {}).items():
        if isinstance(pair, list):
            found[attribute] = SlotCounts(attribute=attribute, single=int(pair[0]), several=int(pair[1]))
    return found


def calibration_of(ledger: Ledger) -> Calibration:
    """The tenant's own calibration, else the shipped one."""
    row = ledger.get(MetaRow, [CALIBRATION]).get(CALIBRATION)
    return read_calibration(str(row.body["json"])) if row is not None else load_calibration()


def make_detector(ws: Workspace) -> Detector:
    """The detector with what is known of slots now."""
    calibration, counts = ws.read(lambda ledger: (calibration_of(ledger), load_counts(ledger)))
    return Detector(comparer_for(calibration), SteppedSlots(counts), ws.settings)


def basis_of(facts: SlotFacts) -> tuple[float, str]:
    """What of the facts a comparison rests on: blocks compared on another basis are compared anew."""
    return facts.single, facts.source


def learn_blocks(ledger: Ledger, blocks: Sequence[Block], keys: Iterable[str]) -> SteppedSlots:
    """Count these blocks anew, and what is known of slots then; one of which more is known has its blocks marked.

    blocks are those of the keys that have several claims, conflicts or decisions; the others say nothing of their slot.
    """
    before = ledger.get(MetaRow, [f"block|{key}" for key in sorted(keys)])
    loaded = {block.key: block for block in blocks}
    change: Counter[tuple[str, str]] = Counter()
    fresh, gone = [], []
    for key in sorted({*loaded, *(row_id.removeprefix("block|") for row_id in before)}):
        old = before.get(f"block|{key}")
        new = _count(loaded[key]) if key in loaded else None
        if old is not None:
            change[str(old.body["attribute"]), str(old.body["said"])] -= 1
        if new is not None:
            change[new[0], new[1]] += 1
            fresh.append(MetaRow(id=f"block|{key}", body={"attribute": new[0], "said": new[1]}))
        elif old is not None:
            gone.append(old.id)
    ledger.put([row for row in fresh if before.get(row.id) != row])
    ledger.delete(MetaRow, gone)
    return _add(ledger, change)


def _count(block: Block) -> tuple[str, str] | None:
    known = [c for c in block.contexts.values() if block.facts[c.claim.record_id].hold is None]
    if len(known) < 2:
        return None
    counts = count_group(known)
    if counts.several:
        return counts.attribute, "several"
    return (counts.attribute, "single") if counts.single else None


def _add(ledger: Ledger, change: Counter[tuple[str, str]]) -> SteppedSlots:
    before = load_counts(ledger)
    after = dict(before)
    for (attribute, said), by in change.items():
        counts = after.get(attribute, SlotCounts(attribute=attribute))
        after[attribute] = counts.model_copy(update={said: max(0, getattr(counts, said) + by)})
    old, new = SteppedSlots(before), SteppedSlots(after)
    if before == after:
        return new
    body: dict[str, object] = {a: [c.single, c.several] for a, c in sorted(after.items()) if c.single or c.several}
    ledger.put([MetaRow(id=LEARNED, body=body)])
    stepped = [a for a in sorted({a for a, _ in change}) if basis_of(old.facts(a)) != basis_of(new.facts(a))]
    if stepped:
        # Those that are marked already will be compared with what is known by then.
        marks = {f"block|{key}": key for key in ledger.distinct(ClaimRow, "block", {"attribute": stepped})}
        marked = set(ledger.distinct(DirtyRow, "id", {"id": sorted(marks)}))
        mark_dirty(ledger, [key for mark, key in marks.items() if mark not in marked])
    return new


def forget_attributes(ledger: Ledger, attributes: Sequence[str]) -> None:
    """Attributes of which no claim is left leave what was learned."""
    row = ledger.get(MetaRow, [LEARNED]).get(LEARNED)
    if row is not None and set(attributes) & row.body.keys():
        kept = {name: pair for name, pair in row.body.items() if name not in attributes}
        ledger.put([MetaRow(id=LEARNED, body=kept)])


def list_slots(ws: Workspace) -> list[dict[str, object]]:
    """What is known of every slot in use within the principal's scope, most used first."""
    used: Counter[str] = Counter()
    with ws.view() as view:
        after = ""
        while ids := view.candidate_ids(after=after, limit=1000):
            used.update(claim.attribute for claim in view.claims_of(ids))
            after = ids[-1]
    known = SteppedSlots(ws.read(load_counts))
    found: list[dict[str, object]] = []
    for attribute, count in sorted(used.items(), key=lambda item: (-item[1], item[0])):
        facts = known.facts(attribute)
        found.append(
            {"attribute": attribute, "single": facts.single, "source": facts.source, "evidence": facts.evidence,
             "groups": facts.groups, "claims": count, "inverse": facts.inverse, "symmetric": facts.symmetric}
        )  # fmt: skip
    return found

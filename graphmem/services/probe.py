"""Whether what an agent concluded contradicts what is believed now."""

from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.model.claim import bind_claim
from graphmem.model.conflict import Conflict, Relation
from graphmem.model.record import Origin, Record, RecordFacts, RecordState, Status, facts_of
from graphmem.model.rows import ClaimRow, block_of
from graphmem.services.blocks import in_context
from graphmem.services.detection import WRITE_BLOCK_CAP, Detector
from graphmem.services.drafts import Draft
from graphmem.services.placing import place_known
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_CERTAIN = 0.5  # likelier than not that both cannot hold: a person looks before it is stored


class DraftProbe:
    """Compares the draft that is being looked at with live records, inside the transaction of its write."""

    def __init__(self, ws: Workspace, detector: Detector) -> None:
        self._ws = ws
        self._detector = detector
        self._looking: tuple[Ledger, Draft] | None = None

    @contextmanager
    def looking_at(self, ledger: Ledger, draft: Draft) -> Iterator[None]:
        """Answer about this draft for a while."""
        self._looking = (ledger, draft)
        try:
            yield
        finally:
            self._looking = None

    def contradicts(self, record: Record) -> str | None:
        """Id of a live record that the writer could read and that cannot hold together with this one."""
        if self._looking is None:
            return None
        ledger, draft = self._looking
        drafts = draft.extraction.claims
        bound = [bind_claim(c, record.id, record.tenant, record.namespace) for c in drafts]
        claims = place_known(ledger, bound)
        own = facts_of(record, RecordState(record_id=record.id, sensitivity=record.sensitivity))
        for claim in claims:
            block = block_of(claim.entity_id, claim.attribute)
            stored = [row.claim for row in ledger.find(ClaimRow, {"block": block}, limit=WRITE_BLOCK_CAP)]
            known = ledger.facts(sorted({c.record_id for c in stored}))
            live = [in_context(c, known[c.record_id]) for c in stored if _is_live(known.get(c.record_id))]
            result = self._detector.detect([*live, in_context(claim, own)], {claim.id})
            for conflict in result.conflicts:
                if other := self._opponent(conflict, claim.id):
                    return other
        return None

    def _opponent(self, conflict: Conflict, claim_id: str) -> str | None:
        if claim_id not in (conflict.claim_a, conflict.claim_b) or conflict.confidence < _CERTAIN:
            return None
        if conflict.relation is Relation.REFINEMENT:
            return None
        return conflict.record_b if conflict.claim_a == claim_id else conflict.record_a


def _is_live(facts: RecordFacts | None) -> bool:
    """Live, and more than another conclusion of an agent: of two conclusions neither outranks the other by having come
    first, so they are stored and contested."""
    live = facts is not None and facts.status in (Status.ACTIVE, Status.CANONICAL)
    return live and facts is not None and facts.origin is not Origin.AGENT_OUTCOME

"""Sets as policies see them, built from what the store holds."""

from collections.abc import Iterable, Mapping, Sequence

from graphmem.conflicts.comparer import is_judges
from graphmem.conflicts.values import affirms, value_key
from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict
from graphmem.model.record import Record
from graphmem.resolution.case import SetCase, Side
from graphmem.resolution.direct_impact import impact_of
from graphmem.services.sets import set_key
from graphmem.services.workspace import Workspace


def said_by(claim: Claim) -> str:
    """What a claim says of its slot, as a key: claims that share it agree."""
    conditions = sorted((c.name, c.value, c.negated) for c in claim.conditions)
    return repr((value_key(claim.value), affirms(claim), conditions))


def build_case(
    ws: Workspace,
    conflicts: Sequence[Conflict],
    claims: Mapping[str, Claim],
    records: Mapping[str, Record],
    *,
    undone_by: str | None = None,
) -> SetCase:
    """The case of one set; claims and records by id, at least those that the conflicts name."""
    ids = sorted({claim for c in conflicts for claim in (c.claim_a, c.claim_b)})
    sides = tuple(Side(claim=claims[i], record=records[claims[i].record_id], group=said_by(claims[i])) for i in ids)
    first = conflicts[0]
    impact = impact_of(
        tuple(side.claim for side in sides), tuple(texts_of(sides)), first.namespace, ws.settings.resolution
    )
    return SetCase(
        id=set_key(conflicts),
        namespace=first.namespace,
        block=first.block,
        attribute=first.attribute,
        sides=sides,
        conflicts=tuple(conflicts),
        impact=impact,
        undone_by=undone_by,
        judged_by=next((c.rule for c in conflicts if is_judges(c.rule)), None),
        now=ws.now(),
        close_days=ws.settings.resolution.close_days,
    )


def texts_of(sides: Iterable[Side]) -> list[str]:
    """Texts that tell what the set is about."""
    return [f"{side.record.title or ''} {side.claim.subject} {side.claim.quote}" for side in sides]

"""How a rule's table is checked: what it says, and that it says the same either way round."""

from graphmem.conflicts.comparer import load_rules
from graphmem.model.claim import ClaimDraft
from graphmem.model.conflict import Finding
from graphmem.protocols import SidedClaim, SlotFacts
from tests.unit.conflicts.builders import SINGLE, side


def speak(
    name: str, left: SidedClaim | ClaimDraft, right: SidedClaim | ClaimDraft, slot: SlotFacts = SINGLE
) -> Finding | None:
    """What the rule of that name says of the pair, having checked that the other way round it says the same."""
    rule = dict(load_rules())[name]
    a, b = (claim if isinstance(claim, SidedClaim) else side(claim) for claim in (left, right))
    said, mirrored = rule(a, b, slot), rule(b, a, slot)
    assert (said is None) == (mirrored is None)
    if said is not None and mirrored is not None:
        assert (said.relation, said.kind, said.strength) == (mirrored.relation, mirrored.kind, mirrored.strength)
    return said

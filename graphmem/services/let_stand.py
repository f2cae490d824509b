"""What people let stand side by side (keep both, no conflict): what that covers, what of it only they settle."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.claim import Claim
from graphmem.model.conflict import Conflict
from graphmem.model.decision import Decision, DecisionOutcome
from graphmem.model.scope import GLOBAL
from graphmem.services.cases import said_by

_LEAVING = (DecisionOutcome.KEEP_BOTH, DecisionOutcome.DISMISS)


@dataclass(frozen=True)
class LetStand:
    """One decision of a person that no side is to go, and what its sides say."""

    decision: Decision
    said: frozenset[str]

    def covers(self, conflict: Conflict, claims: Mapping[str, Claim]) -> bool:
        """Whether the conflict says no more than what the person saw: both sides repeat what was let stand.

        Only where each reader of the conflict may see the decision; words that report a change say more.
        """
        decision = self.decision
        if not self._reaches(conflict) or decision.requires_level > conflict.requires_level:
            return False
        if decision.requires_global and not conflict.requires_global and conflict.namespace != GLOBAL:
            return False
        sides = [claims[key] for key in (conflict.claim_a, conflict.claim_b) if key in claims]
        news = [claim for claim in sides if claim.id not in decision.winners and claim.change is not None]
        return len(sides) == 2 and not news and all(said_by(claim) in self.said for claim in sides)

    def touches(self, conflict: Conflict, claims: Mapping[str, Claim]) -> bool:
        """Whether a side of the conflict says what the person let stand."""
        sides = [claims[key] for key in (conflict.claim_a, conflict.claim_b) if key in claims]
        return self._reaches(conflict) and any(said_by(claim) in self.said for claim in sides)

    def _reaches(self, conflict: Conflict) -> bool:
        """A decision holds in its namespace, one of `global` also where a narrower one is compared with `global`."""
        space = self.decision.namespace
        return space == conflict.namespace or (space == GLOBAL and conflict.requires_global)


def find_let_stand(decisions: Iterable[Decision], claims: Mapping[str, Claim]) -> list[LetStand]:
    """What standing decisions of people among these let stand, as long as two different sides of it are left."""
    human = [d for d in decisions if d.resolution_type == "human_confirmed" and d.undone_at is None]
    retired = {claim for decision in human for claim in decision.losers}
    found = []
    for decision in sorted(human, key=lambda d: d.id):
        if decision.outcome in _LEAVING:
            left = [claims[key] for key in decision.winners if key in claims and key not in retired]
            said = frozenset(said_by(claim) for claim in left)
            found += [LetStand(decision, said)] if len(said) > 1 else []
    return found


def without_covered(
    conflicts: Sequence[Conflict], decisions: Iterable[Decision], claims: Mapping[str, Claim]
) -> list[Conflict]:
    """Those of the conflicts that no decision of a person covers."""
    left = find_let_stand(decisions, claims)
    return [conflict for conflict in conflicts if not any(item.covers(conflict, claims) for item in left)]

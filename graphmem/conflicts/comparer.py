"""Two claims of one entity and slot: what they are to each other, by asking every rule and weighing what it says.

Rules are found by name in graphmem/conflicts/rules. Precedence goes by what a finding says, never by the order of
rules: unrelated > compatible > refinement > update > contradiction > duplicate, where all but the first and the last
only speak once some rule says that the two differ.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

from graphmem.conflicts.calibration import REVIEW_BELOW
from graphmem.conflicts.manner import is_hearsay
from graphmem.conflicts.strengths import Calibrate, calibrate_by_table
from graphmem.conflicts.times import are_apart, describe_interval, holding, order_of
from graphmem.conflicts.unread import unread_words
from graphmem.model.conflict import Comparison, ConflictKind, Finding, Relation
from graphmem.protocols import SidedClaim, SlotFacts
from graphmem.registry import Registry

Rule = Callable[[SidedClaim, SidedClaim, SlotFacts], Finding | None]
RULES = Registry(package="graphmem.conflicts.rules", what="conflict rule", group="graphmem.conflict_rules")
_HEARSAY = 0.6  # what a report is worth against a statement: enough to be shown, too little to settle anything
_UNREAD = 0.75  # of what one sentence restricts and its claim does not say
_ASK = REVIEW_BELOW - 0.01  # the most that either is worth, however the curves run: a person decides
_COMPATIBLE_CAP = 0.45
_ORDERED = 0.3  # of the doubt that a known order takes away
_AGREE = 0.02
_DIFFER_NOT = 0.05


class Spoken(NamedTuple):
    """A finding and the rule that made it."""

    rule: str
    finding: Finding

    def worth(self, weight: float) -> "Spoken":
        """The same with only so much of its strength."""
        return self.of_strength(self.finding.strength * weight)

    def of_strength(self, strength: float) -> "Spoken":
        """The same with another strength."""
        return Spoken(self.rule, self.finding.model_copy(update={"strength": strength}))


@cache
def load_rules() -> tuple[tuple[str, Rule], ...]:
    """All rules by name, imported once a process."""
    return tuple(RULES.all().items())


def is_judges(rule: str) -> bool:
    """True when no rule but a judge of sentences spoke under that name."""
    return bool(rule) and rule not in dict(load_rules())


class RuleComparer:
    """The comparer of architecture §7; calibrate turns kind, rule and strength into a probability."""

    def __init__(
        self, calibrate: Calibrate = calibrate_by_table, rules: tuple[tuple[str, Rule], ...] | None = None
    ) -> None:
        self._calibrate = calibrate
        self._rules = rules if rules is not None else load_rules()

    def compare(self, a: SidedClaim, b: SidedClaim, slot: SlotFacts) -> Comparison:
        """What the two are to each other; symmetric but for `newer`. Pure."""
        spoken: dict[Relation, Spoken] = {}
        doubt: Spoken | None = None
        for name, rule in self._rules:
            finding = rule(a, b, slot)
            if finding is None:
                continue
            if finding.relation is Relation.COMPATIBLE and finding.kind is not None:
                doubt = Spoken(name, finding) if doubt is None or finding.strength > doubt.finding.strength else doubt
                continue
            best = spoken.get(finding.relation)
            if best is None or finding.strength > best.finding.strength:
                spoken[finding.relation] = Spoken(name, finding)
        newer = order_of(a, b).newer
        if Relation.UNRELATED in spoken:
            return self._quiet(spoken[Relation.UNRELATED], None)
        clash = spoken.get(Relation.CONTRADICTION)
        if clash is None:
            return self._without_clash(spoken, doubt, newer)
        return self._with_clash(spoken, clash, a, b)

    def _without_clash(
        self, spoken: dict[Relation, Spoken], doubt: Spoken | None, newer: Literal["a", "b"] | None
    ) -> Comparison:
        if Relation.DUPLICATE in spoken:
            return self._quiet(spoken[Relation.DUPLICATE], newer)
        for relation in (Relation.COMPATIBLE, Relation.REFINEMENT):
            if relation in spoken:
                return self._quiet(Spoken(spoken[relation].rule, _as_compatible(spoken[relation].finding)), newer)
        if doubt is not None and doubt.finding.kind is not None:
            kind = doubt.finding.kind
            confidence = min(_COMPATIBLE_CAP, self._calibrate(str(kind), doubt.rule, doubt.finding.strength))
            return _comparison(doubt, Relation.COMPATIBLE, kind, confidence, newer, (doubt.finding.detail,))
        return Comparison(
            relation=Relation.COMPATIBLE, confidence=_DIFFER_NOT, score=_DIFFER_NOT, newer=newer,
            reasons=("no rule finds that they exclude each other",),
        )  # fmt: skip

    def _with_clash(
        self,
        spoken: dict[Relation, Spoken],
        clash: Spoken,
        a: SidedClaim,
        b: SidedClaim,
    ) -> Comparison:
        newer = order_of(a, b).newer
        trust = _trust(a, b)
        clash = clash.worth(trust.weight)
        kind = clash.finding.kind or ConflictKind.VALUE
        probability = min(trust.cap, self._calibrate(str(kind), clash.rule, clash.finding.strength))
        if Relation.COMPATIBLE in spoken:
            told = spoken[Relation.COMPATIBLE]
            left = min(_COMPATIBLE_CAP, probability * (1 - told.finding.strength))
            return _comparison(
                told, Relation.COMPATIBLE, None, left, newer, (clash.finding.detail, told.finding.detail)
            )
        for relation in (Relation.REFINEMENT, Relation.UPDATE):
            if relation in spoken:
                told = spoken[relation]
                reasons = _reasons(clash, told, a, b)
                if relation is Relation.UPDATE:
                    # What was said later of a thing that changes is more than one saying against another: that is how
                    # strong an update is, and its own curve says what such strength is worth.
                    clash = clash.of_strength(probability + (1 - probability) * _ORDERED)
                    sure = min(trust.cap, self._calibrate(str(ConflictKind.UPDATE), clash.rule, clash.finding.strength))
                    return _comparison(clash, relation, ConflictKind.UPDATE, sure, newer, reasons)
                told = told.worth(trust.weight)
                worth = self._calibrate(str(ConflictKind.REFINEMENT), told.rule, told.finding.strength)
                sure = min(worth, probability)
                return _comparison(told, relation, ConflictKind.REFINEMENT, sure, newer, reasons)
        if are_apart(a, b) and kind is not ConflictKind.DATE:
            # They hold at different times and nothing says that one took over from the other.
            return _comparison(clash, Relation.COMPATIBLE, None, _DIFFER_NOT, newer, _reasons(clash, None, a, b))
        return _comparison(clash, Relation.CONTRADICTION, kind, probability, newer, _reasons(clash, None, a, b))

    def _quiet(self, told: Spoken, newer: Literal["a", "b"] | None) -> Comparison:
        confidence = _AGREE if told.finding.relation in {Relation.DUPLICATE, Relation.UNRELATED} else _DIFFER_NOT
        return _comparison(told, told.finding.relation, None, confidence, newer, (told.finding.detail,))


def _as_compatible(finding: Finding) -> Finding:
    return finding.model_copy(update={"relation": Relation.COMPATIBLE, "kind": None})


def _comparison(
    told: Spoken,
    relation: Relation,
    kind: ConflictKind | None,
    confidence: float,
    newer: Literal["a", "b"] | None,
    reasons: tuple[str, ...],
) -> Comparison:
    return Comparison(
        relation=relation,
        kind=kind,
        confidence=confidence,
        score=confidence,
        newer=newer,
        reasons=reasons,
        rule=told.rule,
        strength=round(told.finding.strength, 4),
    )


class _Trust(NamedTuple):
    """What the manner of two claims leaves of a rule's strength, and of the probability that comes of it."""

    weight: float
    cap: float


def _trust(a: SidedClaim, b: SidedClaim) -> _Trust:
    weight, cap = min(a.claim.confidence, b.claim.confidence), 1.0
    if is_hearsay(a.claim) or is_hearsay(b.claim):
        weight, cap = weight * _HEARSAY, _ASK
    if unread_words(a.claim) ^ unread_words(b.claim):
        weight, cap = weight * _UNREAD, _ASK
    return _Trust(weight, cap)


def _reasons(clash: Spoken, told: Spoken | None, a: SidedClaim, b: SidedClaim) -> tuple[str, ...]:
    """Lines for a reviewer: what parts the two, what else was said, and when each holds."""
    lines = [clash.finding.detail] + ([told.finding.detail] if told else [])
    for side, name in ((a, "a"), (b, "b")):
        when = describe_interval(holding(side))
        if when:
            lines.append(f"{name} holds {when}")
    return tuple(lines)

"""Conflicts of one entity: each slot by itself, then opposite verbs across slots, then what a judge is asked.

The judge sees only pairs that claims leave open and that a word gives reason to doubt: opposite words, another polarity
or another number in sentences that otherwise share most of their words. Its word is calibrated like any other.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from graphmem.conflicts.calibration import REVIEW_BELOW
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.detector import detect_block, join_sets, make_conflict, pair_namespace
from graphmem.conflicts.difference import kind_of_difference
from graphmem.conflicts.strengths import Calibrate, judge_kind
from graphmem.conflicts.times import are_apart, order_of
from graphmem.conflicts.values import affirms, name_key, same_matter, value_key
from graphmem.conflicts.words import are_antonyms
from graphmem.model.conflict import Comparison, Conflict, Relation
from graphmem.model.rows import block_of
from graphmem.model.text import number_tokens
from graphmem.protocols import ClaimComparer, PairJudge, SlotFacts, SlotKnowledge, TextPair

_ROWS = frozenset({Relation.CONTRADICTION, Relation.UPDATE, Relation.REFINEMENT})
_SHARED_WORDS = 0.5  # of the shorter sentence
_CONFLICT_FROM = 0.5
_ASK = REVIEW_BELOW - 0.01  # one vote: whatever a judge says, a person decides
_OPEN_PAIRS_MOST = 400  # sentences of one entity that are looked at pair by pair for the judge
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class EntityResult:
    """Conflicts of an entity by id; pairs of values compared, pairs put off by a cap, pairs shown to the judge."""

    conflicts: list[Conflict] = field(default_factory=list)
    compared: int = 0
    deferred: int = 0
    judged: int = 0


@dataclass(frozen=True)
class SentenceJudge:
    """A judge, how its scores are calibrated, and how many pairs it may be asked about."""

    judge: PairJudge
    calibrate: Calibrate
    budget: int


def detect_entity(
    claims: Sequence[ClaimInContext],
    slots: SlotKnowledge,
    comparer: ClaimComparer,
    *,
    max_values: int = 200,
    judge: SentenceJudge | None = None,
) -> EntityResult:
    """Conflicts among all claims of one entity, in any order. Raises ProviderError when the judge cannot answer."""
    by_slot: dict[str, list[ClaimInContext]] = defaultdict(list)
    for claim in claims:
        by_slot[claim.claim.attribute].append(claim)
    found: list[Conflict] = []
    compared = deferred = judged = 0
    for attribute in sorted(by_slot):
        result = detect_block(by_slot[attribute], slots.facts(attribute), comparer, max_values=max_values)
        found += result.conflicts
        compared += result.compared
        deferred += result.deferred
    crossed = list(_opposite_slots(by_slot, slots, comparer))
    if judge is not None and judge.budget > 0:
        known = {frozenset((c.record_a, c.record_b)) for c in (*found, *crossed)}
        pairs, put_off = open_pairs(claims, known, judge.budget)
        crossed += ask_judge(pairs, judge)
        judged, deferred = len(pairs), deferred + put_off
    return EntityResult(sorted([*found, *join_sets(crossed)], key=lambda c: c.id), compared, deferred, judged)


def _opposite_slots(
    by_slot: dict[str, list[ClaimInContext]], slots: SlotKnowledge, comparer: ClaimComparer
) -> Iterator[Conflict]:
    """Conflicts of slots that are opposite verbs (`support`, `oppose`) on one value."""
    for left, right in combinations(sorted(by_slot), 2):
        one, two = left.split(), right.split()
        if not one or not two or one[1:] != two[1:] or not are_antonyms(one[0], two[0]):
            continue
        facts = slots.facts(left)
        by_value: dict[object, list[ClaimInContext]] = defaultdict(list)
        for claim in by_slot[right]:
            by_value[value_key(claim.claim.value)].append(claim)
        for a in by_slot[left]:
            for b in by_value.get(value_key(a.claim.value), []):
                yield from _conflict(a, b, facts, comparer, left)


def _conflict(
    a: ClaimInContext, b: ClaimInContext, facts: SlotFacts, comparer: ClaimComparer, attribute: str
) -> Iterator[Conflict]:
    if pair_namespace(a, b) is None or not same_matter(a.claim, b.claim):
        return
    a, b = (a, b) if a.claim.id < b.claim.id else (b, a)
    told = comparer.compare(a.sided(), b.sided(), facts)
    if told.relation in _ROWS and not are_apart(a.sided(), b.sided()):
        block = block_of(a.claim.entity_id, attribute)
        yield make_conflict(a, b, block, attribute, told, (*told.reasons, f"rule {told.rule}"))


def open_pairs(
    claims: Sequence[ClaimInContext], known: set[frozenset[str]], budget: int, fresh: frozenset[str] | None = None
) -> tuple[list[tuple[ClaimInContext, ClaimInContext]], int]:
    """Pairs of one entity's sentences that a word gives reason to doubt, at most so many, and how many were put off.

    known are pairs of records about which something was said already. fresh, where given, are the blocks of which one
    side must be.
    """
    first: dict[tuple[str, str], ClaimInContext] = {}
    for claim in sorted(claims, key=lambda c: c.claim.id):
        first.setdefault((claim.claim.record_id, claim.claim.quote), claim)
    sentences = sorted(first.values(), key=lambda c: c.claim.id)
    looked_at = sentences[:_OPEN_PAIRS_MOST]
    left_out = len(sentences) * (len(sentences) - 1) // 2 - len(looked_at) * (len(looked_at) - 1) // 2
    doubtful = [
        (a, b)
        for a, b in combinations(looked_at, 2)
        if pair_namespace(a, b) is not None
        and (fresh is None or _block(a) in fresh or _block(b) in fresh)
        and frozenset((a.claim.record_id, b.claim.record_id)) not in known
        and a.claim.attribute != b.claim.attribute
        and _gives_doubt(a, b)
    ]
    return doubtful[:budget], left_out + max(0, len(doubtful) - budget)


def _block(side: ClaimInContext) -> str:
    return block_of(side.claim.entity_id, side.claim.attribute)


def _gives_doubt(a: ClaimInContext, b: ClaimInContext) -> bool:
    left, right = (frozenset(_WORD.findall(name_key(side.claim.quote))) for side in (a, b))
    if not left or not right or len(left & right) < _SHARED_WORDS * min(len(left), len(right)):
        return False
    if affirms(a.claim) != affirms(b.claim) or number_tokens(a.claim.quote) != number_tokens(b.claim.quote):
        return True
    return any(are_antonyms(x, y) for x, y in product(left - right, right - left))


def ask_judge(pairs: Sequence[tuple[ClaimInContext, ClaimInContext]], asked: SentenceJudge) -> list[Conflict]:
    """Conflicts that the judge sees in the pairs, never surer than a person must look at.

    Raises ProviderError when the judge cannot answer.
    """
    if not pairs:
        return []
    scores = asked.judge.score([
        TextPair(a=a.claim.quote, b=b.claim.quote, a_time=a.observed_at, b_time=b.observed_at,
                 a_entity=a.claim.subject, b_entity=b.claim.subject)
        for a, b in pairs
    ])  # fmt: skip
    found = []
    for (a, b), score in zip(pairs, scores, strict=True):
        confidence = min(_ASK, asked.calibrate(judge_kind(asked.judge.name), asked.judge.name, score.probability))
        if confidence < _CONFLICT_FROM or are_apart(a.sided(), b.sided()):
            continue
        kind = kind_of_difference(a.claim.quote, b.claim.quote)
        told = Comparison(
            relation=Relation.CONTRADICTION, kind=kind, confidence=confidence, score=score.score,
            newer=order_of(a.sided(), b.sided()).newer, rule=asked.judge.name,
            strength=score.probability,
        )  # fmt: skip
        attribute = min(a.claim.attribute, b.claim.attribute)
        reasons = (*score.reasons, f"{asked.judge.name} gives {score.probability:.2f}")
        found.append(make_conflict(a, b, block_of(a.claim.entity_id, attribute), attribute, told, reasons))
    return found

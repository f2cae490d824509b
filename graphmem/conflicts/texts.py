"""Two texts against each other: claims first, and a judge of sentence pairs where claims leave it open."""

from collections.abc import Iterator, Sequence
from typing import Literal

from graphmem.conflicts.alignment import are_namesakes, mirrored, reversed_order, same_subject
from graphmem.conflicts.apart import answer_apart
from graphmem.conflicts.calibration import REVIEW_BELOW
from graphmem.conflicts.comparer import RuleComparer
from graphmem.conflicts.difference import kind_of_difference
from graphmem.conflicts.facing import faced, laid_side_by_side
from graphmem.conflicts.pairs import ReadPair, read_pairs
from graphmem.conflicts.ranking import CLASHES, rank
from graphmem.conflicts.strengths import Calibrate, calibrate_by_table, judge_kind
from graphmem.conflicts.telling import (
    Told,
    all_said_twice,
    ask_for_several,
    read_in_full,
    says_both,
    tell_all_apart,
    words_left,
)
from graphmem.conflicts.values import same_matter
from graphmem.conflicts.words import are_antonyms
from graphmem.model.claim import ClaimDraft, Extraction
from graphmem.model.conflict import Comparison, ConflictKind, Relation
from graphmem.model.text import number_tokens
from graphmem.protocols import Extractor, PairJudge, PairScore, SidedClaim, SlotKnowledge, TextPair

_UNRELATED = 0.02
_OPEN = 0.1
_JUDGED_FROM = 0.5
_STRANGERS_CAP = 0.45  # what a judge may say of two texts whose subjects are different things
_SUBJECTS = "subjects"
_BOTH_HOLD = 0.05
_ALL_READ = "both_hold"
_MANY = 0.5  # a slot below it takes several values at one time
_OPEN_RULES = frozenset({"", "duplicate", _SUBJECTS})


def compare_texts(
    pairs: Sequence[TextPair],
    *,
    extractor: Extractor,
    slots: SlotKnowledge,
    judge: PairJudge | None = None,
    ranker: PairJudge | None = None,
    calibration: Calibrate | None = None,
) -> list[Comparison]:
    """What the two texts of each pair are to each other, in order.

    Claims decide where they speak of one slot of one thing; the judge is asked for all other pairs, in one batch, and
    its word is calibrated under kind `judge:NAME`. The ranker's score orders all pairs, and touches no confidence (see
    `ranking`); it may be the judge itself, and where it is another, the judge also votes on the rank of whatever claims
    have not settled. Raises ProviderError when the judge cannot answer.
    """
    calibrate = calibration or calibrate_by_table
    comparer = RuleComparer(calibrate)
    reads = read_pairs(pairs, extractor)
    claimed = [_compare_claims(one, slots, comparer) for one in reads]
    told = list(claimed)
    ranks = ranker.score(pairs) if ranker is not None else None
    second = judge is not None and ranks is not None and judge is not ranker
    said: dict[int, PairScore] = {}
    asked = [n for n, one in enumerate(claimed) if _is_open(one) or (second and not _is_settled(one))]
    if judge is not None and asked:
        given = [ranks[n] for n in asked] if ranks and judge is ranker else judge.score([pairs[n] for n in asked])
        said = dict(zip(asked, given, strict=True))
        for n in filter(lambda n: _is_open(claimed[n]), asked):
            told[n] = _with_judge(pairs[n], told[n], said[n], (judge.name, _told_apart(reads[n], slots)), calibrate)
    if ranks is not None:
        for n, score in enumerate(ranks):
            vote = (said[n].score if n in said else claimed[n].confidence) if second else None
            place = rank(claimed[n], score.score, parted=_is_parted(claimed[n]), vote=vote)
            told[n] = told[n].model_copy(update={"score": place})
    return [_without_doubt(one) for one in told]


def _is_parted(claims: Comparison) -> bool:
    """True where claims keep the two texts apart for a reason."""
    return claims.relation is Relation.UNRELATED and claims.rule not in _OPEN_RULES


def _is_settled(claims: Comparison) -> bool:
    """True where nobody need be asked, not even for a rank: parted, a clash that is sure, or all of it read."""
    sure = claims.relation in CLASHES and claims.confidence >= REVIEW_BELOW
    return sure or claims.rule == _ALL_READ or _is_parted(claims)


def _compare_claims(read: ReadPair, slots: SlotKnowledge, comparer: RuleComparer) -> Comparison:
    """The weightiest of what claim pairs say; agreement only when nothing clashes."""
    pair = read.pair
    if _entities_differ(pair):
        return _plain(Relation.UNRELATED, _UNRELATED, "they are about different things", pair, rule="entities")
    compared: list[Told] = []
    related = False
    for a, b in _aligned(read, slots):
        related = True
        if _comparable(a, b, slots):
            told = comparer.compare(_sided(a, pair, "a"), _sided(b, pair, "b"), slots.facts(a.attribute))
            compared.append((told, a, b))
    clashes = [
        one
        for one in compared
        if one[0].relation in CLASHES and not says_both(one, compared, pair, slots.facts(one[1].attribute), comparer)
    ]
    if clashes:
        told, a, b = max(clashes, key=lambda one: (one[0].confidence, one[0].rule))
        namesakes = None if pair.a_entity else are_namesakes(read.a, read.b, a.subject, b.subject)
        return _plain(Relation.UNRELATED, _UNRELATED, namesakes, pair, rule="namesakes") if namesakes else told
    vetoes = [told for told, _, _ in compared if told.relation is Relation.UNRELATED]
    if vetoes:
        return vetoes[0]
    if all_said_twice(read, compared):
        return _repeated(next(told for told, _, _ in compared if told.relation is Relation.DUPLICATE), read, compared)
    told_apart = [told for told, _, _ in compared if told.relation is Relation.COMPATIBLE and told.rule]
    if told_apart:
        return max(told_apart, key=lambda told: (told.confidence, told.rule))
    if any(read_in_full(one, pair) for one in compared):
        reason = "all in which they differ was read, and no rule finds that it cannot both be so"
        return _plain(Relation.COMPATIBLE, _BOTH_HOLD, reason, pair, rule=_ALL_READ)
    if attribute := _takes_several(read, compared, slots):
        reason = f"{attribute}: a slot of several values at one time"
        return _plain(Relation.COMPATIBLE, _BOTH_HOLD, reason, pair, rule="several_values")
    if related or _share_a_name(read):
        return _plain(Relation.COMPATIBLE, _OPEN, "nothing that both speak of differs", pair)
    rule = _SUBJECTS if read.a.claims and read.b.claims else ""
    return _plain(Relation.UNRELATED, _UNRELATED, "no claim of one is about what the other is about", pair, rule=rule)


def _repeated(told: Comparison, read: ReadPair, compared: Sequence[Told]) -> Comparison:
    """The repetition that claims found, open where words in which the texts differ were not read."""
    left = words_left(read, compared)
    if not left:
        return told
    reasons = (*told.reasons, f"not read: {', '.join(sorted(left))}")
    return told.model_copy(update={"confidence": _OPEN, "score": _OPEN, "reasons": reasons})


def _takes_several(read: ReadPair, compared: Sequence[Told], slots: SlotKnowledge) -> str | None:
    """The slot of many values (languages, likes) that is all the two texts speak of, None where they say more (C2)."""
    met = {a.attribute for told, a, b in compared if a.attribute == b.attribute and not told.kind}
    known = [name for name in sorted(met) if slots.facts(name).source != "default" and slots.facts(name).single < _MANY]
    if not known or any(claim.attribute not in known for claim in (*read.a.claims, *read.b.claims)):
        return None
    return known[0]


def _told_apart(read: ReadPair, slots: SlotKnowledge) -> str | None:
    """Why the claims say that the two texts answer different questions, None where they leave it open."""
    kind = kind_of_difference(read.pair.a, read.pair.b)
    met = list(_aligned(read, slots))
    if apart := answer_apart(read, met, kind, slots):
        return apart
    if not met:
        return None
    asked = [(a, b) for a, b in met if _comparable(a, b, slots)]
    return ask_for_several(asked) if asked else tell_all_apart(read, kind)


def _share_a_name(read: ReadPair) -> bool:
    keys = {mention.key for mention in read.a.mentions}
    return any(mention.key in keys for mention in read.b.mentions)


def _aligned(read: ReadPair, slots: SlotKnowledge) -> Iterator[tuple[ClaimDraft, ClaimDraft]]:
    """Pairs of claims with one subject, also as said from the other side of a slot."""
    left, right = _both_sides(read.a, slots), _both_sides(read.b, slots)
    for a in left:
        for b in right:
            if same_subject(a, b, read.pair.a_entity, read.pair.b_entity):
                yield laid_side_by_side(a, b)
            elif (pair := faced(a, b)) is not None:
                yield pair


def _both_sides(extraction: Extraction, slots: SlotKnowledge) -> list[ClaimDraft]:
    turned = [mirrored(claim, slots.facts(claim.attribute)) for claim in extraction.claims]
    turned += [reversed_order(claim, slots.facts(claim.attribute)) for claim in extraction.claims]
    return [*extraction.claims, *(claim for claim in turned if claim is not None)]


def _comparable(a: ClaimDraft, b: ClaimDraft, slots: SlotKnowledge) -> bool:
    """True for one slot, and for opposite verbs of one matter; known slots are no verbs (start time, end time)."""
    if a.attribute == b.attribute:
        return True
    if not same_matter(a, b) or "default" not in {slots.facts(x.attribute).source for x in (a, b)}:
        return False
    left, right = a.attribute.split(), b.attribute.split()
    return bool(left and right) and left[1:] == right[1:] and are_antonyms(left[0], right[0])


def _sided(claim: ClaimDraft, pair: TextPair, side: Literal["a", "b"]) -> SidedClaim:
    if side == "a":
        return SidedClaim(claim=claim, observed_at=pair.a_time, text=pair.a)
    return SidedClaim(claim=claim, observed_at=pair.b_time, text=pair.b)


def _entities_differ(pair: TextPair) -> bool:
    if pair.a_entity is None or pair.b_entity is None:
        return False
    return number_tokens(pair.a_entity) != number_tokens(pair.b_entity)


def _is_open(comparison: Comparison) -> bool:
    """True where claims neither found a clash nor said why there is none; a doubt has a kind and leaves it open."""
    return comparison.relation not in CLASHES and (comparison.rule in _OPEN_RULES or comparison.kind is not None)


def _with_judge(
    pair: TextPair, told: Comparison, score: PairScore, asked: tuple[str, str | None], calibrate: Calibrate
) -> Comparison:
    """The comparison with the judge's word in it; asked is its name, and why claims tell the two texts apart."""
    judge, apart = asked
    probability = calibrate(judge_kind(judge), judge, score.probability)
    if told.kind is not None:
        # Claims and judge doubt for reasons of their own: each takes away part of what the other leaves. What differs
        # was read, though, and is no contradiction by any rule: a person decides, and two dates tell of two events.
        cap = _STRANGERS_CAP if told.kind is ConflictKind.DATE else REVIEW_BELOW - 0.01
        probability = min(cap, round(1 - (1 - probability) * (1 - told.confidence), 4))
    if told.relation is Relation.DUPLICATE and told.confidence < _OPEN:
        # Claims found all of it said twice; a judge that disagrees lowers the trust in it, no more.
        return told.model_copy(update={"score": score.score})
    if told.rule == _SUBJECTS or apart is not None:
        probability = min(probability, _STRANGERS_CAP)
    contradicts = probability >= _JUDGED_FROM
    relation = Relation.CONTRADICTION if contradicts else told.relation
    return Comparison(
        relation=relation,
        kind=told.kind or kind_of_difference(pair.a, pair.b) if contradicts else None,
        confidence=probability,
        score=max(score.score, probability) if told.kind is not None else score.score,
        newer=told.newer,
        reasons=(*told.reasons, *((apart,) if apart else ()), *score.reasons, f"{judge} gives {score.probability:.2f}"),
        rule=judge,
    )


def _without_doubt(comparison: Comparison) -> Comparison:
    """What is said to callers has a kind only where the two differ in it."""
    quiet = comparison.relation not in CLASHES and comparison.kind is not None
    return comparison.model_copy(update={"kind": None}) if quiet else comparison


def _plain(relation: Relation, confidence: float, reason: str, pair: TextPair, *, rule: str = "") -> Comparison:
    newer: Literal["a", "b"] | None = None
    if pair.a_time is not None and pair.b_time is not None and pair.a_time != pair.b_time:
        newer = "a" if pair.a_time > pair.b_time else "b"
    return Comparison(
        relation=relation, confidence=confidence, score=confidence, newer=newer, reasons=(reason,), rule=rule
    )

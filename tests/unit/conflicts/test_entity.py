"""One entity whole: opposite verbs across slots, and pairs that only a judge can tell."""

from collections.abc import Sequence

from graphmem.conflicts.comparer import RuleComparer
from graphmem.conflicts.context import ClaimInContext
from graphmem.conflicts.entity import SentenceJudge, detect_entity
from graphmem.conflicts.slots import lexicon_slots
from graphmem.model.conflict import ConflictKind
from graphmem.protocols import PairScore, TextPair
from tests.unit.conflicts.builders import draft, in_context

COMPARER, SLOTS = RuleComparer(), lexicon_slots()


def sentence(quote: str, attribute: str, record: str, *, yes: bool = True) -> ClaimInContext:
    claim = draft(True, attribute=attribute, yes=yes).model_copy(update={"quote": quote})
    return in_context(claim, record)


class AlwaysSure:
    """A judge that takes every pair for a contradiction and remembers what it was asked."""

    name = "always_sure"

    def __init__(self) -> None:
        self.asked: list[TextPair] = []

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        self.asked += pairs
        return [PairScore(score=0.9, probability=0.9, reasons=("sounds so",)) for _ in pairs]


def as_it_is(kind: str, rule: str, strength: float) -> float:
    return strength


def test_opposite_verbs_of_one_matter_conflict_across_slots() -> None:
    result = detect_entity(
        [
            in_context(draft("Bypass", attribute="support"), "r1"),
            in_context(draft("Bypass", attribute="oppose"), "r2"),
            in_context(draft("Tunnel", attribute="oppose"), "r3"),
        ],
        SLOTS,
        COMPARER,
    )
    assert [(c.kind, {c.record_a, c.record_b}) for c in result.conflicts] == [(ConflictKind.ANTONYM, {"r1", "r2"})]
    assert all(conflict.set_id for conflict in result.conflicts)


def test_the_judge_is_asked_only_where_a_word_gives_doubt_and_within_its_budget() -> None:
    judge = AlwaysSure()
    claims = [
        sentence("The old kiln fires glazed tiles every night", "fire", "r1"),
        sentence("The old kiln never fires glazed tiles at night", "burn", "r2", yes=False),
        sentence("The museum shop sells postcards", "sell", "r3"),
    ]
    asked = SentenceJudge(judge, as_it_is, budget=5)
    result = detect_entity(claims, SLOTS, COMPARER, judge=asked)
    assert len(judge.asked) == result.judged == 1
    assert [conflict.confidence for conflict in result.conflicts] == [0.74]  # one vote: a person decides
    assert any("sounds so" in reason for reason in result.conflicts[0].reasons)


def test_pairs_beyond_the_budget_are_counted() -> None:
    claims = [sentence("The old kiln fires glazed tiles", "fire", "r0")]
    claims += [sentence("The old kiln never fires glazed tiles", f"burn{n}", f"r{n}", yes=False) for n in range(1, 4)]
    result = detect_entity(claims, SLOTS, COMPARER, judge=SentenceJudge(AlwaysSure(), as_it_is, budget=2))
    assert (result.judged, result.deferred) == (2, 1)


def test_order_does_not_matter() -> None:
    claims = [
        in_context(draft("Bypass", attribute="support"), "r1"),
        in_context(draft("Bypass", attribute="oppose"), "r2"),
        in_context(draft("Oslo", attribute="residence"), "r3"),
        in_context(draft("Turku", attribute="residence"), "r4"),
    ]
    assert detect_entity(claims, SLOTS, COMPARER) == detect_entity(claims[::-1], SLOTS, COMPARER)

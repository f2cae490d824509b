import pytest

from graphmem.model.retrieval import PathStep, Route
from graphmem.retrieval.answers import Ranked, RouteAnswer
from graphmem.retrieval.blending import blend

STEP = PathStep(source="ola", relation="MENTIONED_IN", target="b")
WALK = RouteAnswer(
    Route.GRAPH, (Ranked("b", 0.4, {"graph": 1.0}, (STEP,)), Ranked("a", 0.1, {"graph": 0.25})), ("walked",)
)
DIRECT = RouteAnswer(Route.LOOKUP, (Ranked("a", 0.8, {"text": 3.0}), Ranked("c", 0.6, {"text": 2.0})))

ORDERS = [
    pytest.param(0.9, ["b", "a", "c"], id="mostly the walk"),
    pytest.param(0.5, ["a", "b", "c"], id="both"),
    pytest.param(0.1, ["a", "c", "b"], id="mostly direct"),
]


@pytest.mark.parametrize(("walk_share", "order"), ORDERS)
def test_a_record_counts_by_what_both_say(walk_share: float, order: list[str]) -> None:
    answer = blend(WALK, DIRECT, walk_share)
    assert [item.record_id for item in answer.ranked] == order
    assert all(0 <= item.score <= 1 for item in answer.ranked)
    assert (answer.route, answer.notes) == (Route.GRAPH, ("walked",))


def test_paths_stay_and_scores_are_shares_of_each_routes_best() -> None:
    found = {item.record_id: item for item in blend(WALK, DIRECT, 0.5).ranked}
    assert {key: round(item.score, 6) for key, item in found.items()} == {"a": 0.75, "b": 0.5, "c": 0.375}
    assert found["b"].path == (STEP,)


def test_a_walk_that_fell_back_is_direct_already() -> None:
    assert blend(DIRECT, DIRECT, 0.5) is DIRECT

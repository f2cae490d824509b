from typing import Any

import pytest

from graphmem.governance.diagnose import Asked, diagnose
from graphmem.model.retrieval import Hit, Route, SearchAnswer


def answer(*records: str) -> SearchAnswer:
    hits = tuple(
        Hit(record_id=r, external_id=None, text=r, score=1.0, status="active", contested=False) for r in records
    )
    return SearchAnswer(query="q", route=Route.LOOKUP, route_reason="", hits=hits)


def asked(then: tuple[str, ...], now: tuple[str, ...], **fields: Any) -> Asked:
    return Asked(question="q", then=answer(*then), now=answer(*now), **fields)


@pytest.mark.parametrize(
    ("questions", "hypothesis"),
    [
        pytest.param([asked(("a", "b"), ("a", "b"))], "nothing changed", id="equal"),
        pytest.param([asked(("a",), ("b",))], "data drift", id="other records, none suspect"),
        pytest.param([asked(("a",), ("p",), suspects=frozenset({"p"}))], "poisoned memory", id="a suspect came"),
        pytest.param([asked(("p",), ("p",), suspects=frozenset({"p"}))], "nothing changed", id="it was there before"),
        pytest.param([asked(("a",), ("a",), off_before="x", off_now="y")], "model change", id="memory is the same"),
        pytest.param(
            [asked(("a",), ("p",), off_before="x", off_now="y", suspects=frozenset({"p"}))],
            "poisoned memory",
            id="a suspect outweighs a model",
        ),
    ],
)
def test_the_hypothesis_that_fits(questions: list[Asked], hypothesis: str) -> None:
    found = diagnose(questions)
    assert found.hypothesis == hypothesis
    assert found.reasons

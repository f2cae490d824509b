"""`compare` as installed, judge included: the lessons' pairs, fields, faults."""

from typing import Any

import pytest

from tests.cli.conftest import Run

PAIRS = [
    ("Lena speaks Urdu.", "Lena speaks Welsh.", {}, "compatible", None),
    ("Mara plays the cello.", "Mara plays the oboe.", {}, "compatible", None),
    ("Lena lives in Oslo.", "Lena lives in Turku.", {}, "contradiction", "value"),
    ("Guests may park in bay 4.", "Guests may not park in bay 4.", {}, "contradiction", "negation"),
    ("Enable the night alarm.", "Disable the night alarm.", {}, "contradiction", "antonym"),
    ("Grease the hinge monthly.", "Don't forget to grease the hinge monthly.", {}, "duplicate compatible", None),
    ("The pier is 0.4 km long.", "The pier is 400 m long.", {}, "duplicate", None),
    ("The pier is 400 m long.", "The pier is 600 m long.", {}, "contradiction", "numeric"),
    ("Every pump needs two inspections.", "Pumps under 5 kW need one.", {}, "refinement", "refinement"),
    ("Bo chaired the club in 2019.", "Cy chaired the club in 2021.", {}, "update", "update"),
    ("Rosa has worked here 5 years.", "Rosa has worked here 7 years.",
     {"a_time": "2024-01-01", "b_time": "2026-01-01"}, "compatible duplicate", None),
    ("Pump-114 runs at 3 bar.", "Pump-115 runs at 5 bar.", {}, "unrelated compatible", None),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "extra", "relations", "kind"), PAIRS, ids=[pair[0] for pair in PAIRS])
@pytest.mark.parametrize("turned", [False, True], ids=["as given", "turned"])
def test_lessons(
    run: Run, lines: Any, a: str, b: str, extra: dict[str, str], relations: str, kind: str | None, turned: bool
) -> None:
    pair = {"id": "x", "a": a, "b": b, **extra}
    if turned:
        times = {"a_time": extra.get("b_time"), "b_time": extra.get("a_time")}
        pair = {"id": "x", "a": b, "b": a, **times}
    answer = run("compare", lines(pair), "--json").json[0]
    assert answer["relation"] in relations.split(), answer
    if kind is not None:
        assert answer["kind"] == kind
    if answer["relation"] in {"compatible", "duplicate", "unrelated"}:
        assert answer["confidence"] < 0.5


def test_c5_a_negator_that_denies_nothing_is_no_sign(run: Run, lines: Any) -> None:
    pair = {"id": 1, "a": "Grease the hinge monthly.", "b": "Don't forget to grease the hinge monthly."}
    assert run("compare", lines(pair), "--json").json[0]["confidence"] < 0.1


def test_bad_lines_are_named_and_the_others_answered(run: Run, lines: Any) -> None:
    path = lines({"id": 1, "a": "The gate is open.", "b": "The gate is shut."}, "{bad", {"id": 2, "a": "x"})
    ran = run("compare", path, "--json", code=1)
    assert [answer["id"] for answer in ran.json] == [1] and "line 2" in ran.err and "line 3" in ran.err
    run("compare", "nosuch.jsonl", code=1)


def test_time_ranks_but_never_counts_as_confidence(run: Run, lines: Any) -> None:
    pair = {"a": "Lena lives in Oslo.", "b": "Lena lives in Turku."}
    near = {"id": "near", **pair, "a_time": "2024-01-01", "b_time": "2024-01-02"}
    far = {"id": "far", **pair, "a_time": "2020-01-01", "b_time": "2024-01-02"}
    answers = {answer["id"]: answer for answer in run("compare", lines(near, far), "--json").json}
    assert answers["far"]["score"] > answers["near"]["score"]
    assert answers["far"]["newer"] == answers["near"]["newer"] == "b"

import json
from pathlib import Path

import pytest

from graphmem.bench.retrieval import bench_retrieval
from graphmem.bench.retrieval_figures import Question, by_type, figures, measure, recall, reciprocal_rank, regret
from graphmem.errors import InputError

QUESTIONS = [
    Question(id="1", question="a", gold=("x", "y"), type="bridge"),
    Question(id="2", question="b", gold=("z",), type="direct"),
]


@pytest.mark.parametrize(
    ("ranked", "depth", "share"),
    [
        pytest.param(["x", "y"], 2, 1.0, id="all"),
        pytest.param(["x", "q", "y"], 2, 0.5, id="one lies deeper"),
        pytest.param([], 5, 0.0, id="none"),
        pytest.param(["x", "x", "x"], 5, 0.5, id="a repeat counts once"),
    ],
)
def test_recall_is_a_share_of_the_gold(ranked: list[str], depth: int, share: float) -> None:
    assert recall(("x", "y"), ranked, depth) == share


def test_reciprocal_rank_is_of_the_first_gold() -> None:
    assert reciprocal_rank(("x", "y"), ["q", "y", "x"]) == 0.5
    assert reciprocal_rank(("x",), ["q"]) == 0.0


def test_figures_are_means_in_per_cent() -> None:
    found = figures(QUESTIONS, [["x", "y"], ["q"]])
    assert (found.recall_at_2.mean, found.all_gold_at_5.mean, found.mrr.mean) == (50.0, 50.0, 50.0)
    assert {kind: item.recall_at_5.mean for kind, item in by_type(QUESTIONS, [["x"], ["z"]]).items()} == {
        "bridge": 50.0,
        "direct": 100.0,
    }


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0, 1.0, 0.5] * 20
    found = measure(values)
    assert found.low < found.mean < found.high
    assert measure(values) == found


def test_regret_is_against_the_best_way_of_each_question_and_overall() -> None:
    per_question, overall = regret([1.0, 0.0], {"lookup": [1.0, 0.0], "graph": [0.0, 1.0]})
    assert (per_question.mean, overall) == (50.0, 0.0)


def test_a_folder_is_measured_and_the_controls_score_badly(tmp_path: Path) -> None:
    names = ["Lindholm", "Okafor", "Turku", "Brix", "Ghent", "Ola", "Nora", "Hana", "Ilse", "Bruno", "Tomas", "Mona"]
    corpus = [
        {"id": f"p{n}", "title": name, "text": f"{name} was founded in 19{n + 10}."} for n, name in enumerate(names)
    ]
    queries = [{"id": "q", "question": "When was Mona founded?", "gold": ["p11"], "type": "direct"}]
    for name, lines in (("corpus.jsonl", corpus), ("queries.jsonl", queries)):
        (tmp_path / name).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    found = bench_retrieval(tmp_path)
    assert (found.passages, found.stored) == (12, 12)
    assert {route: way.figures.recall_at_2.mean for route, way in found.ways.items()} == {
        "lookup": 100.0,
        "graph": 100.0,
        "auto": 100.0,
    }
    assert {name: control.recall_at_2.mean for name, control in found.controls.items()} == {
        "everything": 0.0,
        "nothing": 0.0,
    }
    assert found.regret.mean == 0.0


def test_a_missing_file_or_another_line_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"corpus\.jsonl"):
        bench_retrieval(tmp_path)
    (tmp_path / "corpus.jsonl").write_text('{"id": "p", "text": "Ola sings."}', encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text('{"id": "q"}', encoding="utf-8")
    with pytest.raises(InputError, match="no question"):
        bench_retrieval(tmp_path)

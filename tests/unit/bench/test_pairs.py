"""The pair benchmark on files made here; what it shows a comparer, and that it can fail (lesson O6)."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graphmem.bench.pairs import bench_pairs, read_pairs
from graphmem.bench.pairs_times import read_time
from graphmem.errors import InputError
from graphmem.model.conflict import Comparison, Relation
from graphmem.protocols import TextPair


def line(number: int, label: str, **meta: Any) -> dict[str, Any]:
    return {"id": str(number), "a": f"left {number}", "b": f"right {number} {label}", "label": label, "meta": meta}


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    rows = [line(i, "contradiction" if i % 4 == 0 else "neutral", entity=str(i % 10)) for i in range(80)]
    return write(tmp_path / "sample.jsonl", rows)


def knows(pairs: Sequence[TextPair]) -> list[Comparison]:
    """A comparer that reads the label, which these test files write into the text."""
    found = []
    for pair in pairs:
        clash = "contradiction" in pair.b or "superseded" in pair.b
        relation = Relation.CONTRADICTION if clash else Relation.COMPATIBLE
        newer = None if pair.a_time is None or pair.b_time is None else "ab"[pair.b_time > pair.a_time]
        value = 0.9 if clash else 0.1
        found.append(
            Comparison.model_validate({"relation": relation, "confidence": value, "score": value, "newer": newer})
        )
    return found


def yes(pairs: Sequence[TextPair]) -> list[Comparison]:
    return [Comparison(relation=Relation.CONTRADICTION, confidence=1.0, score=1.0) for _ in pairs]


def no(pairs: Sequence[TextPair]) -> list[Comparison]:
    return [Comparison(relation=Relation.COMPATIBLE, confidence=0.0, score=0.0) for _ in pairs]


def test_one_who_knows_scores_well(pairs: Path) -> None:
    report = bench_pairs(pairs, knows)
    assert (report["auc"], report["average_precision"], report["precision_high"]) == (1.0, 1.0, 1.0)
    assert report["calibration_error"] == pytest.approx(0.1)
    assert report["coverage_high"] == 0.25


@pytest.mark.parametrize(("compare", "error"), [(yes, 0.75), (no, 0.25)])
def test_one_who_answers_every_pair_alike_scores_badly(pairs: Path, compare: Any, error: float) -> None:
    report = bench_pairs(pairs, compare)
    assert (report["auc"], report["average_precision"]) == (0.5, 0.25)
    assert report["calibration_error"] == error
    assert report["precision_high"] in (0.25, None)
    controls = report["controls"]
    assert isinstance(controls, dict)
    assert controls["always yes"]["auc"] == controls["always no"]["auc"] == 0.5


def test_intervals_hold_the_figure_and_are_the_same_every_time(tmp_path: Path) -> None:
    rows = [line(i, "contradiction" if i % 3 == 0 else "neutral", entity=str(i % 12)) for i in range(90)]

    def noisy(pairs: Sequence[TextPair]) -> list[Comparison]:
        scores = [((int(p.a.split()[1]) * 7919) % 97) / 97 + 0.3 * ("contradiction" in p.b) for p in pairs]
        return [Comparison(relation=Relation.COMPATIBLE, confidence=min(1.0, s), score=s) for s in scores]

    path = write(tmp_path / "noisy.jsonl", rows)
    first, second = bench_pairs(path, noisy), bench_pairs(path, noisy)
    low, high = first["auc_interval"]  # type: ignore[misc]
    assert low < first["auc"] < high  # type: ignore[operator]
    assert first == second


def test_the_comparer_is_shown_texts_and_times_only(tmp_path: Path) -> None:
    seen: list[TextPair] = []

    def spy(pairs: Sequence[TextPair]) -> list[Comparison]:
        seen.extend(pairs)
        return no(pairs)

    meta = {
        "subject": "S",
        "a_src": "3/30/2021",
        "b_src": "07/2022",
        "a_int": ["2020-01-01", ""],
        "b_int": ["2022", ""],
    }
    bench_pairs(write(tmp_path / "timed.jsonl", [line(1, "superseded", **meta), line(2, "overlap")]), spy)
    assert type(seen[0]) is TextPair
    assert seen[0].model_dump(mode="json", exclude_none=True) == {
        "a": "left 1", "b": "right 1 superseded", "a_time": "2021-03-30T00:00:00Z", "b_time": "2022-07-01T00:00:00Z",
    }  # fmt: skip
    assert seen[1].a_time is None


def test_superseded_is_the_positive_class_and_newer_is_counted(tmp_path: Path) -> None:
    dates = {"a_src": "2020-01-01", "b_src": "2022-01-01"}
    right = {"a_int": ["2019-01-01", ""], "b_int": ["2021-06-01", ""]} | dates
    wrong = {"a_int": ["2023-01-01", ""], "b_int": ["2021-06-01", ""]} | dates
    rows = [
        line(1, "superseded", **right),
        line(2, "superseded", **right),
        line(3, "superseded", **wrong),
        line(4, "overlap"),
    ]
    report = bench_pairs(write(tmp_path / "updates.jsonl", rows), knows)
    assert report["auc"] == 1.0
    assert report["newer"] == {"pairs": 3, "right": 0.6667, "silent": 0.0}


def test_namesakes_are_counted_apart(tmp_path: Path) -> None:
    rows = [line(i, "ambiguous_entity") for i in range(4)] + [line(9, "contradiction")]
    path = write(tmp_path / "names.jsonl", rows)
    assert bench_pairs(path, yes)["namesakes"] == {"pairs": 4.0, "flagged": 1.0, "raised": 1.0, "settled": 1.0}
    assert bench_pairs(path, knows)["namesakes"] == {"pairs": 4.0, "flagged": 0.0, "raised": 0.0, "settled": 0.0}


def test_one_class_only_has_no_ranking_figure(tmp_path: Path) -> None:
    report = bench_pairs(write(tmp_path / "one.jsonl", [line(1, "contradiction")]), yes)
    assert (report["auc"], report["auc_interval"], report["recall_high"]) == (None, None, 1.0)


def test_meta_may_be_missing_or_a_word(tmp_path: Path) -> None:
    rows = [{"a": "x", "b": "y", "label": "neutral"}, {"a": "x", "b": "z", "label": "contradiction", "meta": "colors"}]
    assert [pair.group for pair in read_pairs(write(tmp_path / "bare.jsonl", rows))] == ["x", "x"]


@pytest.mark.parametrize("bad", ["{", "[]", '{"a": "x"}', '{"a": 1, "b": "y", "label": "neutral"}'])
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(line(1, "neutral")) + "\n\n" + bad + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.jsonl line 3"):
        read_pairs(path)


def test_an_empty_file_is_no_benchmark(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pairs"):
        bench_pairs(write(tmp_path / "empty.jsonl", []), yes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3/30/2021", "2021-03-30"), ("06/2023", "2023-06-01"), ("2021-09-16", "2021-09-16"), ("2021-09", "2021-09-01"),
        ("2021", "2021-01-01"), ("13/2021", None), ("soon", None), ("", None), (None, None),
    ],
)  # fmt: skip
def test_dates_as_files_write_them(text: str | None, expected: str | None) -> None:
    found = read_time(text)
    assert (found and found.date().isoformat()) == expected

"""A judge at night: what rules leave open is shown to it, and its word is one vote."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphmem import Memory, Principal
from graphmem.settings import DetectionSettings, ModelSettings, Settings

SOMEBODY = Principal(namespaces=["global"], roles={"agent", "reviewer", "operator"}, name="test")
WELDERS = [
    {"text": "Oderbau has staffed Lindqvist Marine with 60 welders.", "observed_at": "2020-01-01", "external_id": "A"},
    {"text": "Lindqvist Marine borrows 40 welders from Oderbau.", "observed_at": "2022-01-01", "external_id": "B"},
]


@contextmanager
def remembering(path: Path, **detection: object) -> Iterator[Memory]:
    """A memory of both sayings under these settings."""
    settings = Settings(models=ModelSettings(encoder="none"), detection=DetectionSettings.model_validate(detection))
    with Memory.open(f"sqlite:///{path}/memory.db", SOMEBODY, settings=settings) as memory:
        memory.ingest(WELDERS)
        yield memory


def test_nobody_is_asked_unless_the_settings_name_a_judge(tmp_path: Path) -> None:
    with remembering(tmp_path) as memory:
        assert memory.nightly().judged == 0
        assert not memory.conflicts()


def test_what_the_judge_sees_is_put_before_a_person_and_retires_nothing(tmp_path: Path) -> None:
    with remembering(tmp_path, nightly_judge="pair_scorer") as memory:
        report = memory.nightly()
        (row,) = memory.conflicts()
        assert (report.judged, report.auto_resolved, report.escalated) == (1, 0, 1)
        assert ({row.external_a, row.external_b}, str(row.status)) == ({"A", "B"}, "escalated")
        assert row.confidence < 0.75
        assert any("one vote" in reason for reason in row.reasons)
        assert {memory.why(record).status for record in (row.record_a, row.record_b)} == {"active"}


def test_a_pair_is_asked_about_once_and_a_dismissal_stands(tmp_path: Path) -> None:
    with remembering(tmp_path, nightly_judge="pair_scorer") as memory:
        memory.nightly()
        (row,) = memory.conflicts()
        memory.review.dismiss(row.id, resolver="ana")
        assert memory.nightly().judged == 0
        memory.remember("Oderbau owns a shipyard.", source="later")
        memory.nightly()
        assert [str(one.status) for one in memory.conflicts()] == ["dismissed"]


def test_what_the_budget_does_not_reach_waits_for_another_night(tmp_path: Path) -> None:
    with remembering(tmp_path, nightly_judge="pair_scorer", judge_budget=0) as memory:
        report = memory.nightly()
        assert report.judged == 0
        assert report.deferred > 0
    settings = Settings(
        models=ModelSettings(encoder="none"), detection=DetectionSettings(nightly_judge="pair_scorer", judge_budget=5)
    )
    with Memory.open(f"sqlite:///{tmp_path}/memory.db", SOMEBODY, settings=settings) as memory:
        assert memory.nightly().judged == 1


def test_a_judge_that_gives_no_answer_is_named_and_nothing_else_fails(tmp_path: Path) -> None:
    models = ModelSettings(encoder="none", llm_base_url="http://127.0.0.1:9", llm_model="none")
    settings = Settings(models=models, detection=DetectionSettings(nightly_judge="language_model"))
    with Memory.open(f"sqlite:///{tmp_path}/memory.db", SOMEBODY, settings=settings) as memory:
        memory.ingest(WELDERS)
        report = memory.nightly()
    assert any("language_model" in alert for alert in report.alerts)


@pytest.mark.parametrize("name", ["nonsense"])
def test_an_unknown_judge_is_refused(tmp_path: Path, name: str) -> None:
    with remembering(tmp_path, nightly_judge=name) as memory, pytest.raises(Exception, match=name):
        memory.nightly()

"""What a person let stand (keep both, no conflict) is never retired by policy on account of the same values."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE


def _server(name: str, value: int, when: str) -> dict[str, Any]:
    claim = {"subject": "Build farm", "attribute": "number of cores", "value": value}
    text = f"The {name} server of the Build farm has {value} cores."
    return {"text": text, "external_id": name, "source": name, "observed_at": when, "claims": [claim]}


STAGING = _server("staging", 8, "2022-01-01")
BUILD = _server("build", 16, "2023-06-01")


def _statuses(run: Run) -> dict[str, str]:
    hits = run("search", "how many cores has the Build farm", "-k", 9, "--include-superseded", "--json").json
    return {hit["external_id"]: hit["status"] for hit in hits["hits"]}


@pytest.fixture
def leave(run: Run, tell: Any) -> Callable[[str], str]:
    """Both sides, settled by policy, taken back and left alone by a person; the decision's id."""

    def work(word: str) -> str:
        tell(STAGING, BUILD)
        run("nightly")
        (conflict,) = run("conflicts", "--json").json
        assert conflict["status"] == "resolved"
        run("review", "undo", conflict["decision_id"], "--resolver", "ann")
        signed = ("--resolver", "ann", "--reason", "two servers")
        return str(run("review", word, conflict["id"], *signed, "--json").json["decision_id"])

    return work


@pytest.mark.parametrize("word", ["dismiss", "keep-both"])
@pytest.mark.parametrize("value", [8, 16])
def test_a_new_record_that_says_no_more_is_covered(
    run: Run, tell: Any, leave: Callable[[str], str], word: str, value: int
) -> None:
    leave(word)
    before = run("conflicts", "--json").json
    tell(_server("web", value, "2024-09-01"))
    assert not any(
        hit["contested"] for hit in run("search", "how many cores has the Build farm", "--json").json["hits"]
    )
    run("nightly")
    assert run("conflicts", "--json").json == before
    assert set(_statuses(run).values()) == {"active"} and len(_statuses(run)) == 3


@pytest.mark.parametrize("word", ["dismiss", "keep-both"])
@pytest.mark.parametrize("kind", ["confirmed_fact", "correction"])
def test_what_is_new_about_a_side_is_for_a_person(
    run: Run, tell: Any, leave: Callable[[str], str], word: str, kind: str
) -> None:
    leave(word)
    tell(_server("web", 32, "2024-09-01") | {"content_type": kind})
    for _ in range(2):
        run("nightly")
        assert set(_statuses(run).values()) == {"active"}
        asked = run("conflicts", "--status", "escalated", "--json").json
        assert len(asked) == 2
        assert any("a person let a side of this stand" in reason for reason in asked[0]["reasons"])
    run("review", "accept", asked[0]["id"], "--winner", "web", "--resolver", "ann")
    assert _statuses(run) == {"staging": "superseded", "build": "superseded", "web": "canonical"}


def test_with_the_decision_what_it_covered_is_taken_back(run: Run, tell: Any, leave: Callable[[str], str]) -> None:
    decision = leave("dismiss")
    tell(_server("web", 8, "2024-09-01"))
    run("nightly")
    run("review", "undo", decision, "--resolver", "ann")
    run("nightly")
    assert {c["status"] for c in run("conflicts", "--json").json} <= {"resolved", "escalated"}
    assert len(run("conflicts", "--json").json) == 2


def test_once_one_side_is_left_policy_may_settle_again(run: Run, tell: Any, leave: Callable[[str], str]) -> None:
    leave("dismiss")
    tell(_server("web", 32, "2024-09-01"))
    run("nightly")
    (conflict, *_) = run("conflicts", "--status", "escalated", "--json").json
    run("review", "accept", conflict["id"], "--winner", "build", "--resolver", "ann")
    tell(_server("mail", 64, "2026-01-01"))
    run("nightly")
    assert _statuses(run)["mail"] == "canonical" and _statuses(run)["build"] == "superseded"

"""A person who accepts an update ends the older side, as policy would; a contradiction is superseded for all time."""

from typing import Any

import pytest

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE


def _beds(number: int, when: str | None, **fields: Any) -> dict[str, Any]:
    claim = {"subject": "cardiology ward", "attribute": "number of beds", "value": number}
    text = f"The cardiology ward has {number} beds."
    return {
        "text": text,
        "external_id": f"{number} beds",
        "observed_at": when,
        "claims": [claim],
        "source": "s",
        **fields,
    }


def _found(run: Run, when: str | None = None) -> set[str]:
    options = ["--valid-at", when] if when else []
    hits = run("search", "how many beds has the cardiology ward", "-k", 9, *options, "--json").json["hits"]
    return {hit["external_id"] for hit in hits}


def _accept(run: Run, winner: str) -> str:
    run("nightly")
    for decision in {c["decision_id"] for c in run("conflicts", "--status", "resolved", "--json").json}:
        run("review", "undo", decision, "--resolver", "ann")
    (conflict, *_) = run("conflicts", "--status", "escalated", "--json").json
    receipt = run("review", "accept", conflict["id"], "--winner", winner, "--resolver", "ann", "--json").json
    return str(receipt["decision_id"])


@pytest.mark.parametrize("newer", ["2024-06-01", "2023-06-10"], ids=["years apart", "days apart"])
def test_an_accepted_update_leaves_the_older_its_past(run: Run, tell: Any, newer: str) -> None:
    tell(_beds(2, "2023-06-01"), _beds(3, newer))
    decision = _accept(run, "3 beds")
    assert _found(run) == {"3 beds"}
    assert "2 beds" in _found(run, "2023-06-05")
    assert _found(run, "2026-01-01") == {"3 beds"}
    run("nightly")
    assert "2 beds" in _found(run, "2023-06-05")
    run("review", "undo", decision, "--resolver", "ann")
    assert "2 beds" in _found(run, "2023-06-05")


def test_each_older_side_ends_where_the_next_begins(run: Run, tell: Any) -> None:
    tell(_beds(2, "2021-06-01"), _beds(4, "2022-06-01"), _beds(3, "2023-06-01"))
    _accept(run, "3 beds")
    retired = {"2 beds", "4 beds"}
    found = [_found(run, when) & retired for when in ("2021-08-01", "2022-08-01", "2023-08-01")]
    assert found == [retired, {"4 beds"}, set()]


def test_the_newer_side_that_is_not_accepted_has_no_past(run: Run, tell: Any) -> None:
    tell(_beds(2, "2023-06-01"), _beds(3, "2024-06-01"))
    _accept(run, "2 beds")
    assert _found(run) == _found(run, "2024-08-01") == _found(run, "2023-08-01") == {"2 beds"}


@pytest.mark.parametrize(
    ("older", "newer", "fields"),
    [
        pytest.param(None, None, {}, id="order unknown"),
        pytest.param("2023-06-01", "2023-06-01", {}, id="one time"),
        pytest.param("2023-06-01", "2024-06-01", {"content_type": "correction"}, id="a correction"),
    ],
)
def test_a_contradiction_is_superseded_for_all_time(
    run: Run, tell: Any, older: str | None, newer: str | None, fields: dict[str, Any]
) -> None:
    tell(_beds(2, older), _beds(3, newer, **fields))
    _accept(run, "3 beds")
    assert "2 beds" not in _found(run) | _found(run, "2023-08-01")

"""Semantics §1 and §3: before an update the older record holds, and is the answer."""

from typing import Any

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("valid_at", "first"),
    [("2021-01-01", "q1"), ("2023-01-01", "q2"), ("2025-01-01", "q3"), (None, "q3")],
    ids=["before all updates", "between updates", "after all updates", "now"],
)
@pytest.mark.parametrize("k", [1, 5])
def test_what_was_in_force_is_the_first_answer(run: Run, tell: Any, valid_at: str | None, first: str, k: int) -> None:
    for name, crates, day in (("q1", 10, "2020-01-01"), ("q3", 30, "2024-01-01"), ("q2", 20, "2022-01-01")):
        tell({"text": f"The Orlop quota is {crates} crates.", "external_id": name, "observed_at": day})
        run("nightly")
    asked = ("--valid-at", valid_at) if valid_at else ()
    hits = run("search", "What is the Orlop quota?", "-k", k, *asked, "--json").json["hits"]
    assert hits[0]["external_id"] == first
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)

"""A record that denies the old and asserts the new in one breath is one side: it does not oppose itself."""

from typing import Any

import pytest

from tests.cli.conftest import Run

OLD = {"text": "I live in Lyon.", "speaker": "Nina", "source": "chat", "external_id": "old"}
NEW = {"speaker": "Nina", "source": "chat", "external_id": "new"}


@pytest.mark.parametrize(
    "text", ["I used to live in Lyon but now I live in Nice.", "I no longer live in Lyon; I moved to Nice."]
)
@pytest.mark.parametrize("when", ["2024-06-01", "2022-06-04"], ids=["years apart", "days apart"])
def test_an_explicit_change_of_the_same_source_settles_whatever_the_gap(
    run: Run, tell: Any, text: str, when: str
) -> None:
    tell(OLD | {"observed_at": "2022-06-01"}, NEW | {"text": text, "observed_at": when})
    run("nightly")
    found = run("conflicts", "--json").json
    assert found and {c["status"] for c in found} == {"resolved"}
    assert not any("days apart" in reason for c in found for reason in c["reasons"])
    hits = run("search", "where does Nina live", "--json").json["hits"]
    assert [hit["external_id"] for hit in hits] == ["new"]
    shown = run("conflicts").out
    assert f"graphmem review undo {found[0]['decision_id']}" in shown

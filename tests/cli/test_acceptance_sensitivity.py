"""Semantics §1, §4 and §5: a stricter sensitivity reaches what was drawn from the record and who sees decisions."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE

THIRTY = {"text": "The Brackwater vault holds 30 bars.", "external_id": "a", "observed_at": "2024-01-01"}
SURFACES = (
    ("search", "How many bars does the Brackwater vault hold?"),
    ("context", "How many bars does the Brackwater vault hold?"),
    ("search", "Brackwater vault", "--include-superseded"),
    ("history", "Brackwater vault"),
    ("conflicts",),
    ("review", "list"),
    ("export",),
)


@pytest.mark.parametrize("level", ["confidential", "restricted"])
def test_a_merge_is_held_as_closely_as_what_it_rests_on(run: Run, tell: Any, level: str) -> None:
    other = {"text": "The Brackwater vault holds ninety bars of Querzit.", "observed_at": "2024-01-02"}
    claims = [{"subject": "Brackwater vault", "attribute": "hold", "value": {"amount": 90, "unit": "bar"}}]
    mine = [{**claims[0], "value": {"amount": 30, "unit": "bar"}}]
    tell({**THIRTY, "claims": mine}, {**other, "claims": claims})
    run("nightly")
    (conflict,) = run("conflicts", "--json").json
    run("review", "merge", conflict["id"], "--text", "The vault: 30 bars or 90 of Querzit.", "--resolver", "ada")
    tell({**other, "claims": claims, "sensitivity": level})
    for _ in range(2):
        for surface in SURFACES:
            assert "querzit" not in run(*surface, "--json").out.lower(), surface
        run("nightly")
    hits = run("search", "Brackwater vault bars", "--json").json["hits"]
    assert [hit["text"] for hit in hits] == [THIRTY["text"]]  # the decision does not exist for this reader


def test_who_may_no_longer_see_the_winner_sees_the_loser_again(run: Run, tell: Any) -> None:
    newer = {"text": "The Brackwater vault holds 77 bars.", "external_id": "b", "observed_at": "2026-01-02"}
    tell(THIRTY, newer)
    assert run("nightly", "--json").json["auto_resolved"] == 1
    tell({**newer, "sensitivity": "confidential"})
    question = ("search", "How many bars does the Brackwater vault hold?", "--json")
    assert [h["external_id"] for h in run(*question).json["hits"]] == ["a"]
    assert [h["external_id"] for h in run(*question, "--clearance", "confidential").json["hits"]] == ["b"]


def test_names_of_what_became_restricted_are_gone(run: Run, tell: Any, held: Callable[..., bytes]) -> None:
    line = {"text": "Ottoline Varga runs the night desk.", "source": {"id": "hr"}}
    tell(line)
    tell({**line, "sensitivity": "restricted"})
    run("nightly")
    assert run("entities", "list", "--clearance", "restricted", "--json").json == []
    assert run("history", "Ottoline Varga", "--clearance", "restricted", "--json").json["entries"] == []
    # The record's own text and words are kept, sealed by its sensitivity; as a name of anything it is gone.
    assert b'"name":"Ottoline Varga"' not in held(with_ended=False).replace(b'\\"', b'"').replace(b'": "', b'":"')

"""Semantics §1: chains of supersession, decisions and who sees them."""

import json
from typing import Any

from tests.cli.conftest import Run


def _toll(euros: int, name: str, day: str) -> dict[str, Any]:
    text = f"The toll on the Marn bridge is {euros} euros."
    return {"text": text, "external_id": name, "observed_at": day, "source": {"id": "office"}}


def _ids(report: Any) -> dict[str, str]:
    return {entry["external_id"]: entry["id"] for entry in report["records"]}


def _exported(run: Run) -> dict[str, dict[str, Any]]:
    return {row["external_id"]: row for row in map(json.loads, run("export").out.splitlines())}


def test_canonical_id_is_the_end_of_the_chain_whatever_the_order_of_ids(run: Run, tell: Any) -> None:
    for round_ in range(4):  # ids are hashes: both orders along the chain come up
        bridge = f"bridge number {round_}"
        first, second, third = (
            {**_toll(3 + i, f"{round_}{i}", day), "text": f"The toll on {bridge} is {3 + i} euros."}
            for i, day in enumerate(("2020-01-01", "2020-01-02", "2023-01-02"))
        )
        tell(first, second)
        run("nightly")
        (conflict,) = run("conflicts", "--status", "escalated", "--json").json
        run("review", "accept", conflict["id"], "--winner", f"{round_}0", "--resolver", "kim")
        ids = _ids(tell(third))
        run("nightly")
        rows = _exported(run)
        assert rows[f"{round_}0"]["canonical_id"] == ids[f"{round_}2"]
        assert rows[f"{round_}1"]["canonical_id"] == ids[f"{round_}2"]


def test_given_location_claims_are_settled_however_the_slot_is_called(run: Run, tell: Any) -> None:
    names = ("located in", "lives_in", "headquarteredIn", "city of residence", "location")
    for name in names:
        for town, day in (("Bergen", "2021-05-01"), ("Turku", "2023-05-01")):
            claim = {"subject": f"Unit {name}", "attribute": name, "value": town}
            tell({"text": f"{name}: {town}.", "claims": [claim], "observed_at": day})
    run("nightly")
    rows = run("conflicts", "--status", "resolved", "--json").json
    assert len(rows) == len(names)

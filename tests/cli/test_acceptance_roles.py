"""Semantics §4: what each role may do, and that a missing one is exit 1 with a reason."""

from typing import Any

import pytest

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE

ROLES = ("agent", "reviewer", "operator", "auditor")
READ = {"agent", "reviewer", "operator", "auditor"}
KEEP = {"operator"}  # maintenance
RIGHTS: list[tuple[str, set[str]]] = [
    ("remember Rope-is-sold-at-the-quay.", {"agent", "reviewer", "operator"}),
    ("ingest lines.jsonl", {"operator"}),
    ("import lines.jsonl", {"operator"}),
    ("search rope", READ),
    ("context rope", READ),
    ("history Skarvoy", READ),
    ("conflicts", READ),
    ("review list", {"reviewer", "operator", "auditor"}),
    ("export out.jsonl", {"operator", "auditor"}),
    ("audit verify", {"operator", "auditor"}),
    ("slots", {"operator", "auditor"}),
    ("doctor", {"operator", "auditor"}),
    ("integrity", {"operator", "auditor"}),
    ("nightly", KEEP),
    ("snapshot night", KEEP),
    ("restore night --yes", KEEP),
    ("reindex", KEEP),
    ("quarantine --source nobody", KEEP),
    ("release --source nobody", KEEP),
    ("purge --source nobody", KEEP),
    ("erase --source nobody --yes", KEEP),
]


@pytest.mark.parametrize(("command", "allowed"), RIGHTS, ids=[command for command, _ in RIGHTS])
def test_rights(run: Run, tell: Any, command: str, allowed: set[str]) -> None:
    tell({"text": "The ferry to Skarvoy leaves at 07:15."})
    run("snapshot", "night")
    for role in ROLES:
        ran = run(*command.split(), "--role", role, code=None)
        assert ran.code == (0 if role in allowed else 1), (role, ran.err)


def test_only_a_reviewer_decides(run: Run, tell: Any) -> None:
    tell("Locker 9 belongs to the chess club.", "Locker 9 belongs to the choir.")
    run("nightly")
    (conflict,) = run("conflicts", "--json").json
    for role in ("agent", "operator", "auditor"):
        run("review", "dismiss", conflict["id"], "--resolver", "ada", "--role", role, code=1)
    run("review", "dismiss", conflict["id"], "--resolver", "ada", "--role", "reviewer")


def test_who_sees_no_decision_sees_live_claims(run: Run, tell: Any) -> None:
    """A decision that rests on a confidential record does not exist for a reader of lower clearance."""
    report = tell(
        {"text": "The Brack tunnel is 310 m long.", "observed_at": "2021-01-01"},
        {"text": "The Brack tunnel is 455 m long.", "observed_at": "2023-01-01", "sensitivity": "confidential"},
    )
    assert run("nightly", "--json").json["auto_resolved"] == 1
    old = report["records"][0]["id"]
    for clearance, live in (("internal", True), ("confidential", False)):
        answer = run("why", old, "--clearance", clearance, "--json").json
        assert [e["live"] for e in answer["evidence"]] == [live]
        assert bool(answer["decisions"]) is not live

"""Legal holds through the command line: what is held is neither erased nor expired, and everything says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

SIGNED = ("--resolver", "legal-team", "--reason", "case 7")


@pytest.fixture
def told(run: Run, tell: Any) -> None:
    """Two records of Kim's, one of a wiki's."""
    tell(
        {"text": "Kim likes the pool.", "subjects": ["kim"], "source": "chat", "external_id": "k1",
         "observed_at": "2024-01-01"},
        {"text": "Kim lives in Oslo.", "subjects": ["kim"], "source": "form", "external_id": "k2"},
        {"text": "The pool opens at 7.", "source": "wiki", "external_id": "w"},
    )  # fmt: skip


def _ids(run: Run) -> dict[str, str]:
    lines = [json.loads(line) for line in run("export", "--clearance", "restricted").out.splitlines()]
    return {line["external_id"]: line["id"] for line in lines}


@pytest.mark.usefixtures("told")
def test_an_erasure_that_meets_a_hold_is_refused_whole(run: Run) -> None:
    held = run("hold", "set", "case-7", "--source", "form", *SIGNED, "--json").json
    assert len(held["records"]) == 1
    refused = run("erase", "--subject", "kim", "--yes", code=1)
    assert "1 of these records are on legal hold: case-7 (set by legal-team); nothing was erased" in refused.err
    assert "hold lift" in refused.err and len(refused.err.strip().splitlines()) == 1
    assert set(_ids(run)) == {"k1", "k2", "w"}
    assert run("erase", "--source", "chat", "--yes", "--json").json["records"] == 1  # narrowed, it goes
    run("hold", "lift", "case-7", *SIGNED)
    assert run("erase", "--subject", "kim", "--yes", "--json").json["records"] == 1
    assert set(_ids(run)) == {"w"}


@pytest.mark.usefixtures("told")
def test_holds_are_listed_shown_and_audited(run: Run) -> None:
    assert run("hold", "list").out == "no legal hold stands\n"
    run("hold", "set", "case-7", "--subject", "kim", *SIGNED)
    run("hold", "set", "case-8", "--record", "w", "--resolver", "ann", "--reason", "another")
    listed = run("hold", "list", "--json").json
    assert [(h["name"], h["subject"], h["records"], h["resolver"], h["reason"]) for h in listed] == [
        ("case-7", "kim", 2, "legal-team", "case 7"),
        ("case-8", None, 1, "ann", "another"),
    ]
    assert "case-7" in run("hold", "list").out
    assert run("why", "k2", "--json").json["legal_holds"] == ["case-7"]
    assert run("why", "k2", "--role", "agent", "--json").json["legal_holds"] == []
    run("hold", "lift", "case-8", *SIGNED)
    entries = run("audit", "list", "--json").json
    assert [(e["action"], e["target"], e["actor"], e["detail"]) for e in entries] == [
        ("hold:lift", "case-8", "legal-team", {"records": 1, "reason": "case 7"}),
        ("hold:set", "case-8", "ann", {"records": 1, "reason": "another"}),
        ("hold:set", "case-7", "legal-team", {"records": 2, "reason": "case 7"}),
    ]
    assert run("audit", "verify", "--json").json["counts"]["ok"]


def test_what_comes_later_is_held_too(run: Run, tell: Any) -> None:
    run("hold", "set", "case-7", "--subject", "kim", *SIGNED)
    tell({"text": "Kim lives in Oslo.", "subjects": ["kim"], "source": "form"}, {"text": "Bo lives in Oslo."})
    run("erase", "--source", "form", "--yes", code=1)
    run("remember", "Kim moved to Turku.", "--subject", "kim", "--source", "chat")
    run("erase", "--subject", "kim", "--yes", code=1)
    assert run("hold", "list", "--json").json[0]["records"] == 2


def test_a_hold_stops_expiry_and_lifting_it_starts_it_again(run: Run, tell: Any) -> None:
    soon = {"text": "The code of the pool is 4711.", "source": "x", "external_id": "s", "expires_at": "2090-01-01"}
    tell(soon)
    run("hold", "set", "case-7", "--source", "x", *SIGNED)
    assert run("nightly", "--now", "2091-01-01", "--json").json["expired"] == 0
    assert run("search", "code of the pool", "--json").json["hits"]
    run("hold", "lift", "case-7", *SIGNED)
    assert run("nightly", "--now", "2091-01-01", "--json").json["expired"] == 1
    assert run("search", "code of the pool", "--json").json["hits"] == []


def test_a_hold_brings_nothing_back_that_has_expired(run: Run, tell: Any) -> None:
    tell({"text": "The code of the pool is 4711.", "source": "x", "external_id": "s", "expires_at": "2020-01-01"})
    run("hold", "set", "case-7", "--source", "x", *SIGNED)
    run("nightly")
    assert run("search", "code of the pool", "--json").json["hits"] == []
    assert run("why", "s", "--json").json["status"] == "expired"
    run("nightly", "--now", "2090-01-01")
    run("erase", "--source", "x", "--yes", code=1)
    run("hold", "lift", "case-7", *SIGNED)
    run("nightly")
    assert run("why", "s", "--json").json["status"] == "expired"


@pytest.mark.usefixtures("told")
def test_purge_rejection_and_merges_of_what_is_held_are_refused_too(run: Run, tell: Any) -> None:
    run("hold", "set", "case-7", "--subject", "kim", *SIGNED)
    run("quarantine", "--source", "form")
    assert "on legal hold: case-7" in run("purge", "--source", "form", code=1).err
    tell({"text": "Kim's mail is kim@firm.example.", "subjects": ["kim"], "external_id": "waits"})
    item = next(i["id"] for i in run("review", "list", "--json").json if i["type"] == "gate")
    assert "on legal hold" in run("review", "reject", item, "--resolver", "ann", "--reason", "no", code=1).err
    run("hold", "lift", "case-7", *SIGNED)
    run("review", "reject", item, "--resolver", "ann", "--reason", "no")
    run("purge", "--source", "form")


@pytest.mark.usefixtures("told")
def test_a_restore_rewinds_no_hold(run: Run, home: Path) -> None:
    run("hold", "set", "old", "--source", "wiki", *SIGNED)
    run("snapshot", "before")
    run("hold", "lift", "old", *SIGNED)
    run("hold", "set", "new", "--subject", "kim", *SIGNED)
    run("restore", "before", "--yes")
    assert [hold["name"] for hold in run("hold", "list", "--json").json] == ["new"]
    run("erase", "--source", "form", "--yes", code=1)
    run("erase", "--source", "wiki", "--yes")
    run("migrate", "--from", f"sqlite:///{home}/graphmem.db", "--to", f"sqlite:///{home}/b.db")
    run("erase", "--source", "form", "--yes", "--store", f"sqlite:///{home}/b.db", code=1)


@pytest.mark.usefixtures("told")
def test_a_canonical_record_that_is_held_keeps_what_it_rests_on(run: Run, tell: Any) -> None:
    tell(
        {"text": "The fee is 8 euros.", "source": "a", "observed_at": "2024-01-01", "external_id": "a"},
        {"text": "The fee is 9 euros.", "source": "b", "observed_at": "2024-01-05", "external_id": "b"},
    )
    run("nightly")
    conflict = run("conflicts", "--status", "escalated", "--json").json[0]["id"]
    merged = run("review", "merge", conflict, "--text", "The fee is 9 euros.", "--resolver", "ann", "--json").json
    run("hold", "set", "case-9", "--record", merged["canonical_id"], *SIGNED)
    assert "case-9" in run("erase", "--source", "a", "--yes", code=1).err
    assert run("search", "what is the fee", "--json").json["hits"][0]["record_id"] == merged["canonical_id"]


def test_bad_calls_are_refused_with_a_reason(run: Run) -> None:
    run("hold", "set", "case-7", *SIGNED, code=2)
    run("hold", "set", "case-7", "--subject", "kim", "--reason", "why", code=2)
    run("hold", "set", "case-7", "--subject", "kim", "--resolver", "ann", code=2)
    run("hold", "set", " ", "--subject", "kim", *SIGNED, code=2)
    run("hold", "set", "case-7", "--record", "r-nothing", *SIGNED, code=1)
    run("hold", "lift", "case-7", *SIGNED, code=1)
    run("hold", "set", "case-7", "--subject", "kim", *SIGNED)
    run("hold", "set", "case-7", "--subject", "bo", *SIGNED, code=1)
    run("hold", "set", "case-8", "--subject", "kim", *SIGNED, "--role", "agent", code=1)
    run("hold", "list", "--role", "agent", code=1)


@pytest.mark.usefixtures("told")
def test_a_hold_is_bound_to_its_namespaces_and_its_tenant(run: Run, tell: Any) -> None:
    run("hold", "set", "case-7", "--subject", "kim", "--namespace", "user:1", *SIGNED)
    assert run("erase", "--subject", "kim", "--yes", "--json").json["records"] == 2
    tell({"text": "Kim lives in Rome.", "subjects": ["kim"], "namespace": "user:1"}, options=("--namespace", "user:1"))
    run("erase", "--subject", "kim", "--yes", code=1)
    assert run("hold", "list", "--tenant", "other", "--json").json == []

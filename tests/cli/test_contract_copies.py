"""Snapshots, restoring, migration, audit, integrity through the command line."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE


def _facts(tell: Any, run: Run) -> None:
    tell(
        {"text": "Lena lives in Oslo.", "observed_at": "2020-01-01", "source": "a"},
        {"text": "Lena lives in Turku.", "observed_at": "2024-01-01", "source": "b"},
        {"text": "The vault word is KESTREL-7.", "source": "x"},
    )
    run("nightly")


def test_a_snapshot_gives_the_live_view_back(run: Run, tell: Any, home: Path) -> None:
    _facts(tell, run)
    before = run("export").out
    report = run("snapshot", "first", "--json").json
    assert report["rows"]["record"] == 3 and report["vectors"] == 3 and report["ratio"] > 1
    tell("The pool opens at 7.")
    run("restore", "first", code=2)
    run("restore", "nosuch", "--yes", code=1)
    run("restore", "first", "--yes")
    assert run("export").out == before
    hits = run("search", "where does Lena live", "--json").json["hits"]
    assert [hit["text"] for hit in hits] == ["Lena lives in Turku."]
    assert run("doctor", "--json").json["ok"]


def test_erasure_reaches_snapshots_and_restore_brings_nothing_back(
    run: Run, tell: Any, held: Callable[[], bytes]
) -> None:
    _facts(tell, run)
    run("snapshot", "first")
    receipt = run("erase", "--source", "x", "--yes", "--json").json
    assert receipt["snapshots"] == 1 and receipt["canary"]["clean"]
    assert b"KESTREL" not in held()
    run("restore", "first", "--yes")
    assert run("search", "vault word", "--json").json["hits"] == []
    assert "KESTREL" not in run("export").out


def test_bad_names_of_snapshots_are_refused(run: Run, home: Path) -> None:
    for name in ("../x", "a/b", "", ".."):
        assert run("snapshot", name, code=None).code in (1, 2)


def test_migration_carries_everything(run: Run, tell: Any, home: Path) -> None:
    _facts(tell, run)
    here, other = os.environ.get("GRAPHMEM_STORE", f"sqlite:///{home}/graphmem.db"), f"sqlite:///{home}/b.db"
    counts = run("migrate", "--from", here, "--to", other, "--json").json["counts"]
    assert counts["records"] == 3 and counts["decision"] == 1
    assert run("export", "--store", other).out == run("export").out
    assert run("conflicts", "--store", other, "--json").json == run("conflicts", "--json").json
    run("migrate", "--from", here, "--to", other, code=1)


def test_the_audit_log_is_a_chain(run: Run, tell: Any) -> None:
    _facts(tell, run)
    run("quarantine", "--source", "x")
    run("release", "--source", "x")
    assert run("audit", "verify", "--json").json["counts"] == {"entries": 2, "ok": True}
    assert [entry["action"] for entry in run("audit", "list", "--json").json] == ["release", "quarantine"]
    run("audit", "verify", "--role", "agent", code=1)


def test_integrity_shows_days(run: Run, tell: Any) -> None:
    tell({"text": "The pool opens at 7.", "agent_id": "bot"})
    report = run("integrity", "--json").json
    assert [(day["agent"], day["writes"]) for day in report["days"]] == [("bot", 1)]


def test_names_and_ids_of_the_erased_leave_snapshots_too(run: Run, tell: Any, held: Callable[[], bytes]) -> None:
    """Also short names, of expired records, whose words are no canaries."""
    writer = {"subjects": ["zq"], "user_id": "u-Quapp", "session_id": "s-Quapp", "agent_id": "a-Quapp"}
    tell(
        {"text": "Z. Quapp is a doctor.", "content_type": "interaction", "observed_at": "2020-01-01", **writer},
        {"text": "Zelmira Quapp lives in Blattorf.", **writer},
        {"text": "Tom Beck leads the payments team."},
    )
    run("nightly")
    run("snapshot", "first")
    assert run("erase", "--subject", "zq", "--yes", "--json").json["canary"]["clean"]
    assert b"uapp" not in held()
    run("restore", "first", "--yes")
    assert b"uapp" not in held()
    assert run("history", "Tom Beck", "--json").json["entries"]

"""Contract, fine print 34: quarantine gives back what was there before it, and nothing more."""

from typing import Any

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE

MAIL = {"text": "Write to Hedda at hedda.lunde@example.org about the roof.", "source": {"id": "mailbox"}}


def _status(run: Run, record_id: str) -> str:
    return str(run("why", record_id, "--json").json["status"])


def test_34_release_is_no_way_around_the_gate(run: Run, tell: Any) -> None:
    (held,) = tell(MAIL)["review"]
    run("quarantine", "--source", "mailbox")
    run("review", "approve", held["record_id"], "--resolver", "ada", code=1)
    run("release", "--source", "mailbox")
    assert _status(run, held["record_id"]) == "under_review"
    assert run("search", "Hedda roof", "--json").json["hits"] == []
    run("review", "approve", held["record_id"], "--resolver", "ada")
    assert [h["record_id"] for h in run("search", "Hedda roof", "--json").json["hits"]] == [held["record_id"]]


def test_34_a_canonical_waits_for_all_that_it_rests_on(run: Run, tell: Any) -> None:
    tell(
        {"text": "The silo holds 30 tonnes.", "source": {"id": "ann"}, "observed_at": "2024-01-01"},
        {"text": "The silo holds 50 tonnes.", "source": {"id": "bob"}, "observed_at": "2024-01-02"},
    )
    run("nightly")
    (conflict,) = run("conflicts", "--json").json
    text = "The silo holds 30 tonnes of barley or 50 of sand."
    merged = run("review", "merge", conflict["id"], "--text", text, "--resolver", "ada", "--json").json
    for source in ("ann", "bob"):
        assert merged["canonical_id"] in run("quarantine", "--source", source, "--json").json["withheld"]
    run("release", "--source", "ann")
    assert _status(run, merged["canonical_id"]) == "quarantined"
    run("release", "--source", "bob")
    assert _status(run, merged["canonical_id"]) == "canonical"


def test_6_a_moved_clock_erases_nothing(run: Run, tell: Any) -> None:
    report = tell({"text": "Chatted about the regatta.", "source": {"id": "chat"}, "content_type": "interaction"})
    assert run("nightly", "--now", "2099-01-01", "--json").json["expired"] == 1
    assert _status(run, report["records"][0]["id"]) == "expired"


def test_34_what_expired_in_quarantine_is_not_revived_by_a_release(run: Run, tell: Any) -> None:
    old = {"text": "Chatted about the ferry.", "content_type": "interaction", "observed_at": "2020-01-01"}
    report = tell({**old, "source": {"id": "chat"}})
    run("quarantine", "--source", "chat")
    run("release", "--source", "chat")
    assert _status(run, report["records"][0]["id"]) == "expired"
    assert '"status": "expired"' in run("export").out

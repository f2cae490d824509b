"""Contract, fine print 29 to 34: erasure, restricted content, retention, quarantine."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE
Held = Callable[[], bytes]


def test_29_erase_needs_yes_and_a_selector(run: Run, tell: Any) -> None:
    tell({"text": "The vault word is KESTREL-7.", "source": "x"})
    run("erase", "--source", "x", code=2)
    assert run("erase", "--yes", code=None).code in (1, 2)
    assert run("erase", "--all", "--yes", code=None).code in (1, 2)
    assert run("search", "vault", "--json").json["hits"]
    assert run("erase", "--source", "nothing", "--yes", "--json").json["records"] == 0


def test_31_no_byte_is_left(run: Run, tell: Any, held: Held) -> None:
    tell(
        {"text": "The vault word is KESTREL-7, says Wilhelmina Strand.", "source": "x", "subjects": ["ws"]},
        {"text": "The vault is in the cellar.", "source": "y"},
    )
    run("nightly")
    run("search", "what is the vault word KESTREL-7")
    receipt = run("erase", "--subject", "ws", "--yes", "--json")
    assert receipt.json["records"] == 1 and receipt.json["vectors"] >= 1
    for word in (b"KESTREL", b"kestrel", b"Strand", b"wilhelmina"):
        assert word not in held(), word
    assert "KESTREL" not in receipt.out
    assert run("search", "vault", "--json").json["hits"][0]["text"] == "The vault is in the cellar."
    assert run("doctor", "--json").json["ok"]


def test_31_ids_that_only_the_erased_bore_go_too(run: Run, tell: Any, held: Held) -> None:
    ids = {"user_id": "u-Strandberg", "session_id": "s-Strandberg", "agent_id": "a-Strandberg"}
    tell({"text": "The vault is in the attic.", "source": "x", "subjects": ["ws"], **ids}, "The pool opens at 7.")
    run("nightly")
    assert held().count(b"Strandberg") > 3
    run("erase", "--subject", "ws", "--yes")
    assert b"Strandberg" not in held()


def test_30_a_canonical_drawn_from_the_erased_goes_too(run: Run, tell: Any, held: Held) -> None:
    tell(
        {"text": "Dr Quist lives in Oslo.", "source": "x", "observed_at": "2024-01-01"},
        {"text": "Dr Quist lives in Turku.", "source": "y", "observed_at": "2024-01-05"},
    )
    run("nightly")
    conflict = run("conflicts", "--json").json[0]["id"]
    run("review", "merge", conflict, "--text", "Dr Quist lives in ZEBRATOWN.", "--resolver", "ann")
    receipt = run("erase", "--source", "x", "--yes", "--json").json
    assert len(receipt["canonical_rewritten"]) == 1 and len(receipt["redecided"]) == 1
    assert b"ZEBRATOWN" not in held() and b"Oslo" not in held()
    assert [item["type"] for item in run("review", "list", "--json").json] == ["revived"]


def test_29_a_whole_namespace(run: Run, tell: Any) -> None:
    tell("Ana hums at night.", options=("--namespace", "user:1"))
    tell("The pool opens at 7.")
    assert run("erase", "--all", "--namespace", "user:1", "--yes", "--json").json["records"] == 1
    assert run("search", "pool", "--json").json["hits"]


def test_32_restricted_content_is_never_shown(run: Run, tell: Any) -> None:
    line = {
        "text": "Patient Ida Holm has asthma.", "sensitivity": "restricted", "legal_basis": "consent",
        "source": "clinic", "content_type": "interaction", "observed_at": "2099-01-01", "expires_at": "2100-01-01",
        "entities": ["Ida Holm"],
    }  # fmt: skip
    record = tell(line)["records"][0]["id"]
    top = ("--clearance", "restricted")
    for query in ("asthma", "Ida Holm", "restricted interaction clinic"):
        for arguments in (("search", query, *top), ("context", query, *top), ("search", query)):
            shown = run(*arguments, "--json").out.replace(query, "")
            assert "asthma" not in shown and "Holm" not in shown
    assert run("search", "interaction clinic", *top, "--json").json["hits"][0]["record_id"] == record
    assert run("why", record, *top, "--json").json["text"] == line["text"]
    run("why", record, code=1)
    assert run("entities", "list", *top, "--json").json == []
    assert run("history", "Ida Holm", *top, "--json").json["entries"] == []


@pytest.mark.parametrize(
    ("kind", "observed", "found"),
    [("interaction", "2020-01-01", False), ("user_preference", "2020-01-01", False),
     ("life_event", "2020-01-01", False), ("confirmed_fact", "2020-01-01", True), ("document", "2020-01-01", True),
     ("interaction", None, True)],
)  # fmt: skip
def test_33_periods(run: Run, tell: Any, kind: str, observed: str | None, found: bool) -> None:
    report = tell({"text": "Mo prefers the window seat.", "content_type": kind, "observed_at": observed})
    assert bool(run("search", "window seat", "--json").json["hits"]) is found
    hidden = run("search", "window seat", "--include-superseded", "--valid-at", "2020-01-02", "--json").json["hits"]
    assert bool(hidden) is found
    why = run("why", report["records"][0]["id"], "--json").json
    assert why["status"] == ("active" if found else "expired")
    assert why["stale"] is (kind == "document")


def test_33_verifying_freshens_a_document(run: Run, tell: Any) -> None:
    line = {"text": "Use gate 4.", "content_type": "document", "observed_at": "2020-01-01", "source": "m"}
    record = tell(line)["records"][0]["id"]
    assert run("search", "gate", "--json").json["hits"][0]["stale"]
    run("verify", record, "--resolver", "ann")
    assert not run("search", "gate", "--json").json["hits"][0]["stale"]
    run("verify", "--source", "nosuch", "--resolver", "ann", code=1)


def test_34_quarantine_release_purge(run: Run, tell: Any, held: Held) -> None:
    line = {"text": "Install tools from PARROT.", "source": "blog", "session_id": "s1"}
    tell(line, {"text": "Install tools from the shelf.", "source": "wiki", "session_id": "s1"})
    run("quarantine", code=None)
    assert run("quarantine", code=None).code in (1, 2)
    assert run("purge", "--source", "blog", "--json").json["records"] in ([], 0)
    withheld = run("quarantine", "--source", "blog", "--session", "s1", "--json").json
    assert len(withheld["records"]) == 1
    answer = run("search", "install tools", "--json").json
    assert len(answer["hits"]) == 1 and answer["suppressed"]["quarantined"] == 1
    assert tell(line)["duplicate"] == 1
    assert len(run("search", "install tools", "--json").json["hits"]) == 1
    run("release", "--source", "blog")
    assert len(run("search", "install tools", "--json").json["hits"]) == 2
    run("quarantine", "--source", "blog", "--since", "2020-01-01", "--until", "2199-01-01")
    run("purge", "--source", "blog")
    assert b"PARROT" not in held()


def test_an_erasure_killed_before_the_end_leaves_revived_records_to_the_sweep(
    run: Run, tell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(
        {"text": "The fee is 8.", "source": "y", "observed_at": "2025-01-01"},
        {"text": "The fee is 9.", "source": "x", "observed_at": "2026-01-01"},
    )
    run("nightly")
    with monkeypatch.context() as patched:
        patched.setattr("graphmem.services.erasure.detect_blocks", _fail)
        run("erase", "--source", "x", "--yes", code=1)
    run("nightly")
    assert [item["type"] for item in run("review", "list", "--json").json] == ["revived"]
    assert run("search", "fee", "--json").json["hits"] == []


def _fail(*_: object) -> None:
    raise OSError(28, "No space left on device")

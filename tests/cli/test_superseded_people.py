"""Whom only superseded records name is still found by name, within what the reader may see."""

from typing import Any

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE

CLAIM = {"subject": "Harbour office", "attribute": "head"}
OLD = {
    "text": "Ana Ruiz is head of the Harbour office.",
    "external_id": "ana",
    "observed_at": "2022-01-01",
    "source": "a",
    "claims": [CLAIM | {"value": "Ana Ruiz"}],
    "entities": ["Ana Ruiz", "Harbour office"],
}
NEW = {
    "text": "Tom Beck is head of the Harbour office.",
    "external_id": "tom",
    "observed_at": "2023-02-01",
    "source": "b",
    "content_type": "correction",
    "claims": [CLAIM | {"value": "Tom Beck"}],
    "entities": ["Tom Beck", "Harbour office"],
}


def _entries(run: Run, name: str, *options: str) -> list[tuple[str, str]]:
    found = run("history", name, "--json", *options).json["entries"]
    return [(entry["external_id"], entry["status"]) for entry in found]


def test_history_and_entities_know_whom_only_superseded_records_name(run: Run, tell: Any) -> None:
    tell(OLD, NEW)
    run("nightly")
    assert _entries(run, "Ana Ruiz") == [("ana", "superseded")]
    assert _entries(run, "Harbour office") == [("ana", "superseded"), ("tom", "canonical")]
    for named in (("Ana Ruiz",), ()):
        (found,) = [e for e in run("entities", "list", *named, "--json").json if e["name"] == "Ana Ruiz"]
        assert found["records"] == 1
    assert "Ana Ruiz" not in str(run("search", "who is head of the Harbour office", "--json").json["hits"])


def test_what_the_reader_may_not_see_is_no_history(run: Run, tell: Any) -> None:
    tell(OLD | {"sensitivity": "confidential"}, NEW | {"sensitivity": "confidential"})
    run("nightly")
    assert _entries(run, "Ana Ruiz") == []
    assert not any(e["name"] == "Ana Ruiz" for e in run("entities", "list", "--json").json)
    assert _entries(run, "Ana Ruiz", "--clearance", "confidential") == [("ana", "superseded")]
    run("quarantine", "--source", "a")
    assert ("ana", "active") not in _entries(run, "Ana Ruiz", "--clearance", "confidential")

"""The flagship of the contract: conflict, escalation, merge by a reviewer, undo."""

from typing import Any

from tests.cli.conftest import Run

A = {
    "text": "FDA accelerated approval requires two randomized controlled trials.",
    "external_id": "A",
    "observed_at": "2021-03-15",
}
B = {
    "text": "Under FDA accelerated approval, one pivotal trial may suffice for haematologic malignancies.",
    "external_id": "B",
    "observed_at": "2024-06-20",
}
C = {
    "text": "The two-trial requirement for FDA accelerated approval still applies to solid tumours; "
    "one pivotal trial may suffice for haematologic malignancies.",
    "external_id": "C",
    "observed_at": "2024-12-10T09:00:00Z",
    "origin": "human_review",
    "authority": "authoritative",
    "source": {"id": "reg-team-2024-12", "kind": "human"},
}
QUESTION = "How many trials does FDA accelerated approval require?"
TEXT = "FDA accelerated approval needs two trials for solid tumours; one may do for haematologic malignancies."


def _without_times(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {k: _without_times(v) for k, v in answer.items() if k not in {"took_ms", "query_id", "seconds"}}
    return [_without_times(item) for item in answer] if isinstance(answer, list) else answer


def test_conflict_escalation_merge_and_undo(run: Run, tell: Any) -> None:
    report = tell(A, B, C)
    assert (report["read"], report["stored"]) == (3, 3)
    ids = {note["external_id"]: note["id"] for note in report["records"]}
    assert run("conflicts", "--status", "open", "--json").json, "found at write"
    assert run("nightly", "--exit-code", "--json", code=3).json["auto_resolved"] == 0
    escalated = run("conflicts", "--status", "escalated", "--json").json
    assert {"A", "B"} in [{c["external_a"], c["external_b"]} for c in escalated]
    assert all("impact" in " ".join(c["reasons"]) for c in escalated)
    before = run("search", QUESTION, "--json").json
    assert all(hit["contested"] for hit in before["hits"])
    rows = run("conflicts", "--json").json

    merged = run("review", "merge", escalated[0]["id"], "--text", TEXT, "--resolver", "reg-team", "--json").json
    assert set(merged["superseded"]) == set(ids.values())
    hits = run("search", QUESTION, "--json").json
    assert [(hit["text"], hit["status"], hit["contested"]) for hit in hits["hits"]] == [(TEXT, "canonical", False)]
    assert hits["suppressed"]["superseded"] == 3
    assert run("conflicts", "--status", "escalated", "--json").json == []
    why = run("why", merged["canonical_id"], "--json").json
    assert (why["resolution_type"], why["resolver"]) == ("human_confirmed", "reg-team")
    assert set(why["supersedes"]) == set(ids.values())
    history = run("history", "FDA accelerated approval", "--json").json["entries"]
    assert [entry["status"] for entry in history].count("superseded") == 3
    trace = run("trace", merged["canonical_id"], "--json").json
    assert set(trace["rests_on"]) == set(ids.values())
    assert merged["canonical_id"] in run("trace", ids["A"], "--json").json["derived"]
    run("nightly", "--json")
    assert run("search", QUESTION, "--json").json["hits"][0]["text"] == TEXT

    run("review", "undo", merged["decision_id"], "--resolver", "reg-team", "--json")
    assert _without_times(run("search", QUESTION, "--json").json) == _without_times(before)
    assert run("conflicts", "--json").json == rows
    assert run("review", "undo", merged["decision_id"], "--resolver", "x", code=1).err
    run("nightly", "--json")
    assert run("conflicts", "--json").json == rows

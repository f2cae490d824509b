"""Canaries of another tenant, another user and a higher clearance, looked for on every readable surface."""

import re
from typing import Any

import pytest

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE

CANARY = "Quillfeather"
HIDDEN = {
    "tenant": (("--tenant", "rival"), {}),
    "user": (("--namespace", "user:2"), {}),
    "clearance": ((), {"sensitivity": "confidential"}),
}
ROUTES = ("auto", "lookup", "graph", "timeline", "overview", "conflict")
SURFACES = [
    *(("search", question, "--route", route) for route in ROUTES
      for question in ("where does Lena live", f"who is {CANARY}")),
    ("search", "Lena", "--include-superseded"),
    ("search", "Lena", "--known-at", "2099-01-01"),
    ("context", "where does Lena live"),
    ("context", f"what about {CANARY}"),
    ("conflicts",),
    ("conflicts", "--status", "resolved"),
    ("review", "list"),
    ("entities", "list"),
    ("entities", "list", CANARY),
    ("history", "Lena"),
    ("history", CANARY),
    ("slots",),
    ("export",),
]  # fmt: skip


@pytest.fixture
def planted(run: Run, tell: Any) -> None:
    """What anyone may see, and a canary beside it in each hidden place, in conflict with it where it can be."""
    tell({"text": "Lena lives in Oslo.", "observed_at": "2024-01-01", "external_id": "seen"})
    for place, (options, fields) in HIDDEN.items():
        tell(
            {"text": f"Lena lives in {CANARY} {place}.", "observed_at": "2026-01-01", **fields},
            {"text": f"{CANARY} {place} is led by Ana {CANARY}.", "source": f"{CANARY}-{place}", **fields},
            {"text": f"{CANARY} {place} {CANARY}istically sings.", "agent_id": CANARY, **fields},
            options=options,
        )
    run("nightly")
    run("nightly", "--tenant", "rival")


def _shown(run: Run, surface: tuple[str, ...]) -> str:
    ran = run(*surface, *(() if surface[0] == "export" else ("--json",)))
    return re.sub(r'"(took_ms|query_id)": [^,\n]+', "", ran.out + ran.err).casefold()


@pytest.mark.parametrize("surface", [s for s in SURFACES if CANARY not in " ".join(s)], ids=" ".join)
def test_no_surface_shows_what_is_not_the_readers(run: Run, planted: None, surface: tuple[str, ...]) -> None:
    assert CANARY.casefold() not in _shown(run, surface)


@pytest.mark.parametrize("surface", [s for s in SURFACES if CANARY in " ".join(s)], ids=" ".join)
def test_asking_for_the_hidden_is_asking_for_nothing(run: Run, planted: None, surface: tuple[str, ...]) -> None:
    unknown = "Brindlewicks"  # as long, and nowhere
    other = tuple(part.replace(CANARY, unknown) for part in surface)
    assert _shown(run, surface).replace(CANARY.casefold(), unknown.casefold()) == _shown(run, other)


def test_the_hidden_conflict_does_not_show_by_its_effects(run: Run, planted: None) -> None:
    hits = run("search", "where does Lena live", "--json").json["hits"]
    assert [(h["external_id"], h["contested"], h["status"]) for h in hits] == [("seen", False, "active")]
    assert run("search", "where does Lena live", "--json").json["suppressed"]["superseded"] == 0
    assert run("why", "seen", "--json").json["conflicts"] == []
    trace = run("trace", "seen", "--json").json
    assert trace["derived"] == [] and trace["conflicts"] == [] and trace["decisions"] == []


def test_a_reviewer_neither_sees_nor_settles_sides_above_the_clearance(run: Run, tell: Any) -> None:
    """One set, of which the reviewer may see two sides: the third is in no message, receipt, proposal or decision."""
    tell(
        {"text": "The fee is 8 euros.", "observed_at": "2024-01-01", "external_id": "a"},
        {"text": "The fee is 9 euros.", "observed_at": "2024-01-05", "external_id": "b"},
        {"text": "The fee is 77 euros.", "observed_at": "2024-01-08", "external_id": "zorbulator",
         "sensitivity": "confidential"},
    )  # fmt: skip
    run("nightly")
    hidden = run("why", "zorbulator", "--clearance", "confidential", "--json").json["record_id"]
    (conflict,) = run("conflicts", "--json").json
    said = run("review", "accept", conflict["id"], "--winner", "nobody", "--resolver", "ann", code=1).err
    said += run("review", "show", conflict["id"], "--json").out
    done = run("review", "merge", conflict["id"], "--text", "The fee is 9 euros.", "--resolver", "ann", "--json")
    for word in ("zorbulator", hidden, "77 eur"):
        assert word not in said + done.out
    assert len(done.json["superseded"]) == 2
    assert done.json["canonical_id"] in [hit["record_id"] for hit in run("search", "the fee", "--json").json["hits"]]
    assert run("why", "zorbulator", "--clearance", "confidential", "--json").json["status"] == "active"
    run("nightly")
    left = run("conflicts", "--status", "escalated", "--clearance", "confidential", "--json").json
    assert [{c["record_a"], c["record_b"]} for c in left] == [{hidden, done.json["canonical_id"]}]


def test_how_much_another_tenant_holds_is_not_told(run: Run, planted: None, tell: Any) -> None:
    before = run("doctor", "--json").json
    assert before["ok"] and before["counts"]["record"]
    tell("Nobody else knows this.", options=("--tenant", "rival"))
    after = run("doctor", "--json").json
    known = ("file_bytes", "log_bytes")  # whoever may open the file may see its size
    assert {k: v for k, v in before["store"].items() if k not in known} == {
        k: v for k, v in after["store"].items() if k not in known
    }
    assert before["counts"] == after["counts"]

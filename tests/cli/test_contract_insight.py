"""Routes, diagnosis, calibration and corrections through the command line."""

from datetime import UTC, datetime
from typing import Any

from graphmem import Memory, Principal
from graphmem.model.scope import Role
from graphmem.protocols import Clock
from tests.cli.conftest import Run

_FAMILIES = ("Berg", "Dahl", "Falk", "Holm", "Lund", "Strand")


def test_routes_shows_what_was_asked(run: Run, tell: Any) -> None:
    tell("The pool opens at 7.", "The gym opens at 8.")
    for _ in range(3):
        run("search", "when does the pool open", "--route", "lookup")
    run("search", "pool", "--route", "timeline")
    uses = {use["route"]: use for use in run("routes", "--json").json}
    assert uses["lookup"]["searches"] == 3 and uses["lookup"]["share"] == 0.75
    measured = run("routes", "--measure", 4, "--json").json
    assert {use["route"]: use["regret"] for use in measured} == {"lookup": 0.0, "timeline": None}


def test_a_search_for_few_hits_has_no_regret_for_those_it_did_not_ask_for(run: Run, tell: Any) -> None:
    tell("Ola leads the archive.", "The archive is in Turku.", "Turku has a port.", "The port has a crane.")
    run("search", "Where is the archive that Ola leads?", "-k", 2, "--route", "graph")
    (use,) = run("routes", "--measure", 4, "--json").json
    assert (use["route"], use["regret"]) == ("graph", 0.0)
    run("search", "Where is the archive that Ola leads?", "-k", 2, "--route", "lookup", "--valid-at", "2020-01-01")
    assert len(run("routes", "--measure", 4, "--json").json) == 2


def test_a_question_of_restricted_clearance_is_hashed(run: Run, tell: Any, home: Any) -> None:
    run("search", "zirconium", "--clearance", "restricted")
    run("search", "palladium")
    content = b"".join(path.read_bytes() for path in home.iterdir())
    assert b"palladium" in content and b"zirconium" not in content


def test_diagnose_tells_new_data_from_poison(run: Run, tell: Any) -> None:
    tell("The pump is set to 3 bar.")
    before = datetime.now(UTC).isoformat()
    assert run("diagnose", "--since", before, "--question", "pump", "--json").json["hypothesis"] == "nothing changed"
    tell("The pump room has a new pump of steel.")
    assert run("diagnose", "--since", before, "--question", "pump", "--json").json["hypothesis"] == "data drift"
    run("diagnose", "--since", "soon", code=1)


def test_calibrate_counts_decisions_of_people(run: Run, tell: Any) -> None:
    assert run("calibrate", "--json").json["labels"] == 0
    tell(*({"text": f"Crew {n} lives in {town}."} for n in range(3) for town in ("Oslo", "Turku")))
    run("nightly")
    for conflict in run("conflicts", "--json").json:
        run("review", "dismiss", conflict["id"], "--resolver", "ann")
    answer = run("calibrate", "--json").json
    assert answer["labels"] == 3 and answer["written"] and answer["after"]
    run("nightly")
    assert {c["status"] for c in run("conflicts", "--json").json} == {"dismissed"}


def test_calibrate_reaches_the_confidence_of_updates(run: Run, tell: Any) -> None:
    told = [("Oslo", "2025-03-01"), ("Turku", "2025-03-04")]  # days apart: a person decides which of the two holds
    names = [f"{one} {two}" for one in ("Ada", "Bo", "Ida", "Lena", "Mona", "Rosa") for two in _FAMILIES][:34]
    tell(*({"text": f"{name} lives in {town}.", "observed_at": day} for name in names for town, day in told))
    run("nightly")
    before = run("conflicts", "--json").json
    assert {c["kind"] for c in before} == {"update"} and min(c["confidence"] for c in before) > 0.75
    for n, found in enumerate(before[:32]):
        verdict = ("dismiss", found["id"]) if n % 2 else ("accept", found["id"], "--winner", found["newer_record_id"])
        run("review", *verdict, "--resolver", "ann")
    answer = run("calibrate", "--json").json
    assert answer["after"]["update"]["error"] < answer["before"]["update"]["error"]
    run("nightly")
    after = {c["id"]: c["confidence"] for c in run("conflicts", "--json").json}
    assert all(0.4 < after[left["id"]] < 0.6 for left in before[32:])


def test_corrections_count_without_content(run: Run, tell: Any) -> None:
    tell({"text": "Correction: gate 4.", "content_type": "correction", "agent_id": "bot", "sensitivity": "restricted"})
    ran = run("corrections", "--json")
    assert [row["count"] for row in ran.json] == [1] and "gate" not in ran.out


class _InTheYear(Clock):
    def __init__(self, year: int) -> None:
        self._now = datetime(year, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now


def test_an_expired_record_goes_when_it_was_kept_long_enough(run: Run, tell: Any) -> None:
    record = tell({"text": "The pass is blue.", "expires_at": "2090-01-01"})["records"][0]["id"]
    run("nightly", "--now", "2099-01-01")  # a moved clock expires, it erases nothing
    assert run("why", record, "--json").json["status"] == "expired"
    operator = Principal(tenant="default", namespaces=["global"], roles=frozenset({Role.OPERATOR}))
    for year, left in ((2096, 1), (2098, 0)):
        with Memory.open("sqlite:///graphmem.db", operator, clock=_InTheYear(year)) as memory:
            memory.nightly()
            assert len(memory.export_lines()) == left

"""What the receipt of an erasure says of what it did not reach: nothing erased, other spellings, exports, the rest."""

from pathlib import Path
from typing import Any

from tests.cli.conftest import Run

NAMING = {"text": "Ravi Nair leads the harbour team.", "source": "a"}
OF_RAVI = {"text": "Ravi Nair prefers tea.", "source": "b", "subjects": ["Ravi Nair"]}


def test_an_erasure_that_found_nothing_does_not_reassure(run: Run, tell: Any) -> None:
    tell(NAMING, {"text": "Ravioli are on the menu."}, {"text": "Ravi Nair is away.", "namespace": "global"})
    said = run("erase", "--subject", "Ravi", "--yes").out
    assert "clean" not in said and "nothing was erased" in said
    assert "2 records that you may see name 'Ravi'" in said
    receipt = run("erase", "--subject", "Ravi", "--yes", "--json").json
    assert receipt["records"] == 0 and len(receipt["notes"]) == 2
    unknown = run("erase", "--subject", "Zora", "--yes").out
    assert "no text that you may see" in unknown and "clean" not in unknown
    assert "nothing was erased" in run("erase", "--source", "zzz", "--yes").out


def test_another_spelling_of_the_subject_is_named(run: Run, tell: Any) -> None:
    tell(OF_RAVI)
    said = run("erase", "--subject", "ravi nair", "--yes").out
    assert "erased 0 records" in said and "'Ravi Nair'" in said
    assert run("erase", "--subject", "Ravi Nair", "--yes", "--json").json["records"] == 1


def test_what_an_erasure_left_is_counted_without_naming_anybody(run: Run, tell: Any) -> None:
    tell(NAMING | {"entities": ["Ravi Nair"]}, OF_RAVI | {"entities": ["Ravi Nair"]})
    ran = run("erase", "--subject", "Ravi Nair", "--yes", "--json")
    assert ran.json["records"] == 1 and ran.json["notes"][0].startswith("1 records")
    assert "Ravi" not in ran.out


def test_exports_that_may_hold_what_was_erased_are_named(run: Run, tell: Any, home: Path) -> None:
    run("export", home / "early.jsonl")
    tell(OF_RAVI)
    assert "was replaced" not in run("export", home / "out.jsonl").out
    assert "was replaced" in run("export", home / "out.jsonl").out
    run("export", home / "other.jsonl", "--namespace", "user:7")
    tell({"text": "Mira prefers coffee.", "subjects": ["Mira"]})
    receipt = run("erase", "--subject", "Mira", "--yes", "--json").json
    assert receipt["left_outside"] == [] and receipt["completed_earlier"] is False
    receipt = run("erase", "--subject", "Ravi Nair", "--yes", "--json").json
    assert receipt["left_outside"] == [str((home / "out.jsonl").resolve())]

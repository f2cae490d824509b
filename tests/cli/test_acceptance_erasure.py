"""Contract, fine print 29 to 31: no byte is left, not even between the rows of the file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import EACH_STORE, Run

pytestmark = EACH_STORE


def test_31_no_copy_stays_between_rows_when_trees_were_balanced(
    run: Run, tell: Any, home: Path, held: Callable[[], bytes]
) -> None:
    """The files and the sizes are such that SQLite moves rows between pages: overwriting a row leaves its old copy."""
    folder = home / "notes"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_text("The Wrenfield mill grinds oats.\n\nIt opened in 1911.\n", encoding="utf-8")
    (folder / "u16.txt").write_text("The weir is 4 m high.", encoding="utf-16")
    page = "# Wrenfield\n\nThe mill has {} wheels.\n\n## Staff\n\nThe miller is Osk Brandt.\n"
    for wheels in (3, 5):
        (folder / "sub" / "b.md").write_text(page.format(wheels), encoding="utf-8")
        run("ingest", folder)
    stalls = (f"Stall {n} on the Harrow market sells item number {n} at the weekend." for n in range(60))
    tell({"text": " ".join(stalls), "external_id": "L#1", "observed_at": "2024-01-01", "source": {"id": "mk"}})
    assert b"harrow" in held().lower()
    receipt = run("erase", "--source", "mk", "--yes", "--json").json
    assert receipt["canary"]["clean"]
    assert b"harrow" not in held().lower()
    assert run("doctor", "--json").json["ok"]


def test_30_a_merge_goes_with_its_subject_and_counts_as_rewritten(
    run: Run, tell: Any, held: Callable[[], bytes]
) -> None:
    """A merge has the subjects of all it rests on; the other side comes back, its base forms are no leak."""
    villa = {"text": "Villa Quarfels has 7 bedrooms.", "subjects": ["u:7"], "observed_at": "2024-01-01"}
    tell({**villa, "external_id": "a"}, {"text": "Villa Quarfels has 9 bedrooms.", "observed_at": "2024-01-02"})
    run("nightly")
    run("snapshot", "eve")
    (conflict,) = run("conflicts", "--json").json
    text = "Villa Quarfels has 7 bedrooms upstairs, in the Zwielicht style, and 9 in all."
    merged = run("review", "merge", conflict["id"], "--text", text, "--resolver", "rita", "--json").json
    receipt = run("erase", "--subject", "u:7", "--yes", "--json").json
    assert receipt["records"] == 1 and receipt["canonical_rewritten"] == [merged["canonical_id"]]
    assert receipt["canary"]["clean"] and len(receipt["redecided"]) == 1
    assert b"zwielicht" not in held().lower()
    (item,) = run("review", "list", "--json").json
    assert (item["type"], item["text"]) == ("revived", "Villa Quarfels has 9 bedrooms.")

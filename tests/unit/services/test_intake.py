"""A book is one input of very many passages: it goes in whole, and says how far it is."""

from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.services.intake import BATCH
from graphmem.settings import ModelSettings, Settings


class Noted:
    """Progress that remembers."""

    def __init__(self) -> None:
        self.said: list[tuple[str, int, int | None]] = []

    def advance(self, stage: str, done: int, total: int | None) -> None:
        """Remember."""
        self.said.append((stage, done, total))


def test_a_large_file_says_how_far_it_is(tmp_path: Path) -> None:
    paragraphs = [
        f"Hall {n} of the depot holds {n} crates of tiles, and nobody counts them twice. " * 6 for n in range(700)
    ]
    (tmp_path / "book.txt").write_text("\n\n".join(paragraphs), encoding="utf-8")
    noted = Noted()
    quick = Settings(models=ModelSettings(encoder="none", extractors=()))
    who = Principal(namespaces=(GLOBAL,), roles=frozenset(Role), name="reader")
    with Memory.open(f"sqlite:///{tmp_path / 'm.db'}", who, settings=quick, progress=noted) as memory:
        report = memory.ingest(str(tmp_path / "book.txt"))
        assert report.stored == 1
        passages = len(report.records[0].passages)
        hits = memory.search("how many crates are in hall 512", k=1).hits
    assert passages > 2 * BATCH
    assert "Hall 512" in hits[0].text
    for stage in ("passages", "judged"):
        steps = [done for name, done, total in noted.said if name == stage and total == passages]
        assert len(steps) >= passages // BATCH and steps == sorted(steps), stage


@pytest.mark.parametrize("order", [("restricted", "internal"), ("internal", "restricted")])
def test_two_lines_of_one_identity_keep_their_own_fields(tmp_path: Path, order: tuple[str, str]) -> None:
    who = Principal(namespaces=(GLOBAL,), roles=frozenset(Role), name="reader", clearance=Sensitivity.RESTRICTED)
    quick = Settings(models=ModelSettings(encoder="none", extractors=()))
    lines = [
        {"text": "The gate code is kept by Ivo.", "external_id": name, "source": {"id": "guard"}, "sensitivity": level}
        for name, level in zip(("first", "second"), order, strict=True)
    ]
    with Memory.open(f"sqlite:///{tmp_path / 'm.db'}", who, settings=quick) as memory:
        report = memory.ingest(lines)
        assert (report.stored, report.duplicate) == (1, 1)
        assert [note["external_id"] for note in report.model_dump()["records"]] == ["first", "second"]
        assert [line["external_id"] for line in memory.export_lines()] == ["first"]
        # Restricted from either line: what it says is in no index.
        assert not memory.search("who keeps the gate code", k=3).hits

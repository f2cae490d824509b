"""NOTICE names every file that is shipped of others' work, and nothing that is not there."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
# Compiled for this project: what its own SOURCES.md and cards say.
OWN = {
    "graphmem/conflicts/data/calibration.json",
    "graphmem/conflicts/data/exclusive.tsv",
    "graphmem/conflicts/data/groups.tsv",
    "graphmem/conflicts/data/opposites.tsv",
    "graphmem/conflicts/scorer/data/pair_scorer.json",
    "graphmem/conflicts/scorer/data/pair_scorer.npz",
}
DATA = {".gz", ".json", ".jsonl", ".npz", ".tsv", ".txt"}


def test_every_data_file_is_named_or_our_own() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "graphmem"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    shipped = {name for name in tracked if Path(name).suffix in DATA}
    assert len(shipped) > len(OWN)
    assert sorted(name for name in shipped - OWN if name not in NOTICE) == []


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"graphmem/[\w/.]+\.[a-z]+", NOTICE)
    assert len(named) >= 6
    assert [name for name in named if not (ROOT / name).is_file()] == []

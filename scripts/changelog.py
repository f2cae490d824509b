"""Gathers the notes in changes/ under a version in CHANGELOG.md, and removes them.

python scripts/changelog.py 0.1.0 2026-11-30
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHANGELOG = ROOT / "CHANGELOG.md"


def main() -> None:
    """Write the section; notes for a version that is there already are added to it."""
    version, day = sys.argv[1:]
    notes = [note for note in sorted((ROOT / "changes").glob("*.md")) if note.name != "README.md"]
    text = CHANGELOG.read_text(encoding="utf-8")
    heading = re.search(rf"^## {re.escape(version)} .*\n", text, re.MULTILINE)
    if heading is None:
        empty = "## Unreleased\n\nSee `changes/`.\n"
        text = re.sub(
            r"^## Unreleased\n.*?(?=^## |\Z)", f"{empty}\n## {version} - {day}\n", text, flags=re.MULTILINE | re.DOTALL
        )
        heading = re.search(rf"^## {re.escape(version)} .*\n", text, re.MULTILINE)
        assert heading is not None
    added = "".join(
        f"\n### {note.stem.replace('-', ' ').capitalize()}\n\n{note.read_text(encoding='utf-8').strip()}\n"
        for note in notes
    )
    CHANGELOG.write_text(text[: heading.end()] + added + text[heading.end() :], encoding="utf-8")
    for note in notes:
        note.unlink()
    print(f"{len(notes)} notes gathered under {version}")


if __name__ == "__main__":
    main()

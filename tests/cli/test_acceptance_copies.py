"""Copies: what is not there is not copied in silence."""

from pathlib import Path
from typing import Any

from tests.cli.conftest import Run


def test_a_mistyped_source_is_no_empty_store(run: Run, tell: Any, home: Path) -> None:
    tell("The pool opens at 7.")
    run("migrate", "--from", "sqlite:///grafmem.db", "--to", "sqlite:///new.db", code=1)
    assert not (home / "grafmem.db").exists() and not (home / "new.db").exists()
    answer = run("migrate", "--from", "sqlite:///graphmem.db", "--to", "sqlite:///new.db", "--json").json
    assert answer["counts"]["records"] == 1


def test_an_export_to_stdout_is_one_document_with_json(run: Run, tell: Any) -> None:
    tell("The pool opens at 7.", "The gym opens at 8.")
    assert len(run("export", "--json").json) == 2
    assert len(run("export").out.splitlines()) == 2

"""Contract, fine print 1 to 7: stores, output, names, export, batch, clock."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    "url", ["postgres://x/y", "memory", "sqlite://", "sqlite:///", "", "http://x"], ids=lambda url: url or "empty"
)
def test_1_unknown_stores_are_errors(run: Run, url: str) -> None:
    assert run("search", "x", "--store", url, code=None).code in (1, 2)


def test_1_a_missing_folder_is_not_made(run: Run, home: Path) -> None:
    run("remember", "The pool opens at 7.", "--store", f"sqlite:///{home}/no/a.db", code=1)
    assert not (home / "no").exists()


def test_1_any_command_makes_the_file(run: Run, home: Path) -> None:
    run("conflicts", "--store", f"sqlite:///{home}/new.db")
    assert (home / "new.db").exists()


@pytest.mark.parametrize("content", [b"not a store at all, just text\n" * 50, b"\x00" * 4096], ids=["text", "zeros"])
def test_1_what_is_no_store_is_not_altered(run: Run, home: Path, content: bytes) -> None:
    path = home / "x.db"
    path.write_bytes(content)
    run("remember", "The pool opens at 7.", "--store", f"sqlite:///{path}", code=1)
    assert path.read_bytes() == content
    assert sorted(p.name for p in home.iterdir()) == ["x.db"]


def test_1_a_foreign_database_is_not_altered(run: Run, home: Path) -> None:
    path = home / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table mine (a)")
    connection.close()
    before = path.read_bytes()
    run("search", "x", "--store", f"sqlite:///{path}", code=1)
    assert path.read_bytes() == before


def test_2_an_empty_answer_has_the_same_keys(run: Run, tell: Any) -> None:
    empty = run("search", "pool", "--json").json
    tell("The pool opens at 7.")
    found = run("search", "pool", "--json").json
    assert empty.keys() == found.keys() and empty["hits"] == [] and len(found["hits"]) == 1


@pytest.mark.parametrize("option", ["--tenant", "--namespace"])
def test_3_empty_names_are_errors(run: Run, option: str) -> None:
    assert run("search", "x", option, "", code=None).code in (1, 2)


@pytest.mark.parametrize("other", ["user:10", "user:", "user", "user:%", "User:1", "user:1'", "user:1 "])
def test_3_names_have_no_patterns(run: Run, tell: Any, other: str) -> None:
    tell("The code of the shed is 4471.", options=("--namespace", "user:1"))
    assert run("search", "shed", "--namespace", other, "--json").json["hits"] == []
    assert run("search", "shed", "--namespace", "user:1", "--json").json["hits"]
    assert run("search", "shed", "--namespace", "user:1", "--tenant", "other", "--json").json["hits"] == []


def test_4_export_is_to_the_letter(run: Run, tell: Any, home: Path) -> None:
    texts = [
        "Die  Straße heißt «Å».\n  Zweite Zeile\t",
        "東京の会議は3時です。",
        "مرحبا بالعالم 👋🏽",
        "a\u0301 combining",
    ]
    tell(
        *(
            {"text": t, "external_id": str(n), "valid_from": "2019", "sensitivity": "public"}
            for n, t in enumerate(texts)
        )
    )
    run("export", "out.jsonl")
    rows = [json.loads(line) for line in (home / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sorted(row["text"] for row in rows) == sorted(texts)
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    assert {row["status"] for row in rows} == {"active"}
    assert {row["valid_from"] for row in rows} == {"2019"}


def test_4_export_and_import_give_the_same_records(run: Run, tell: Any, home: Path) -> None:
    tell(
        {
            "text": "The fee is 8.",
            "claims": [{"subject": "the fee", "attribute": "amount", "value": 8}],
            "source": {"id": "s", "kind": "web"},
        },
        {
            "text": "Ana lives in Oslo.",
            "observed_at": "2024-03-01T10:00:00+02:00",
            "entities": ["Ana"],
            "subjects": ["ana"],
        },
        {"text": "A wish.", "content_type": "user_preference", "observed_at": "2099-01-01", "legal_basis": "consent"},
    )
    run("export", "a.jsonl")
    other = ("--store", f"sqlite:///{home}/b.db")
    assert run("import", "a.jsonl", *other, "--json").json["stored"] == 3
    run("export", "b.jsonl", *other)
    assert (home / "a.jsonl").read_bytes() == (home / "b.jsonl").read_bytes()


def test_5_a_batch_honours_options_and_survives_bad_lines(run: Run, tell: Any, lines: Any) -> None:
    tell("The pool opens at 7.", "The gym opens at 8.")
    path = lines({"id": 1, "question": "pool"}, "{bad", {"id": 2}, {"id": 3, "question": "gym"}, name="q.jsonl")
    ran = run("search", "--batch", path, "-k", 1, "--route", "lookup", "--json", code=1)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [(a["id"], len(a["hits"]), a["route"]) for a in answers] == [(1, 1, "lookup"), (3, 1, "lookup")]


def test_6_the_clock_moves_for_expiry_only(run: Run, tell: Any) -> None:
    tell({"text": "The pass is blue.", "expires_at": "2098-01-01"})
    assert run("nightly", "--json").json["expired"] == 0
    assert run("nightly", "--now", "2098-06-01", "--json").json["expired"] == 1
    assert run("search", "pass", "--json").json["hits"] == []
    run("nightly", "--now", "soon", code=None)
    assert run("nightly", "--now", "2026-13-01", code=None).code in (1, 2)


def test_usage_faults_exit_2(run: Run) -> None:
    for arguments in (
        ["nosuch"],
        ["search"],
        ["search", "x", "--nope"],
        ["search", "x", "--clearance", "top"],
        ["ingest"],
    ):
        run(*arguments, code=2)


@pytest.mark.parametrize(("word", "near"), [("serch", "search"), ("reveiw", "review"), ("xyzzy", "--help")])
def test_an_unknown_command_names_what_is_near(run: Run, word: str, near: str) -> None:
    err = run(word, code=2).err
    assert near in err and len(err.splitlines()) == 1

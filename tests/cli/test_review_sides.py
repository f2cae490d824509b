"""The sides of a conflict bear the names a and b wherever a reviewer meets them, and a decision takes these names."""

import json
from pathlib import Path

from click.testing import CliRunner

from graphmem.cli.main import cli

LINES = [
    {"text": "The head office of Torsk Energy is in Leith.", "external_id": "first", "observed_at": "2024-03-01"},
    {"text": "Torsk Energy is headquartered in Perth.", "external_id": "second", "observed_at": "2024-03-03"},
]


def test_show_names_the_sides_and_accept_takes_the_name(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text("\n".join(json.dumps(line) for line in LINES))
    store = ("--store", f"sqlite:///{tmp_path}/memory.db")
    run = CliRunner().invoke
    assert run(cli, ["ingest", str(lines), *store]).exit_code == 0
    assert run(cli, ["nightly", *store]).exit_code == 0
    (row,) = json.loads(run(cli, ["conflicts", "--json", *store]).stdout)
    item = json.loads(run(cli, ["review", "show", row["id"], "--json", *store]).stdout)
    assert [(side["label"], side["record_id"]) for side in item["sides"]] == [
        ("a", row["record_a"]),
        ("b", row["record_b"]),
    ]
    for words in ("list",), ("show", row["id"]):
        shown = run(cli, ["review", *words, *store]).stdout
        assert f"a: {row['external_a']}" in shown and f"b: {row['external_b']}" in shown
    decided = run(cli, ["review", "accept", row["id"], "--winner", "b", "--resolver", "ada", "--json", *store])
    assert json.loads(decided.stdout)["canonical_id"] == row["record_b"]

"""Names of a question are found by looking up its words; no parser is needed for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.retrieval.question import read_question
from graphmem.store_protocol import Store
from graphmem.testing.factory import as_of, mention, principal, row
from graphmem.testing.store_base import put

ASKED = [
    ("Where does Ana Diaz live?", ["ana diaz"]),
    ("where does ana diaz live", ["ana diaz"]),
    ("What do Berlin-based makers sell?", ["berlin"]),
    ("who manages the west gate?", ["west gate"]),
    ("What is Ana Diaz's Berlin-based firm?", ["ana diaz"]),  # parts of words are only asked for where nothing is known
    ("What of the Rhine/Weser canal?", []),
    ("Is it an on-site job?", []),
]


@pytest.mark.parametrize(("question", "names"), ASKED, ids=[question for question, _ in ASKED])
def test_names_are_runs_of_words(store: Store, question: str, names: list[str]) -> None:
    for name in ("Ana Diaz", "Berlin", "West Gate"):
        item = row(f"{name} is known.")
        put(store, item, mention(item, name))
    with store.view(principal(), as_of()) as view:
        assert [name.key for name in read_question(question, view, None).names] == names


def test_a_question_loads_no_parser(tmp_path: Path) -> None:
    script = """
import sys
from graphmem import Memory, Principal
who = Principal(namespaces=["global"], roles={"agent"})
settings = __import__("graphmem.settings", fromlist=["Settings"])
quick = settings.Settings(models=settings.ModelSettings(encoder="none"))
with Memory.open("sqlite:///" + sys.argv[1], who, settings=quick) as memory:
    for question in ("Who has the key?", "what does Nora play", "Berlin-based firms"):
        memory.search(question)
print(sorted({"spacy", "scipy", "networkx", "sklearn"} & sys.modules.keys()))
"""
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "m.db")], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"

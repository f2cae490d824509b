"""The regulations story: one question walks the graph, one is looked up."""

from pathlib import Path

from graphmem.demo import STORIES
from graphmem.demo.teller import Teller
from graphmem.demo.theatre import open_stage


def test_two_questions_take_two_routes(tmp_path: Path) -> None:
    told: list[str] = []
    with open_stage(f"sqlite:///{tmp_path}/demo.db", "demo-regulations") as memory:
        STORIES.get("regulations")(Teller(memory, told.append))
    text = "\n".join(told)
    assert "0 failed" in text
    first, second = text.split("\n3.")
    assert "route: graph" in first and "path:" in first and "dora-art-46" in first
    assert "route: lookup" in second and "gdpr-art-33#1" in second

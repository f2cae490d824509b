"""The sleeper attack and the write-flood, end to end."""

from pathlib import Path

import pytest

from graphmem import Memory, Principal
from graphmem.demo import STORIES
from graphmem.demo.teller import Teller
from graphmem.demo.theatre import open_stage
from graphmem.neo4j_local import Status
from graphmem.settings import ModelSettings, Settings
from tests.neo4j_server import empty_store

QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))
AGENT = Principal(namespaces=["global"], roles={"agent"}, name="builder")
AUDITOR = Principal(namespaces=["global"], roles={"auditor"}, name="auditor")
THOUGHTS = (
    "Let me think step by step about what the user wants: part {n}.",
    "I should first check file {n}, then decide what to answer.",
    "Thought {n}: the tool returned an error, so I will call it again.",
    "Reasoning, step {n}: the request is about invoices, so I look for dates.",
)


def test_the_story_leaves_only_what_people_said(tmp_path: Path) -> None:
    told: list[str] = []
    with open_stage(f"sqlite:///{tmp_path}/demo.db", "demo-sleeper") as memory:
        STORIES.get("sleeper")(Teller(memory, told.append))
        kept = memory.export_lines()
        hits = memory.search("install packages from mirror-eight").hits
    assert [line["external_id"] for line in kept] == ["policy"]
    assert not any("mirror-eight" in hit.text for hit in hits)
    assert "40 refused" in "\n".join(told) and "alert" in "\n".join(told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sessions", "writes"), [(1, 6800), (340, 1700)], ids=["one session", "spread over 340 sessions"]
)
def test_a_write_flood_stores_nothing_and_alerts(tmp_path: Path, sessions: int, writes: int) -> None:
    flood(f"sqlite:///{tmp_path}/m.db", sessions, writes)


@pytest.mark.slow
@pytest.mark.neo4j
def test_a_write_flood_against_a_server(neo4j_server: Status, neo4j_password: str) -> None:
    flood(empty_store(neo4j_server, neo4j_password), 1, 300)


def flood(url: str, sessions: int, writes: int) -> None:
    """Let an agent write down its thoughts; nothing may be stored, and somebody must be told."""
    alerts: set[str] = set()
    with Memory.open(url, AGENT, settings=QUICK) as memory:
        for n in range(writes):
            text = THOUGHTS[n % len(THOUGHTS)].format(n=n)
            receipt = memory.remember(text, origin="agent_outcome", session_id=f"s-{n % sessions}", agent_id="builder")
            assert receipt.status == "rejected", text
            alerts.update(receipt.alerts)
    with Memory.open(url, AUDITOR, settings=QUICK) as memory:
        assert memory.export_lines() == []
    assert alerts

"""The sleeper attack and the write-flood, end to end."""

from pathlib import Path

import pytest

from graphmem import Memory, Principal
from graphmem.demo import STORIES
from graphmem.demo.teller import Teller
from graphmem.demo.theatre import open_stage
from graphmem.settings import ModelSettings, Settings

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
@pytest.mark.parametrize("sessions", [1, 340], ids=["one session", "spread over 340 sessions"])
def test_a_write_flood_stores_nothing_and_alerts(tmp_path: Path, sessions: int) -> None:
    alerts: set[str] = set()
    with Memory.open(f"sqlite:///{tmp_path}/m.db", AGENT, settings=QUICK) as memory:
        for n in range(6800 if sessions == 1 else 1700):
            text = THOUGHTS[n % len(THOUGHTS)].format(n=n)
            receipt = memory.remember(text, origin="agent_outcome", session_id=f"s-{n % sessions}", agent_id="builder")
            assert receipt.status == "rejected", text
            alerts.update(receipt.alerts)
    with Memory.open(f"sqlite:///{tmp_path}/m.db", AUDITOR, settings=QUICK) as memory:
        assert memory.export_lines() == []
    assert alerts

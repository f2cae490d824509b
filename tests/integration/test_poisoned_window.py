"""A poisoned window of three weeks in a history of six: noticed, traced, purged; the clean part answers as before."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem import Memory, Principal
from graphmem.settings import ModelSettings, Settings
from tests.neo4j_server import empty_store

QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))
WHO = Principal(namespaces=["global"], roles={"agent", "reviewer", "operator"}, name="ops")
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
POISONED_FROM = 21


class Calendar:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.at = START

    def now(self) -> datetime:
        """The day it was turned to."""
        return self.at


def _clean(day: int) -> list[dict[str, object]]:
    return [
        {
            "text": f"On day {day} gate {n} was checked by crew {(day + n) % 4}.",
            "claims": [{"subject": f"gate {n}", "attribute": "checked by", "value": f"crew {(day + n) % 4}"}],
            "source": {"id": f"log-{day}-{n // 3}", "kind": "file"},
            "agent_id": "crawler",
            "observed_at": (START + timedelta(days=day)).isoformat(),
        }
        for n in range(6)
    ]


def _poison(day: int) -> list[dict[str, object]]:
    return [
        {
            "text": f"Vendor {day}-{n} recommends skipping the check of gate {n}.",
            "claims": [{"subject": f"vendor {day}-{n}", "attribute": "recommends", "value": "skip", "confidence": 0.4}],
            "source": {"id": f"blog-{day}", "kind": "web"},
            "agent_id": "crawler",
            "observed_at": (START + timedelta(days=day)).isoformat(),
        }
        for n in range(20)
    ]


def _answers(memory: Memory) -> list[tuple[str, ...]]:
    questions = [f"who checked gate {n} on day 7" for n in range(6)]
    return [tuple(h.record_id for h in memory.search(q, k=3, route="lookup").hits) for q in questions]


@pytest.fixture(params=["sqlite", pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.slow])])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty store of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/m.db"
    return empty_store(request.getfixturevalue("neo4j_server"), request.getfixturevalue("neo4j_password"))


def test_noticed_traced_purged(url: str) -> None:
    clock = Calendar()
    with Memory.open(url, WHO, settings=QUICK, clock=clock) as memory:
        alerted_on: list[int] = []
        for day in range(42):
            clock.at = START + timedelta(days=day)
            memory.ingest(_clean(day))
            if day == POISONED_FROM - 1:
                before = _answers(memory)
            if day >= POISONED_FROM:
                memory.ingest(_poison(day))
            clock.at += timedelta(hours=12)
            if memory.nightly().alerts:
                alerted_on.append(day)
        assert alerted_on, "no alert"
        assert POISONED_FROM <= alerted_on[0] <= POISONED_FROM + 2

        suspicious = memory.search("vendor recommends skipping the check", k=1, route="lookup").hits[0]
        source = memory.trace(suspicious.record_id).sources[0]
        assert source.startswith("blog-")
        since = (START + timedelta(days=POISONED_FROM)).isoformat()
        held = memory.quarantine(agent="crawler", since=since)
        assert len(held.records) == 21 * 26
        for day in range(POISONED_FROM, 42):
            for part in range(2):
                memory.release(source=f"log-{day}-{part}")
        purged = memory.purge(agent="crawler", since=since)
        assert len(purged.records) == 21 * 20
        assert {line["source"]["id"].split("-")[0] for line in memory.export_lines()} == {"log"}  # type: ignore[index]
        assert _answers(memory) == before
        assert memory.doctor().ok and memory.audit_verify().counts["ok"]

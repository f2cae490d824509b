"""Same records, any order, any batching: the same ids, live view and conflicts (principle 6)."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Memory, Principal
from graphmem.settings import ModelSettings, Settings

ALL = Principal(
    namespaces=["global", "user:1"], roles={"agent", "reviewer", "operator"}, clearance="confidential", name="test"
)
# Words are no matter here: claims are given, embeddings off, so that many orders can be tried.
QUICK = Settings(models=ModelSettings(encoder="none", extractors=()))

NAMES = ("Ana", "Depot K", "pump-114", "pump-115")
CLAIMS = (
    ("residence", ("Oslo", "Turku", "Bergen")),
    ("price", (4, 6, 8)),
    ("language", ("Urdu", "Welsh")),
    ("status", ("open", "closed")),
)


@st.composite
def facts(draw: st.DrawFn) -> dict[str, Any]:
    """One record with one given claim, perhaps dated, perhaps of another authority, origin or namespace."""
    attribute, values = draw(st.sampled_from(CLAIMS))
    subject, value = draw(st.sampled_from(NAMES)), draw(st.sampled_from(values))
    year = draw(st.sampled_from([None, "2020-01-01", "2021-06-01", "2021-06-10", "2024-01-01"]))
    source = draw(st.sampled_from(["a", "b", "c"]))
    return {
        "text": f"{subject} {attribute} {value} {source}",
        "claims": [
            {"subject": subject, "attribute": attribute, "value": value, "polarity": draw(st.integers(0, 5)) > 0}
        ],
        "observed_at": year,
        "source": source,
        "authority": draw(st.sampled_from(["unverified", "unverified", "verified"])),
        "content_type": draw(st.sampled_from(["confirmed_fact", "confirmed_fact", "correction"])),
        "origin": draw(st.sampled_from(["user_statement", "user_statement", "agent_outcome"])),
        "namespace": draw(st.sampled_from(["global", "global", "user:1"])),
    }


def _view(path: Path, batches: Sequence[Sequence[dict[str, Any]]], *, each: bool) -> tuple[Any, Any]:
    path.unlink(missing_ok=True)
    with Memory.open(f"sqlite:///{path}", ALL, settings=QUICK) as memory:
        for batch in batches:
            memory.ingest(list(batch))
            if each:
                memory.nightly()
        memory.nightly()
        exported = [json.dumps(line, sort_keys=True) for line in memory.export_lines()]
        conflicts = [c.model_dump() for c in memory.conflicts()]
    return exported, conflicts


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_order_and_batching_change_nothing(tmp_path: Path, data: st.DataObject) -> None:
    records = data.draw(
        st.lists(facts(), min_size=2, max_size=8, unique_by=lambda f: (f["text"], f["observed_at"], f["namespace"]))
    )
    shuffled = data.draw(st.permutations(records))
    cut = data.draw(st.integers(0, len(records)))
    first = _view(tmp_path / "a.db", [records], each=False)
    second = _view(tmp_path / "b.db", [shuffled[:cut], shuffled[cut:]], each=data.draw(st.booleans()))
    assert first == second

"""Query plans: every query a reader waits for goes through an index (field lesson L2)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.model.rows import ClaimRow, RecordRow
from graphmem.store_protocol import View
from graphmem.stores import open_store
from graphmem.stores.sqlite import deck
from graphmem.stores.sqlite.connection import Parameters, Session
from graphmem.testing.factory import DIMENSION, FINGERPRINT, TENANT, as_of, claim, day, embed, mention, principal, row
from graphmem.testing.store_base import put

ASKS: dict[str, Callable[[View], object]] = {
    "text": lambda view: view.text_leg("pool opens", 5),
    "suppressed": lambda view: view.suppressed("pool opens"),
    "vector": lambda view: view.vector_leg(embed("pool"), 5),
    "records": lambda view: view.records(["r-1", "r-2"]),
    "candidates": lambda view: view.candidates(["r-1", "r-2"]),
    "mentions of": lambda view: view.mentions_of(["pool"]),
    "mentions in": lambda view: view.mentions_in(["r-1"]),
    "mention counts": lambda view: view.mention_counts(["pool"]),
    "claims of": lambda view: view.claims_of(["r-1"]),
    "claims about": lambda view: view.claims_about(["pool"], attribute="opening time"),
    "conflicts of records": lambda view: view.conflicts(record_ids=["r-1"]),
    "candidate ids": lambda view: view.candidate_ids(limit=5),
}


@pytest.mark.parametrize("when", [as_of(), as_of(known_at=day(1))], ids=["now", "known at"])
@pytest.mark.parametrize("name", ASKS)
def test_no_query_scans_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, when: object) -> None:
    store = open_store(f"sqlite:///{tmp_path}/store.db", fingerprint=FINGERPRINT, dimension=DIMENSION)
    item = row("The pool opens at 7.")
    put(store, item, claim(item, "pool", "opening time", 7), mention(item, "pool"))
    plans: list[tuple[str, str]] = []
    rows = Session.rows

    def explained(self: Session, sql: str, parameters: Parameters = ()) -> list[tuple[object, ...]]:
        plans.extend((sql, str(step[3])) for step in rows(self, f"EXPLAIN QUERY PLAN {sql}", parameters))
        return rows(self, sql, parameters)

    with store.view(principal("global", "user:1"), when) as view:  # type: ignore[arg-type]
        monkeypatch.setattr(Session, "rows", explained)
        ASKS[name](view)
    assert plans
    scans = [step for _, step in plans if step.startswith("SCAN") and "VIRTUAL TABLE" not in step]
    assert scans == []
    if name in {"text", "suppressed"}:
        first = next(step for sql, step in plans if "MATCH" in sql)
        assert "search VIRTUAL TABLE" in first, "the text index must be outermost"


@pytest.fixture(autouse=True)
def _by_fts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader of a small part of a large store, as all of whom are asked by SQL."""
    monkeypatch.setattr(deck, "SMALL", 0)
    monkeypatch.setattr(deck, "SHARE", 0)


def test_ledger_queries_use_their_index(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/store.db", fingerprint="", dimension=0)
    session: Session = store._borrow()  # type: ignore[attr-defined]
    for kind in (RecordRow, ClaimRow):
        for field in kind.INDEXED:
            column = "scope" if (kind, field) == (RecordRow, "namespace") else field
            plan = session.rows(
                f'EXPLAIN QUERY PLAN SELECT rid FROM "{kind.NAME}" t WHERE t.tenant = 1 AND t."{column}" = ?', (TENANT,)
            )
            assert f"{column}=?" in str(plan[0][3]), plan

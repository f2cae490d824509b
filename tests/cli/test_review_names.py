"""What waits for a person is listed by name."""

from datetime import UTC, datetime
from pathlib import Path

from graphmem import Memory, Principal, Role
from graphmem.model.decision import ReviewItem
from graphmem.model.rows import ReviewRow
from tests.cli.conftest import Run


def test_an_identity_is_listed_with_its_names(run: Run, home: Path) -> None:
    run("remember", "Kim Lund lives in Oslo.")
    item = ReviewItem(
        id="i-1",
        type="identity",
        namespace="global",
        created_at=datetime(2024, 1, 1, tzinfo=UTC),
        entity_a="kim lund",
        entity_b="k. lund",
    )
    me = Principal(tenant="default", namespaces=("global",), roles=frozenset(Role))
    with Memory.open(f"sqlite:///{home / 'graphmem.db'}", me) as memory:
        memory._ws.write(lambda ledger: ledger.put([ReviewRow(id=item.id, item=item)]))
    assert run("review", "list").out.splitlines()[0] == "i-1  identity   k. lund, kim lund"
    (listed,) = run("review", "list", "--json").json
    assert listed["entity_group"] == ["k. lund", "kim lund"]

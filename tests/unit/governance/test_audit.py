from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphmem.governance.audit import append_audit, verify_chain
from graphmem.model.rows import AuditRow, MetaRow
from graphmem.store_protocol import Store
from graphmem.testing.factory import NOW, TENANT


def chain(store: Store) -> tuple[list[AuditRow], MetaRow | None]:
    head = store.read(TENANT, lambda ledger: ledger.get(MetaRow, ["audit|head"]).get("audit|head"))
    return list(store.stream(TENANT, AuditRow)), head


def note(store: Store, number: int) -> None:
    store.write(TENANT, lambda ledger: append_audit(ledger, NOW, "ann", "verify", f"r-{number}", {"records": number}))


def test_writers_at_once_make_one_chain(store: Store) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: note(store, number), range(20)))
    rows, head = chain(store)
    assert len(rows) == 20
    assert verify_chain(rows, head) == []


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        pytest.param(lambda rows: [rows[0], rows[2]], "missing", id="an entry is gone"),
        pytest.param(lambda rows: rows[:2], "ends at", id="the end is cut off"),
        pytest.param(
            lambda rows: [rows[0], rows[1].model_copy(update={"actor": "eve"}), rows[2]], "altered", id="altered"
        ),
        pytest.param(lambda rows: [rows[1], rows[0], rows[2]], "follow", id="out of order"),
    ],
)
def test_tampering_is_told(store: Store, tamper: Callable[[list[AuditRow]], list[AuditRow]], told: str) -> None:
    for number in range(3):
        note(store, number)
    rows, head = chain(store)
    assert any(told in problem for problem in verify_chain(tamper(rows), head))


def test_a_missing_head_is_told(store: Store) -> None:
    """Without it the last entries could be gone as well."""
    for number in range(3):
        note(store, number)
    rows, _ = chain(store)
    assert "head is missing" in verify_chain(rows[:2], None)[0]
    assert verify_chain([], None) == []

"""Contract, fine print 35 and 36, and semantics §4: the Python surface."""

from pathlib import Path
from typing import Any

import pytest

from graphmem import GraphmemError, Memory, Principal, Role, RoleError, ScopeError, UsageError
from graphmem.services.workspace import login_name


@pytest.mark.parametrize(
    "fields", [{"roles": {"boss"}}, {"clearance": "top"}, {"namespaces": 5}, {"rolls": {"agent"}}], ids=str
)
def test_a_principal_that_cannot_be_is_our_error(fields: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as raised:
        Principal(**{"tenant": "acme", "namespaces": ["global"], **fields})
    assert issubclass(UsageError, GraphmemError)
    assert "\n" not in str(raised.value)


def test_scope_errors_stay_what_they_are() -> None:
    cases: tuple[dict[str, Any], ...] = (
        {},
        {"namespaces": []},
        {"namespaces": ["a"], "write": "b"},
        {"namespaces": ["a", " "]},
    )
    for fields in cases:
        with pytest.raises(ScopeError):
            Principal(tenant="acme", **fields)


def test_the_login_name_signs_where_no_name_is_given(tmp_path: Path) -> None:
    agent = Principal(tenant="acme", namespaces=("global",))
    auditor = Principal(tenant="acme", namespaces=("global",), roles=frozenset({Role.AUDITOR}))
    with Memory.open(f"sqlite:///{tmp_path}/m.db", agent) as memory:
        receipt = memory.remember("Kai owns a skiff.")
        assert memory.trace(receipt.record_id or "").written_by == login_name()
        with pytest.raises(RoleError):
            memory.export_lines()
    with Memory.open(f"sqlite:///{tmp_path}/m.db", auditor) as memory:
        assert [line["text"] for line in memory.export_lines()] == ["Kai owns a skiff."]
        with pytest.raises(RoleError):
            memory.remember("Kai owns two.")


@pytest.mark.parametrize("nothing", ["", None])
def test_no_id_names_no_record(tmp_path: Path, nothing: Any) -> None:
    with Memory.open(f"sqlite:///{tmp_path}/m.db", Principal(tenant="acme", namespaces=("global",))) as memory:
        memory.remember("Kai owns a skiff.")
        for ask in (memory.why, memory.trace):
            with pytest.raises(UsageError):
                ask(nothing)

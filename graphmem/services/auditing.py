"""The audit log read and verified."""

from graphmem.governance.audit import verify_chain
from graphmem.model.answers import CountAnswer
from graphmem.model.rows import AuditRow, MetaRow
from graphmem.model.scope import Role
from graphmem.services.workspace import Workspace

_HEAD = "audit|head"


def verify_audit(ws: Workspace) -> CountAnswer:
    """Whether the chain of the tenant's audit log is whole, and what is wrong with it."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    head = ws.read(lambda ledger: ledger.get(MetaRow, [_HEAD])).get(_HEAD)
    count = ws.read(lambda ledger: ledger.count(AuditRow))
    problems = verify_chain(ws.store.stream(ws.tenant, AuditRow), head)
    return CountAnswer(counts={"entries": count, "ok": not problems}, notes=tuple(problems))


def list_audit(ws: Workspace, limit: int) -> list[dict[str, object]]:
    """The latest entries, newest first."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    head = ws.read(lambda ledger: ledger.get(MetaRow, [_HEAD])).get(_HEAD)
    number = int(str(head.body.get("number", 0))) if head else 0
    after = f"{max(0, number - limit):012d}"
    rows = ws.read(lambda ledger: ledger.find(AuditRow, after=after))
    return [row.model_dump(mode="json") for row in reversed(rows)]

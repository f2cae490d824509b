"""The audit log read and verified."""

from collections import Counter, defaultdict
from datetime import datetime

from graphmem.governance.audit import verify_chain
from graphmem.model.answers import CountAnswer, VerdictCount
from graphmem.model.rows import AuditRow, LogRow, MetaRow
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


def count_verdicts(ws: Workspace, since: datetime | None) -> list[VerdictCount]:
    """How often the gate gave each verdict, by check and version of the policy, most frequent first."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    counts: Counter[tuple[str, str, str]] = Counter()
    alerts: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in ws.store.stream(ws.tenant, LogRow, {"kind": "verdict"}, order="at"):
        if since is not None and row.at < since:
            continue
        body = row.body
        key = (str(body.get("verdict")), str(body.get("check") or ""), str(body.get("policy") or ""))
        many = body.get("count", 1)
        # A write that was let in with an alert is among the accepted already.
        counts[key] += many if isinstance(many, int) and (key[0] != "accept" or "count" in body) else 0
        found = body.get("alerts")
        alerts[key] |= {str(alert) for alert in found} if isinstance(found, list) else set()
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [
        VerdictCount(verdict=key[0], check=key[1], policy=key[2], count=count, alerts=tuple(sorted(alerts[key])))
        for key, count in ordered
    ]


def list_audit(ws: Workspace, limit: int) -> list[dict[str, object]]:
    """The latest entries, newest first."""
    ws.require(Role.OPERATOR, Role.AUDITOR)
    head = ws.read(lambda ledger: ledger.get(MetaRow, [_HEAD])).get(_HEAD)
    number = int(str(head.body.get("number", 0))) if head else 0
    after = f"{max(0, number - limit):012d}"
    rows = ws.read(lambda ledger: ledger.find(AuditRow, after=after))
    return [row.model_dump(mode="json") for row in reversed(rows)]

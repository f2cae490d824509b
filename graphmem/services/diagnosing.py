"""Why answers changed: the same questions as known at a date, and now, with what the monitors and the gate suspect."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.errors import InputError
from graphmem.gate import Gate, load_policy
from graphmem.governance.diagnose import Asked, Diagnosis, diagnose
from graphmem.governance.integrity import Alert
from graphmem.model.gate import Candidate, Entrance, VerdictKind
from graphmem.model.record import Record
from graphmem.model.retrieval import SearchAnswer
from graphmem.model.rows import LogRow
from graphmem.model.scope import Role
from graphmem.retrieval.log import HASHED
from graphmem.services.monitors import report
from graphmem.services.reading import retriever
from graphmem.services.workspace import Workspace

_MOST = 20


def diagnose_change(ws: Workspace, questions: Sequence[str], since: datetime) -> Diagnosis:
    """Which hypothesis fits: model change, data drift or poisoned memory, by these questions or the last logged ones.

    Raises InputError when there are no questions.
    """
    ws.require(Role.OPERATOR, Role.AUDITOR)
    chosen = list(questions) or _logged(ws)
    if not chosen:
        raise InputError("no question to ask again: give some with --question, or ask with search first")
    alerts = report(ws).alerts
    asked = []
    for question in chosen:
        then = _search(ws, question, since)
        now = _search(ws, question, None)
        asked.append(Asked(question=question, then=then, now=now, suspects=_suspects(ws, now, then, alerts)))
    return diagnose(asked)


def _logged(ws: Workspace) -> list[str]:
    rows = ws.read(lambda ledger: ledger.find(LogRow, {"kind": "retrieval"}))
    queries = [str(row.body.get("query", "")) for row in sorted(rows, key=lambda row: row.at, reverse=True)]
    return list(dict.fromkeys(q for q in queries if q and not q.startswith(HASHED)))[:_MOST]


def _search(ws: Workspace, question: str, known_at: datetime | None) -> SearchAnswer:
    return retriever(ws).search(ws.store, ws.principal, question, ws.as_of(known_at=known_at), k=5)


def _suspects(ws: Workspace, now: SearchAnswer, then: SearchAnswer, alerts: Iterable[Alert]) -> frozenset[str]:
    """Records that came since, and whose agent's day raised an alert, or that the gate would refuse today."""
    came = [hit.record_id for hit in now.hits if hit.record_id not in {old.record_id for old in then.hits}]
    flagged = {(alert.agent, alert.day) for alert in alerts}
    gate = Gate(load_policy(ws.settings.gate))
    with ws.view() as view:
        records = [record for record, _ in view.records(came).values()]
    return frozenset(
        record.id
        for record in records
        if (record.agent_id or record.written_by, record.recorded_at.date()) in flagged or _is_refused(ws, gate, record)
    )


def _is_refused(ws: Workspace, gate: Gate, record: Record) -> bool:
    candidate = Candidate(record=record, principal=ws.principal, entrance=Entrance.INGEST, now=ws.now())
    return gate.judge(candidate).kind is VerdictKind.REJECT

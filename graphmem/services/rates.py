"""How much a session and a user have written, counted over all processes inside the write's own transaction."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.model.gate import Verdict, VerdictKind
from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant, parse_instant
from graphmem.model.record import Record
from graphmem.model.rows import LogRow, MetaRow
from graphmem.services.drafts import Input
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_RECENT = timedelta(seconds=60)
_BASELINE_DAYS = 30


@dataclass(frozen=True)
class Facts:
    """What the gate's rate check is told."""

    session_writes: int = 0
    recent_writes: int = 0
    user_writes_today: int = 0
    user_daily_baseline: float = 0.0


class Rates:
    """Counters of one transaction; flush writes them and the verdicts of the gate."""

    def __init__(self, ledger: Ledger, ws: Workspace) -> None:
        self._ledger = ledger
        self._ws = ws
        self._sessions: dict[str, list[datetime]] = {}
        self._counts: dict[str, int] = {}
        self._days: dict[str, dict[str, int]] = {}
        self._logs: list[LogRow] = []
        self._accepted: Counter[str] = Counter()  # by version of the policy
        # Of what was refused nothing is kept, not even counters under ids that came with it: they may hold secrets.
        self._changed: set[str] = set()  # sessions and users that wrote

    def facts(self, record: Record) -> Facts:
        """Accepted writes of the record's session and user up to now."""
        now = self._ws.now()
        session = self._session(record)
        days = self._user(record)
        today = now.date().isoformat()
        past = [count for day, count in days.items() if day != today]
        recent = [t for t in self._sessions.get(session, []) if now - t <= _RECENT] if session else []
        return Facts(
            session_writes=self._counts.get(session, 0) if session else 0,
            recent_writes=len(recent),
            user_writes_today=days.get(today, 0),
            user_daily_baseline=sum(past) / len(past) if past else 0.0,
        )

    def note(self, item: Input, verdict: Verdict) -> None:
        """Count an accepted write; log a verdict of another kind, or one with alerts, without any of its text."""
        record = item.drafts[0].record
        if verdict.kind is VerdictKind.ACCEPT:
            self._accepted[verdict.policy_version] += 1
            if session := self._session(record):
                self._counts[session] = self._counts.get(session, 0) + 1
                self._sessions.setdefault(session, []).append(self._ws.now())
                self._changed.add(session)
            days = self._user(record)
            self._changed.add(record.user_id or self._ws.actor)
            today = self._ws.now().date().isoformat()
            days[today] = days.get(today, 0) + 1
        if verdict.kind is not VerdictKind.ACCEPT or verdict.alerts:
            session = record.session_id or ""
            if session and verdict.kind is VerdictKind.REJECT:
                session = make_id("session", session)  # tells refusals of one session from others, and no more
            self._log(record.namespace, session, len(self._logs), {
                "verdict": str(verdict.kind), "check": verdict.check, "policy": verdict.policy_version,
                "alerts": list(verdict.alerts), "record": record.id if verdict.kind is not VerdictKind.REJECT else "",
            })  # fmt: skip

    def flush(self) -> None:
        """Write counters and verdicts."""
        rows = []
        for session, count in self._counts.items():
            if session not in self._changed:
                continue
            recent = [format_instant(t) for t in self._sessions.get(session, [])[-50:]]
            rows.append(MetaRow(id=f"rate|{session}", body={"count": count, "recent": recent}))
        for user, days in self._days.items():
            if user not in self._changed:
                continue
            kept = dict(sorted(days.items())[-_BASELINE_DAYS:])
            rows.append(MetaRow(id=f"writes|{user}", body={"days": kept}))
        self._ledger.put(rows)
        for version, count in sorted(self._accepted.items()):
            body: dict[str, object] = {"verdict": "accept", "policy": version, "count": count}
            self._log(self._ws.principal.write, "", len(self._logs), body)
        self._ledger.put(self._logs)

    def _log(self, namespace: str, session: str, number: int, body: dict[str, object]) -> None:
        now = self._ws.now()
        log_id = make_id(
            "l", format_instant(now), self._ws.actor, namespace, session, number, repr(sorted(body.items()))
        )
        row = LogRow(
            id=log_id, kind="verdict", at=now, namespace=namespace, actor=self._ws.actor, session_id=session, body=body
        )
        self._logs.append(row)

    def _session(self, record: Record) -> str:
        if record.session_id is None:
            return ""
        session = record.session_id
        if session not in self._counts:
            row = self._ledger.get(MetaRow, [f"rate|{session}"]).get(f"rate|{session}")
            body = row.body if row else {}
            count, recent = body.get("count", 0), body.get("recent", [])
            self._counts[session] = count if isinstance(count, int) else 0
            self._sessions[session] = [parse_instant(str(t)) for t in recent] if isinstance(recent, list) else []
        return session

    def _user(self, record: Record) -> dict[str, int]:
        user = record.user_id or self._ws.actor
        if user not in self._days:
            row = self._ledger.get(MetaRow, [f"writes|{user}"]).get(f"writes|{user}")
            days = row.body.get("days", {}) if row else {}
            self._days[user] = {str(k): int(v) for k, v in days.items()} if isinstance(days, dict) else {}
        return self._days[user]

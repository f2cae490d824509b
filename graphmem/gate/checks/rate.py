"""Check of how much is written."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind
from graphmem.model.scope import Role


def rate(subject: Subject, policy: Policy) -> Opinion | None:
    """An agent writes at most so many records a session (20 by default); haste and excess raise alerts.

    Counts accepted writes of the session, over all processes. Operators, reviewers and records without a session are
    not limited. Alerts: several writes within a minute, and a user's day beyond three times the usual.
    """
    candidate, limits = subject.candidate, policy.limits
    if subject.is_trusted or Role.AGENT not in subject.principal.roles:
        return None
    alerts: list[str] = []
    if candidate.recent_writes + 1 >= limits.burst_alert:
        alerts.append(f"{candidate.recent_writes + 1} writes in quick succession")
    baseline = candidate.user_daily_baseline
    if baseline > 0 and candidate.user_writes_today + 1 > limits.daily_factor_alert * baseline:
        alerts.append(f"{candidate.user_writes_today + 1} writes today, where {baseline:g} are usual")
    if subject.record.session_id and candidate.session_writes >= limits.session_writes:
        reason = f"the session has written {candidate.session_writes} records, and {limits.session_writes} are allowed"
        return Opinion(VerdictKind.REJECT, reason, (*alerts, "a session reached its limit of writes"))
    return Opinion(None, alerts=tuple(alerts)) if alerts else None

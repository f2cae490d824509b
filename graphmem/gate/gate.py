"""The gate: what stands before every write, whichever store it goes to."""

from graphmem.gate.policy import CHECKS, Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import Candidate, Verdict, VerdictKind
from graphmem.model.record import Authority
from graphmem.protocols import ContradictionProbe

_MAX_REASON = 500


class Gate:
    """Judges candidates by a policy. It keeps nothing between calls, so one gate serves all threads and processes.

    probe answers whether a record contradicts a live one; without it nothing waits for that reason.
    """

    def __init__(self, policy: Policy, probe: ContradictionProbe | None = None) -> None:
        self.policy = policy
        self._probe = probe
        self._checks = [(name, CHECKS.get(name)) for name in policy.order]

    def judge(self, candidate: Candidate) -> Verdict:
        """The verdict on a candidate: the first check that rejects, else the first that asks for review, else accept.

        The reason is one line of at most 500 characters and repeats nothing of the text.
        """
        subject = Subject(candidate, self._probe)
        speaking: tuple[str, Opinion] | None = None
        alerts: list[str] = []
        caps: list[str] = []
        for name, check in self._checks:
            if name == "contradiction" and speaking is not None:
                continue  # it waits already, and the probe is the dear one
            opinion: Opinion | None = check(subject, self.policy)
            if opinion is None:
                continue
            alerts.extend(opinion.alerts)
            if opinion.authority_cap is not None:
                caps.append(opinion.authority_cap)
            if opinion.kind is VerdictKind.REJECT:
                return self._verdict(opinion.kind, name, opinion.reason, alerts, caps)
            if opinion.kind is VerdictKind.REVIEW and speaking is None:
                speaking = (name, opinion)
        if speaking is not None:
            return self._verdict(VerdictKind.REVIEW, speaking[0], speaking[1].reason, alerts, caps)
        return self._verdict(VerdictKind.ACCEPT, "", "", alerts, caps)

    def _verdict(self, kind: VerdictKind, check: str, reason: str, alerts: list[str], caps: list[str]) -> Verdict:
        cap = min(caps, key=lambda name: Authority(name).rank) if caps else None
        line = " ".join(reason.split())[:_MAX_REASON]
        return Verdict(
            kind=kind,
            check=check,
            reason=line,
            policy_version=self.policy.version,
            alerts=tuple(dict.fromkeys(alerts)),
            authority_cap=cap,
        )

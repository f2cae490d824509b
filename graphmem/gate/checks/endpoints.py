"""Check of changes to where software and data come from."""

from graphmem.gate.format import possible
from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.gate.words import folded_of
from graphmem.model.gate import VerdictKind
from graphmem.model.record import Origin

_ALERT = "a record tries to change a registry, an endpoint or an install source"


def endpoints(subject: Subject, policy: Policy) -> Opinion | None:
    """A registry, endpoint or install source is changed by a person only (origin human_review).

    Looks at settings and options of package managers, at variables that hold addresses, and at sentences that name such
    a source, a change and where it now lies. The text as written and as disguised are both read.
    """
    if subject.record.origin is Origin.HUMAN_REVIEW and subject.is_trusted:
        return None
    for spec in possible(policy.endpoint_formats, subject.folded):
        if spec.is_in(subject.text):
            return _refuse(spec.name)
    for reading in subject.readings:
        for spec in possible(policy.endpoint_formats, folded_of(reading.text)):
            if spec.is_in(reading.text):
                return _refuse(spec.name)
    for signal in policy.endpoint_signals:
        for _ in signal.find(subject.folded):
            return _refuse(signal.name)
    return None


def _refuse(name: str) -> Opinion:
    return Opinion(
        VerdictKind.REJECT, f"changes where software or data come from ({name}); only a person may", (_ALERT,)
    )

"""Check of personal data without a recorded legal basis."""

from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind


def personal_data(subject: Subject, policy: Policy) -> Opinion | None:
    """Personal data without a legal basis waits in the consent queue.

    Contact data, birth dates with a name, government, bank, card and patient identifiers. Names, places, jobs, family,
    likes and allergies alone are none of these. A legal basis given with the record lets it pass.
    """
    if subject.record.legal_basis is not None:
        return None
    kind = policy.personal_detector.find(subject.text)
    if kind is None:
        return None
    return Opinion(
        VerdictKind.REVIEW,
        f"holds personal data ({kind}) without a legal basis; give legal_basis, or wait for consent",
    )

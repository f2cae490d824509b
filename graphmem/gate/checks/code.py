"""Check of code that would run."""

from graphmem.gate.code_patterns import is_mostly_code
from graphmem.gate.policy import Policy
from graphmem.gate.subject import Opinion, Subject
from graphmem.model.gate import VerdictKind


def code(subject: Subject, policy: Policy) -> Opinion | None:
    """Executable code waits for a person; source code in a how-to does not.

    Waits: commands that download and run, destroy, open a shell to others or hide what they run, wherever they stand;
    and a record that is itself code. A document or procedure whose code runs no other program may be nothing but code.
    """
    if kind := policy.code_finder.find_dangerous(subject.text):
        return Opinion(VerdictKind.REVIEW, f"holds executable code ({kind})")
    if not is_mostly_code(subject.record.text):
        return None
    if not subject.is_text_of_instruction or policy.code_finder.runs_programs(subject.record.text):
        return Opinion(VerdictKind.REVIEW, "is executable code rather than a statement")
    return None

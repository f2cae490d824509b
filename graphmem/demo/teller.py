"""How a story is told: headings, what was called, and what came back."""

import re
from collections.abc import Callable

from graphmem.memory import Memory
from graphmem.model.answers import ConflictAnswer
from graphmem.model.retrieval import SearchAnswer

Print = Callable[[str], None]
_RECORD = re.compile(r"\br-[0-9a-f]{24}\b")  # ids differ from tenant to tenant


class Teller:
    """Prints a story; ids never appear, so that every store tells it in the same words."""

    def __init__(self, memory: Memory, say: Print) -> None:
        self.memory = memory
        self._say = say
        self._step = 0

    def heading(self, text: str) -> None:
        """Open a step."""
        self._step += 1
        self._say(f"\n{self._step}. {text}")

    def line(self, text: str, *, indent: int = 3) -> None:
        """Say a line."""
        self._say(" " * indent + text)

    def ask(self, question: str, *, k: int = 3) -> SearchAnswer:
        """Ask, and show route, hits with their marks and paths, notes and what was left out."""
        answer = self.memory.search(question, k=k)
        self.line(f"? {question}")
        self.line(f"route: {answer.route} ({answer.route_reason})", indent=5)
        for hit in answer.hits:
            marks = [hit.status] + ["contested"] * hit.contested + ["stale"] * hit.stale
            name = hit.external_id or ("canonical" if hit.status == "canonical" else "record")
            self.line(f"- [{', '.join(marks)}] {name}: {shorten(hit.text)}", indent=5)
            if hit.path:
                steps = [hit.path[0].source, *(f"({step.relation}) {step.target}" for step in hit.path)]
                self.line("path: " + _RECORD.sub("record", " → ".join(steps)), indent=8)
        if not answer.hits:
            self.line("nothing is known", indent=5)
        for note in answer.notes:
            self.line(f"note: {note}", indent=5)
        left = {name: count for name, count in answer.suppressed.model_dump().items() if count}
        if left:
            self.line("left out: " + ", ".join(f"{count} {name}" for name, count in left.items()), indent=5)
        return answer

    def show_conflicts(self, conflicts: list[ConflictAnswer]) -> None:
        """Show conflicts with why they wait."""
        for conflict in sorted(conflicts, key=lambda c: tuple(sorted((c.external_a or "", c.external_b or "")))):
            pair = " and ".join(sorted((conflict.external_a or "?", conflict.external_b or "?")))
            self.line(f"- {pair}: {conflict.kind}, confidence {conflict.confidence:.2f}, {conflict.status}", indent=5)
            for reason in conflict.reasons:
                if "impact" in reason or " against " in reason:
                    self.line(f"  {reason}", indent=5)


def shorten(text: str, most: int = 150) -> str:
    """The text on one line, cut at a word when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: line.rfind(" ", 0, most)] + " …"

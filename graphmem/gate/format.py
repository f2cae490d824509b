"""An expression of the policy for what is a format rather than a sentence."""

from dataclasses import dataclass

from graphmem.gate.expression import Expression
from graphmem.gate.words import Folded, WordSet


@dataclass(frozen=True)
class Format:
    """A named expression over the text as written; tried only where a word of `needs` may stand."""

    name: str
    weight: float
    expression: Expression
    needs: WordSet | None

    def may_match(self, folded: Folded) -> bool:
        """False when the expression cannot match."""
        return self.needs is None or folded.may_hold(self.needs)

    def is_in(self, text: str) -> bool:
        """The expression matches somewhere in the text."""
        return bool(self.expression.pattern.search(text))

"""An expression of the policy for what is a format rather than a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from graphmem.gate.expression import Expression
from graphmem.gate.words import NO_SET, Folded, WordSet


@dataclass(frozen=True)
class Format:
    """A named expression over the text as written; tried only where a word of `needs` may stand."""

    name: str
    weight: float
    expression: Expression
    needs: WordSet | None

    @cached_property
    def number(self) -> int:
        """Number of the words that it needs."""
        return NO_SET if self.needs is None else self.needs.number

    def may_match(self, folded: Folded) -> bool:
        """False when the expression cannot match."""
        return self.needs is None or folded.may_hold(self.needs)

    def is_in(self, text: str) -> bool:
        """The expression matches somewhere in the text."""
        return bool(self.expression.pattern.search(text))


def possible(formats: Sequence[Format], folded: Folded) -> list[Format]:
    """Those of the formats that may match, in order."""
    near = folded.near()
    kept = formats if near is None else [spec for spec in formats if spec.number in near]
    return [spec for spec in kept if spec.may_match(folded)]

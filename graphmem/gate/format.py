"""An expression of the policy for what is a format rather than a sentence."""

import re
from dataclasses import dataclass

from graphmem.gate.words import Folded, WordSet


@dataclass(frozen=True)
class Format:
    """A named expression over the text as written; tried only where a word of `needs` may stand."""

    name: str
    weight: float
    pattern: re.Pattern[str]
    needs: WordSet | None

    def may_match(self, folded: Folded) -> bool:
        """False when the expression cannot match."""
        return self.needs is None or folded.may_hold(self.needs)

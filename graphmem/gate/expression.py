"""A regular expression that is compiled when it is first used: a process needs few of the policy's."""

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Expression:
    """Source and flags of an expression; case is ignored and lines are lines unless said otherwise."""

    source: str
    flags: int = re.IGNORECASE | re.MULTILINE

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression. Raises re.error when the source is faulty."""
        return re.compile(self.source, self.flags)

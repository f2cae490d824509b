"""A claim with what detection must know of its record."""

from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.claim import Claim
from graphmem.protocols import SidedClaim


@dataclass(frozen=True, slots=True)
class ClaimInContext:
    """A claim with what detection must know of its record.

    level is the sensitivity of the record (0 public to 3 restricted); writer_level and writer_reads_global are the
    record's, and say which records of `global` it is compared with. title is what the record is about, where given: a
    subject that is a common noun ("the station") is another one under another title.
    """

    claim: Claim
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    level: int = 1
    writer_level: int = 1
    writer_reads_global: bool = True
    title: str | None = None

    _sided: SidedClaim | None = field(default=None, init=False, repr=False, compare=False)

    def sided(self) -> SidedClaim:
        """The claim as comparers take it, made once."""
        made = self._sided
        if made is None:
            made = SidedClaim.model_construct(
                claim=self.claim,
                observed_at=self.observed_at,
                valid_from=self.valid_from,
                valid_to=self.valid_to,
                text="",
            )
            object.__setattr__(self, "_sided", made)
        return made

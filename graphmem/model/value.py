"""What a claim says of its slot: an entity, a quantity, a time, a truth value, or words."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from graphmem.model.interval import Interval
from graphmem.model.text import name_key

Bound = Literal["exact", "about", "at_least", "at_most", "more_than", "less_than", "range"]


class EntityValue(BaseModel, frozen=True):
    """Another thing, by its name as written; type is the recogniser's label (PERSON, ORG, GPE, …) or empty."""

    kind: Literal["entity"] = "entity"
    name: str
    type: str = ""

    @property
    def key(self) -> str:
        """Name in its normal form."""
        return name_key(self.name)


class Quantity(BaseModel, frozen=True):
    """An amount in a unit as written; the empty unit is a count, `%` a share, an ISO 4217 code money.

    bound says how the amount limits the truth; upper is the high end of a `range`.
    half_digit is half a unit in the last digit written, 0 for counts.
    noun is what is counted (`trial`), lemma in lower case.
    """

    kind: Literal["quantity"] = "quantity"
    amount: float
    unit: str = ""
    noun: str = ""
    bound: Bound = "exact"
    upper: float | None = None
    half_digit: float = 0.0


class TimeValue(BaseModel, frozen=True):
    """A date, a span of dates, or a time of day (`14:00`, then interval is empty)."""

    kind: Literal["time"] = "time"
    interval: Interval = Interval()
    clock: str | None = None
    text: str = ""
    bound: Bound = "exact"


class TruthValue(BaseModel, frozen=True):
    """A bare yes or no: the attribute itself is what is asserted (`the kiln works`)."""

    kind: Literal["truth"] = "truth"
    truth: bool = True


class TextValue(BaseModel, frozen=True):
    """Words that are none of the others; head is the lemma that carries the meaning."""

    kind: Literal["text"] = "text"
    text: str
    head: str = ""

    @property
    def key(self) -> str:
        """Words in their normal form."""
        return name_key(self.text)


Value = Annotated[EntityValue | Quantity | TimeValue | TruthValue | TextValue, Field(discriminator="kind")]

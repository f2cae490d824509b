"""Claims in shorthand for tables: "5 km", "at least 2 trials", "2019-03", "14:00", "Oslo", True."""

import re
from datetime import datetime

from graphmem.conflicts.context import ClaimInContext
from graphmem.model.claim import Change, ClaimDraft, Condition, Modality, Span, bind_claim
from graphmem.model.interval import parse_instant, parse_interval
from graphmem.model.value import Bound, EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value
from graphmem.protocols import SidedClaim, SlotFacts

SINGLE = SlotFacts(attribute="slot", single=0.9, source="lexicon")
MANY = SlotFacts(attribute="slot", single=0.1, source="lexicon")
UNKNOWN = SlotFacts(attribute="slot")
EVENT = SlotFacts(attribute="slot", single=0.95, source="lexicon", event=True)

_BOUNDS: dict[str, Bound] = {
    "at least": "at_least",
    "at most": "at_most",
    "up to": "at_most",
    "more than": "more_than",
    "less than": "less_than",
    "about": "about",
}
_QUANTITY = re.compile(
    r"^(?P<bound>at least|at most|up to|more than|less than|about)?\s*"
    r"(?P<low>\d+(?:\.\d+)?)(?:\s*-\s*(?P<high>\d+(?:\.\d+)?))?\s*(?P<unit>%|[^\d\s-][\w°/ ]*)?$"
)
_COUNTED = {"trial", "inspection", "member", "goal", "study"}
_WEEKDAYS = re.compile(r"^\d{4}(-\d{2}){0,2}$")


def value_of(text: str | bool | Value) -> Value:
    """A value from its shorthand."""
    if isinstance(text, bool):
        return TruthValue(truth=text)
    if not isinstance(text, str):
        return text
    if _WEEKDAYS.match(text):
        return TimeValue(interval=parse_interval(text), text=text)
    if re.match(r"^\d{2}:\d{2}$", text):
        return TimeValue(clock=text, text=text)
    if match := _QUANTITY.match(text):
        return _quantity(match)
    if text[:1].isupper():
        return EntityValue(name=text)
    return TextValue(text=text, head=text.split()[-1])


def _quantity(match: re.Match[str]) -> Quantity:
    unit = (match["unit"] or "").strip()
    noun = unit.removesuffix("s") if unit.removesuffix("s") in _COUNTED else ""
    digits = match["low"]
    half = 0.0 if noun or not unit else 0.5 * 10 ** -len(digits.partition(".")[2])
    upper = float(match["high"]) if match["high"] else None
    return Quantity(
        amount=float(digits),
        unit="" if noun else unit,
        noun=noun,
        half_digit=half,
        upper=upper,
        bound="range" if upper is not None else _BOUNDS.get(match["bound"] or "", "exact"),
    )


def draft(
    value: str | bool | Value = True,
    *,
    subject: str = "Thing",
    attribute: str = "slot",
    predicate: str = "",
    yes: bool = True,
    modality: str = "asserted",
    when: dict[str, str] | None = None,
    quantifier: str = "",
    valid: str | None = None,
    change: str | None = None,
    said_by: str | None = None,
    negator: str = "",
    subject_type: str = "",
    confidence: float = 1.0,
) -> ClaimDraft:
    """A claim; `when` maps names of conditions to values, a leading "not " makes an exception."""
    conditions = tuple(
        Condition(name=name, value=text.removeprefix("not "), negated=text.startswith("not "))
        for name, text in (when or {}).items()
    )
    return ClaimDraft(
        subject=subject,
        subject_type=subject_type,
        attribute=attribute,
        predicate=predicate,
        value=value_of(value),
        polarity=yes,
        negator=negator,
        modality=Modality(modality),
        conditions=conditions,
        quantifier=quantifier,
        valid=parse_interval(valid) if valid else None,
        change=Change(change) if change else None,
        attributed_to=said_by,
        span=Span(start=0, end=1),
        quote="",
        confidence=confidence,
    )


def side(
    claim: ClaimDraft, *, said: str | None = None, since: str | None = None, until: str | None = None
) -> SidedClaim:
    """A claim with the dates of its record."""
    return SidedClaim(claim=claim, observed_at=_instant(said), valid_from=_instant(since), valid_to=_instant(until))


def in_context(
    claim: ClaimDraft,
    record: str,
    *,
    namespace: str = "global",
    said: str | None = None,
    since: str | None = None,
    until: str | None = None,
    level: int = 1,
    writer_level: int = 1,
    reads_global: bool = True,
    title: str | None = None,
) -> ClaimInContext:
    """A claim of a record, as detection takes it."""
    return ClaimInContext(
        claim=bind_claim(claim, record, "default", namespace),
        observed_at=_instant(said),
        valid_from=_instant(since),
        valid_to=_instant(until),
        level=level,
        writer_level=writer_level,
        writer_reads_global=reads_global,
        title=title,
    )


def _instant(text: str | None) -> datetime | None:
    return parse_instant(text) if text else None

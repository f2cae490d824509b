"""What the model is asked to answer, and the answer turned into drafts that the text bears out."""

import math
import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

from graphmem.errors import InputError
from graphmem.model.claim import ClaimDraft, Condition, MentionDraft, Modality, Span
from graphmem.model.interval import parse_interval
from graphmem.model.text import name_key
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value

NAME = "llm"
_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AnsweredCondition(_Strict):
    """A part for which alone a claim is meant."""

    name: str
    value: str


class AnsweredClaim(_Strict):
    """One claim as the model answers it; quote is the sentence or clause that says it, letter by letter."""

    subject: str
    subject_type: str
    attribute: str
    value: str
    value_kind: Literal["entity", "quantity", "date", "truth", "text"]
    unit: str
    polarity: bool
    modality: Modality
    conditions: list[AnsweredCondition]
    attributed_to: str
    quote: str


class AnsweredMention(_Strict):
    """One named thing."""

    name: str
    type: str
    descriptor: str
    aliases: list[str]


class AnsweredText(_Strict):
    """All claims and named things of a text."""

    claims: list[AnsweredClaim]
    mentions: list[AnsweredMention]


def draft_claim(answered: AnsweredClaim, text: str) -> ClaimDraft | None:
    """The claim with its place in the text, or None when the text does not bear it out.

    The quote must stand in the text, and a number that is claimed must stand in the quote.
    """
    span = find_quote(text, answered.quote)
    value = _read_value(answered)
    if span is None or value is None or not name_key(answered.subject).strip() or not answered.attribute.strip():
        return None
    quote = text[span.start : span.end]
    if isinstance(value, Quantity) and not _has_number(quote, value.amount):
        return None
    return ClaimDraft(
        subject=answered.subject, subject_type=answered.subject_type, attribute=answered.attribute.strip().casefold(),
        predicate=answered.attribute, value=value, polarity=answered.polarity, modality=answered.modality,
        conditions=tuple(Condition(name=c.name, value=c.value) for c in answered.conditions),
        attributed_to=answered.attributed_to or None, span=span, quote=quote, extractor=NAME, confidence=0.7,
    )  # fmt: skip


def draft_mention(answered: AnsweredMention, text: str) -> MentionDraft | None:
    """The mention with its place in the text, or None when the name is not in it."""
    span = find_quote(text, answered.name)
    if span is None:
        return None
    aliases = tuple(alias for alias in answered.aliases if find_quote(text, alias) is not None)
    return MentionDraft(
        name=text[span.start : span.end], type=answered.type, descriptor=answered.descriptor, aliases=aliases, span=span
    )


def find_quote(text: str, quote: str) -> Span | None:
    """Where a quote stands in a text, white space apart; None when it does not, or says nothing."""
    words = quote.split()
    if not words:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    return Span(start=found.start(), end=found.end()) if found else None


def _read_value(answered: AnsweredClaim) -> Value | None:
    said = answered.value.strip()
    if answered.value_kind == "truth":
        return TruthValue(truth=said.casefold() not in {"false", "no"})
    if not said:
        return None
    if answered.value_kind == "quantity":
        try:
            amount = float(said.replace(",", ""))
        except ValueError:
            return TextValue(text=said)
        return Quantity(amount=amount, unit=answered.unit) if math.isfinite(amount) else None
    if answered.value_kind == "date":
        try:
            return TimeValue(interval=parse_interval(said), text=said)
        except InputError:
            return TextValue(text=said)
    return EntityValue(name=said) if answered.value_kind == "entity" else TextValue(text=said)


def _has_number(quote: str, amount: float) -> bool:
    """True when the quote has that number, or has none in digits and so says it in words."""
    found = [float(number.replace(",", "")) for number in _NUMBERS.findall(quote) if number.count(".") <= 1]
    return not found or any(math.isclose(number, amount) for number in found)

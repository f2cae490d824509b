"""Claims that the caller gives: parsed into drafts, kept as written for export."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from graphmem.chunking.interchange.checks import Faults, name_type, read_choice, read_number, read_text, read_time
from graphmem.chunking.sentences import find_sentences
from graphmem.errors import InputError
from graphmem.model.claim import ClaimDraft, Condition, Modality, Span
from graphmem.model.interval import Interval, Precision, parse_interval
from graphmem.model.text import name_key
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, TruthValue, Value

CLAIM_FIELDS: Final = frozenset({
    "subject", "subject_type", "attribute", "value", "polarity", "modality", "conditions", "valid_from", "valid_to",
    "quote", "attributed_to", "confidence",
})  # fmt: skip
GIVEN: Final = "given"  # the extractor's name of a claim that the caller gave
_ISO = re.compile(r"^\d{4}-(?:\d{2}(?:-\d{2}(?:[T ]\d{2}:?\d{2}.*)?)?|Q[1-4])$")
_CLOCK = re.compile(r"^(?:[01]?\d|2[0-3]):[0-5]\d$")


@dataclass(frozen=True)
class GivenClaims:
    """Drafts (None where no claims were given), the same as written, and what was noticed."""

    drafts: tuple[ClaimDraft, ...] | None = None
    as_given: tuple[dict[str, object], ...] | None = None
    warnings: tuple[str, ...] = ()


def read_claims(value: object, text: str, faults: Faults) -> GivenClaims:
    """The given claims of a record about that text."""
    if value is None:
        return GivenClaims()
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        faults.add(f"claims must be a list of objects, not {name_type(value)}")
        return GivenClaims()
    drafts: list[ClaimDraft] = []
    as_given: list[dict[str, object]] = []
    warnings: list[str] = []
    for number, item in enumerate(value):
        where = f"claims[{number}]"
        if not isinstance(item, Mapping):
            faults.add(f"{where} must be an object, not {name_type(item)}")
            continue
        warnings += [f"unknown field '{where}.{ascii(name)[1:-1][:60]}'" for name in item if name not in CLAIM_FIELDS]
        draft, warning = _read_claim(item, text, where, faults)
        warnings += [warning] if warning else []
        if draft is not None:
            drafts.append(draft)
            as_given.append(_as_json(item))
    return GivenClaims(tuple(drafts), tuple(as_given), tuple(warnings))


def _read_claim(raw: Mapping[str, object], text: str, where: str, faults: Faults) -> tuple[ClaimDraft | None, str]:
    before = len(faults.found)
    subject = read_text(raw.get("subject"), f"{where}.subject", faults)
    attribute = read_text(raw.get("attribute"), f"{where}.attribute", faults)
    for name, found in (("subject", subject), ("attribute", attribute)):
        if found is None:
            faults.add(f"{where}.{name} is missing or empty")
    value = read_value(raw.get("value"), f"{where}.value", faults)
    polarity = raw.get("polarity")
    if polarity is not None and not isinstance(polarity, bool):
        faults.add(f"{where}.polarity must be true or false, not {name_type(polarity)}")
    modality = read_choice(raw.get("modality"), f"{where}.modality", Modality, Modality.ASSERTED, faults)
    conditions = _read_conditions(raw.get("conditions"), f"{where}.conditions", faults)
    valid = _read_validity(raw, where, faults)
    quote = read_text(raw.get("quote"), f"{where}.quote", faults, longest=20_000)
    subject_type = read_text(raw.get("subject_type"), f"{where}.subject_type", faults)
    attributed_to = read_text(raw.get("attributed_to"), f"{where}.attributed_to", faults)
    confidence = 1.0 if raw.get("confidence") is None else read_number(raw["confidence"], f"{where}.confidence", faults)
    if confidence is not None and not 0 <= confidence <= 1:
        faults.add(f"{where}.confidence must lie between 0 and 1")
    if len(faults.found) > before or subject is None or attribute is None or value is None:
        return None, ""
    span, warning = locate_claim(text, quote, [subject, attribute, _words_of(value)])
    return ClaimDraft(
        subject=subject, subject_type=subject_type or "", attribute=" ".join(attribute.split()), predicate=attribute,
        value=value, polarity=polarity is not False, modality=modality, conditions=conditions, valid=valid, span=span,
        quote=text[span.start : span.end], attributed_to=attributed_to, extractor=GIVEN, confidence=confidence or 0.0,
    ), f"{where}.{warning}" if warning else ""  # fmt: skip


def read_value(raw: object, where: str, faults: Faults) -> Value | None:
    """A value as given: number, true or false, text, `{amount, unit}` or `{from, to}`.

    Text that is an ISO 8601 date (with a dash) or a time of day is a time; text that starts with a capital a thing.
    """
    if isinstance(raw, bool):
        return TruthValue(truth=raw)
    if isinstance(raw, int | float):
        amount = read_number(raw, where, faults)
        return None if amount is None else Quantity(amount=amount)
    if isinstance(raw, datetime | date):
        return TimeValue(interval=parse_interval(raw.isoformat()), text=raw.isoformat())
    if isinstance(raw, str):
        return _read_text_value(raw, where, faults)
    if isinstance(raw, Mapping) and raw and set(raw) <= {"amount", "unit"} and "amount" in raw:
        amount = read_number(raw["amount"], f"{where}.amount", faults)
        unit = read_text(raw.get("unit"), f"{where}.unit", faults)
        return None if amount is None else Quantity(amount=amount, unit=unit or "")
    if isinstance(raw, Mapping) and raw and set(raw) <= {"from", "to"}:
        return _read_span_value(raw, where, faults)
    faults.add(f"{where} must be a number, true or false, a text, {{amount, unit}} or {{from, to}}")
    return None


def _read_text_value(raw: str, where: str, faults: Faults) -> Value | None:
    text = read_text(raw, where, faults, longest=20_000)
    if text is None:
        faults.add(f"{where} is empty or too long")
        return None
    text = text.strip()
    if _CLOCK.match(text):
        return TimeValue(clock=text.zfill(5), text=text)
    if _ISO.match(text):
        try:
            return TimeValue(interval=parse_interval(text), text=text)
        except InputError as error:
            faults.add(f"{where}: {error}")
            return None
    words = text.split()
    named = text[:1].isupper() and len(words) <= 6 and not text.endswith((".", "!", "?"))
    return EntityValue(name=text) if named else TextValue(text=text, head=name_key(words[-1]))


def _read_span_value(raw: Mapping[str, object], where: str, faults: Faults) -> Value | None:
    start, end = (read_time(raw.get(name), f"{where}.{name}", faults) for name in ("from", "to"))
    if start is not None and end is not None and end < start:
        faults.add(f"{where}.to lies before {where}.from")
        return None
    text = " to ".join(str(raw[name]) for name in ("from", "to") if raw.get(name) is not None)
    return TimeValue(interval=Interval(start=start, end=end, precision=Precision.SPAN), text=text)


def _read_conditions(raw: object, where: str, faults: Faults) -> tuple[Condition, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, Mapping):
        faults.add(f"{where} must be an object of names and values, not {name_type(raw)}")
        return ()
    found: list[Condition] = []
    for name, value in raw.items():
        if not isinstance(value, str | int | float) or not str(name).strip() or not str(value).strip():
            faults.add(f"{where}: each name needs a text, a number, or true or false")
            continue
        said = str(value).lower() if isinstance(value, bool) else str(value)
        found.append(Condition(name=str(name), value=said))
    return tuple(sorted(found, key=lambda condition: (condition.name, condition.value)))


def _read_validity(raw: Mapping[str, object], where: str, faults: Faults) -> Interval | None:
    start, end = (read_time(raw.get(name), f"{where}.{name}", faults) for name in ("valid_from", "valid_to"))
    if start is not None and end is not None and end < start:
        faults.add(f"{where}.valid_to lies before {where}.valid_from")
    return None if start is None and end is None else Interval(start=start, end=end, precision=Precision.SPAN)


def locate_claim(text: str, quote: str | None, words: Sequence[str]) -> tuple[Span, str]:
    """Where a claim stands: its quote; without one, the one sentence that has most of its words, else the whole text.

    The second is a warning, empty when there is none.
    """
    whole = Span(start=0, end=len(text))
    if quote is not None:
        at = text.find(quote)
        if at >= 0:
            return Span(start=at, end=at + len(quote)), ""
        loose = re.search(r"\s+".join(map(re.escape, quote.split())), text, re.IGNORECASE)
        if loose:
            return Span(start=loose.start(), end=loose.end()), ""
        return whole, "quote does not stand in the text"
    sentences = find_sentences(text)
    if len(sentences) < 2:
        return whole, ""
    wanted = {token for word in words for token in name_key(word).split()}
    counts = [len(wanted & set(name_key(text[start:end]).split())) for start, end in sentences]
    best = max(counts)
    if best == 0 or counts.count(best) > 1:
        return whole, ""
    start, end = sentences[counts.index(best)]
    return Span(start=start, end=end), ""


def _words_of(value: Value) -> str:
    if isinstance(value, Quantity):
        return f"{value.amount:g} {value.unit}"
    if isinstance(value, EntityValue):
        return value.name
    return value.text if isinstance(value, TextValue | TimeValue) else ""


def _as_json(raw: Mapping[str, object]) -> dict[str, object]:
    """The claim as written, in plain JSON values (dates of the Python interface as text)."""
    found: dict[str, object] = json.loads(json.dumps(raw, default=_plain, ensure_ascii=False))
    return found


def _plain(value: object) -> object:
    return (
        value.isoformat()
        if isinstance(value, datetime | date)
        else list(value)
        if isinstance(value, set)
        else str(value)
    )

"""Shows what is read out of a text, one claim a line: for people who write extraction rules."""

from graphmem.extractors.spacy_claims.extractor import SpacyClaims
from graphmem.model.claim import ClaimDraft
from graphmem.model.value import EntityValue, Quantity, TextValue, TimeValue, Value
from graphmem.protocols import ExtractionInput


def explain(text: str, **fields: object) -> str:
    """Claims and mentions of the text as lines; fields are those of ExtractionInput (title, speaker, observed_at)."""
    extraction = SpacyClaims().extract([ExtractionInput.model_validate({"text": text, **fields})])[0]
    lines = [show(claim) for claim in extraction.claims]
    lines += [f"@ {m.name} [{m.type}] {m.descriptor!r} {' '.join(m.aliases)}".rstrip() for m in extraction.mentions]
    if extraction.failure:
        lines.append(f"! {extraction.failure}")
    return "\n".join(lines)


def show(claim: ClaimDraft) -> str:
    """One claim on one line: subject, attribute, value, then only what departs from a plain assertion."""
    extras = [
        "" if claim.polarity else "NOT",
        "" if claim.modality == "asserted" else claim.modality.value,
        claim.quantifier,
        *(f"{'!' if c.negated else ''}{c.name}={c.value}" for c in claim.conditions),
        f"valid={span(claim)}" if claim.valid else "",
        claim.change.value if claim.change else "",
        f"by={claim.attributed_to}" if claim.attributed_to else "",
    ]
    tail = " ".join(extra for extra in extras if extra)
    return f"({claim.subject} | {claim.attribute} | {show_value(claim.value)}) {tail}".rstrip()


def span(claim: ClaimDraft) -> str:
    """The claim's validity as `start..end`, dates only."""
    valid = claim.valid
    if valid is None:
        return ""
    return f"{valid.start.date() if valid.start else ''}..{valid.end.date() if valid.end else ''}"


def show_value(value: Value) -> str:
    """A value in short: names as written, quantities with unit, times as interval or clock."""
    if isinstance(value, EntityValue):
        return value.name
    if isinstance(value, Quantity):
        bound = "" if value.bound in {"exact", "range"} else f"{value.bound} "
        upper = f"-{value.upper:g}" if value.upper is not None else ""
        return f"{bound}{value.amount:g}{upper} {value.unit or value.noun}".strip()
    if isinstance(value, TimeValue):
        start = value.interval.start
        shown = value.clock or (f"{start.date()}/{value.interval.precision}" if start else f"~{value.text}")
        return shown if value.bound == "exact" else f"{value.bound} {shown}"
    return value.text if isinstance(value, TextValue) else "yes"

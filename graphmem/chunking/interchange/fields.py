"""The fields of one record as given, checked: what cannot be accepted fails, and nothing falls back silently."""

from collections.abc import Mapping
from typing import Final

from pydantic import AwareDatetime, BaseModel

from graphmem.chunking.interchange.checks import (
    Faults,
    check_characters,
    is_visible,
    name_type,
    read_choice,
    read_optional_choice,
    read_text,
    read_texts,
    read_time,
)
from graphmem.chunking.interchange.claims import read_claims
from graphmem.chunking.interchange.mentions import find_mentions
from graphmem.model.claim import ClaimDraft, MentionDraft
from graphmem.model.record import Authority, ContentType, LegalBasis, Origin, Outcome, Source, Tier
from graphmem.model.scope import Sensitivity

GIVEN_FIELDS: Final = (
    "text", "external_id", "title", "speaker", "content_type", "tier", "origin", "authority", "source", "observed_at",
    "valid_from", "valid_to", "namespace", "sensitivity", "subjects", "session_id", "trace_id", "agent_id", "user_id",
    "outcome", "legal_basis", "expires_at", "entities", "claims",
)  # fmt: skip
EXPORTED_FIELDS: Final = ("id", "status", "canonical_id", "document_id", "passage", "offset")
KNOWN_FIELDS: Final = frozenset((*GIVEN_FIELDS, *EXPORTED_FIELDS))


class FieldDefaults(BaseModel, frozen=True):
    """What null and absent mean (semantics §5)."""

    content_type: ContentType = ContentType.CONFIRMED_FACT
    tier: Tier = Tier.SEMANTIC
    origin: Origin = Origin.USER_STATEMENT
    authority: Authority = Authority.UNVERIFIED
    sensitivity: Sensitivity = Sensitivity.INTERNAL


LINE_DEFAULTS: Final = FieldDefaults()
FILE_DEFAULTS: Final = FieldDefaults(content_type=ContentType.DOCUMENT, origin=Origin.EXTERNAL_CONTENT)


class RecordFields(BaseModel, frozen=True):
    """One record as its bringer gave it, checked and with defaults; not yet bound to a tenant or a principal.

    namespace is None where the principal's own is meant. claims is None where none were given: the text is then to be
    read; an empty tuple says that there are none. mentions are the given entities and the names that given claims use,
    with their place in the text. given_claims and given_entities are as written, for export.
    warnings name fields that are not known and quotes that do not stand in the text.
    exported_id, status and passage place are those of an exported line; they are never believed, only compared.
    """

    text: str
    external_id: str | None = None
    title: str | None = None
    speaker: str | None = None
    content_type: ContentType
    tier: Tier
    origin: Origin
    authority: Authority
    sensitivity: Sensitivity
    source: Source | None = None
    namespace: str | None = None
    subjects: tuple[str, ...] = ()
    session_id: str | None = None
    trace_id: str | None = None
    agent_id: str | None = None
    user_id: str | None = None
    outcome: Outcome | None = None
    legal_basis: LegalBasis | None = None
    observed_at: AwareDatetime | None = None
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    valid_from_text: str | None = None
    valid_to_text: str | None = None
    expires_at: AwareDatetime | None = None
    claims: tuple[ClaimDraft, ...] | None = None
    mentions: tuple[MentionDraft, ...] = ()
    given_claims: tuple[dict[str, object], ...] | None = None
    given_entities: tuple[str, ...] = ()
    raw_content_type: str = ""
    raw_origin: str = ""
    exported_id: str | None = None
    exported_status: str | None = None
    document_id: str | None = None
    passage: int | None = None
    offset: int = 0
    warnings: tuple[str, ...] = ()


def to_fields(raw: Mapping[str, object], *, defaults: FieldDefaults = LINE_DEFAULTS) -> RecordFields:
    """The checked fields of one object in the interchange format.

    Raises InputError that names every fault on one line: unknown values, wrong types, impossible times, `valid_to`
    before `valid_from`, text without a visible character, null characters, halves of surrogate pairs.
    """
    faults = Faults()
    check_characters(raw, "the record", faults)
    text = _read_record_text(raw, faults)
    faults.raise_any()  # what follows looks into the text and prints names
    given = read_claims(raw.get("claims"), text, faults)
    entities = read_texts(raw.get("entities"), "entities", faults)
    fields: dict[str, object] = {
        name: read_text(raw.get(name), name, faults)
        for name in ("external_id", "title", "speaker", "session_id", "trace_id", "agent_id", "user_id", "document_id")
    }
    fields |= _read_choices(raw, defaults, faults) | _read_times(raw, faults) | _read_place(raw, faults)
    warnings = [f"unknown field {name[:60]!a}" for name in raw if name not in KNOWN_FIELDS]
    source = _read_source(raw.get("source"), faults, warnings)
    subjects = read_texts(raw.get("subjects"), "subjects", faults)
    faults.raise_any()
    return RecordFields.model_validate(
        fields
        | {
            "text": text,
            "source": source,
            "subjects": subjects,
            "claims": given.drafts,
            "given_claims": given.as_given,
            "given_entities": entities,
            "mentions": find_mentions(text, entities, given.drafts or ()),
            "raw_content_type": str(raw.get("content_type") or ""),
            "raw_origin": str(raw.get("origin") or ""),
            "exported_id": raw.get("id") if isinstance(raw.get("id"), str) else None,
            "exported_status": raw.get("status") if isinstance(raw.get("status"), str) else None,
            "warnings": (*warnings, *given.warnings),
        }
    )


def _read_record_text(raw: Mapping[str, object], faults: Faults) -> str:
    text = raw.get("text")
    if not isinstance(text, str):
        faults.add("text is missing" if text is None else f"text must be a text, not {name_type(text)}")
        return ""
    if not is_visible(text):
        faults.add("text has no visible character")
    return text


def _read_choices(raw: Mapping[str, object], defaults: FieldDefaults, faults: Faults) -> dict[str, object]:
    kind = read_choice(raw.get("content_type"), "content_type", ContentType, defaults.content_type, faults)
    return {
        "content_type": kind,
        "tier": read_choice(raw.get("tier"), "tier", Tier, defaults.tier, faults),
        "origin": read_choice(raw.get("origin"), "origin", Origin, defaults.origin, faults),
        "authority": read_choice(raw.get("authority"), "authority", Authority, defaults.authority, faults),
        "sensitivity": read_choice(raw.get("sensitivity"), "sensitivity", Sensitivity, defaults.sensitivity, faults),
        "outcome": read_optional_choice(raw.get("outcome"), "outcome", Outcome, faults),
        "legal_basis": read_optional_choice(raw.get("legal_basis"), "legal_basis", LegalBasis, faults),
    }


def _read_times(raw: Mapping[str, object], faults: Faults) -> dict[str, object]:
    names = ("observed_at", "valid_from", "valid_to", "expires_at")
    times = {name: read_time(raw.get(name), name, faults) for name in names}
    start, end = times["valid_from"], times["valid_to"]
    if start is not None and end is not None and end < start:
        faults.add("valid_to lies before valid_from")
    texts = {f"{name}_text": raw[name] for name in ("valid_from", "valid_to") if isinstance(raw.get(name), str)}
    return {**times, **texts}


def _read_place(raw: Mapping[str, object], faults: Faults) -> dict[str, object]:
    """Namespace, and the place of an exported passage in its document."""
    namespace = read_text(raw.get("namespace"), "namespace", faults)
    if namespace is None and isinstance(raw.get("namespace"), str):
        faults.add("namespace is empty")
    place: dict[str, object] = {"namespace": namespace}
    for name, least in (("passage", 1), ("offset", 0)):
        value = raw.get(name)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            faults.add(f"{name} must be a whole number from {least}")
        else:
            place[name] = value
    return place


def _read_source(value: object, faults: Faults, warnings: list[str]) -> Source | None:
    if value is None:
        return None
    if isinstance(value, Source):
        return value
    if isinstance(value, str):
        value = {"id": value}
    if not isinstance(value, Mapping):
        faults.add(f"source must be a text or an object with an id, not {name_type(value)}")
        return None
    warnings += [f"unknown field 'source.{ascii(name)[1:-1][:60]}'" for name in value if name not in {"id", "kind"}]
    found = read_text(value.get("id"), "source.id", faults)
    kind = read_text(value.get("kind"), "source.kind", faults)
    if found is None:
        faults.add("source.id is missing or empty")
        return None
    return Source(id=found, kind=kind)

"""Inputs on their way in: an input is one line, file or call; it becomes one record, or one a passage."""

from dataclasses import dataclass, field, replace

from graphmem.chunking.interchange import to_fields
from graphmem.lexicon import given_attribute
from graphmem.model.claim import ClaimDraft, Extraction, MentionDraft
from graphmem.model.gate import Entrance, Verdict
from graphmem.model.record import Origin, Record
from graphmem.model.scope import GLOBAL, Sensitivity
from graphmem.protocols import ExtractionInput


@dataclass(frozen=True)
class Draft:
    """One record that wants in: as it would be kept, what the caller claimed of it, and what was read from it."""

    record: Record
    given_claims: tuple[ClaimDraft, ...] | None = None
    given_mentions: tuple[MentionDraft, ...] = ()
    extraction: Extraction = field(default_factory=Extraction)
    index_text: str = ""
    vector: bytes = b""

    @classmethod
    def of_record(cls, record: Record) -> "Draft":
        """A stored record as it came in, to be read again."""
        raw = {"text": record.text, "claims": record.given_claims, "entities": record.given_entities}
        fields = to_fields(raw)
        return cls(record=record, given_claims=name_slots(fields.claims), given_mentions=fields.mentions)

    @property
    def wants_extraction(self) -> bool:
        """Whether extractors read it: nothing is ever read from a restricted text."""
        return self.record.sensitivity is not Sensitivity.RESTRICTED

    def to_read(self) -> ExtractionInput:
        """The text as extractors take it."""
        record = self.record
        return ExtractionInput(
            text=record.text,
            title=record.title,
            speaker=record.speaker or _speaker_of(record),
            observed_at=record.observed_at,
            content_type=str(record.content_type),
            given_mentions=self.given_mentions,
            given_claims=self.given_claims,
        )

    def read(self, extraction: Extraction) -> "Draft":
        """The same with what was read from it."""
        return replace(self, extraction=extraction)


def _speaker_of(record: Record) -> str | None:
    """Who says "I" where nobody is named: the user of the record, or of the private namespace it was said in."""
    if record.origin is not Origin.USER_STATEMENT:
        return None
    return record.user_id or (record.namespace if record.namespace != GLOBAL else None)


def name_slots(claims: tuple[ClaimDraft, ...] | None) -> tuple[ClaimDraft, ...] | None:
    """Given claims under the lexicon's names of their slots, so that they meet those that were extracted."""
    if claims is None:
        return None
    return tuple(c.model_copy(update={"attribute": given_attribute(c.attribute, c.value.kind)}) for c in claims)


@dataclass(frozen=True)
class Input:
    """One line, file or call with the records it becomes; whole_text is the document's when it has passages.

    `versioned` inputs are files: the same source id with other content is a new version.
    """

    drafts: tuple[Draft, ...]
    entrance: Entrance
    line: int | None = None
    path: str | None = None
    external_id: str | None = None
    whole_text: str | None = None
    document_id: str | None = None
    versioned: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def record_id(self) -> str:
        """What the report names: the record's id, or the document's where there are passages."""
        return self.document_id or self.drafts[0].record.id


@dataclass(frozen=True)
class Outcome:
    """What became of one input."""

    kind: str  # stored, duplicate, rejected, review, failed
    source: Input
    reason: str = ""
    verdict: Verdict | None = None
    differs: tuple[str, ...] = ()
    expired: bool = False
    conflicts: tuple[str, ...] = ()
    superseded: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()

"""Claims and mentions: what an extractor returns, and the same bound to a record."""

from enum import StrEnum
from typing import NamedTuple

from pydantic import BaseModel, Field

from graphmem.model.ids import make_id
from graphmem.model.interval import Interval
from graphmem.model.text import name_key
from graphmem.model.value import Value


class Modality(StrEnum):
    """How a claim is meant."""

    ASSERTED = "asserted"
    REQUIRED = "required"
    PERMITTED = "permitted"
    PROHIBITED = "prohibited"
    PLANNED = "planned"
    POSSIBLE = "possible"
    REPORTED = "reported"


class Change(StrEnum):
    """Wording that says the world, or what was said of it, changed."""

    CORRECTION = "correction"  # "correction:", "is wrong", "not X but Y"
    MOVED = "moved"  # "now", "moved", "was pushed to", "has become"
    ENDED = "ended"  # "no longer", "left", "until"


class Span(BaseModel, frozen=True):
    """Characters of a text, from start up to end."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Condition(BaseModel, frozen=True):
    """A part for which alone a claim is meant: `indication` = `solid tumour`; negated for exceptions."""

    name: str
    value: str
    negated: bool = False


class ClaimDraft(BaseModel, frozen=True):
    """One assertion found in a text: subject, attribute, value and how it is meant.

    attribute is the slot's canonical name (lexicon name, else lemmas); predicate the words as written.
    quantifier is `all`, `most`, `some`, `no`, `only` or empty. sentence counts from 0 in the text.
    valid is the time in the world that the text gives for it, never the time of saying.
    attributed_to names whose saying is reported; negator is the word that turned the polarity.
    """

    subject: str
    subject_type: str = ""
    attribute: str
    predicate: str = ""
    value: Value
    polarity: bool = True
    negator: str = ""
    modality: Modality = Modality.ASSERTED
    conditions: tuple[Condition, ...] = ()
    quantifier: str = ""
    valid: Interval | None = None
    change: Change | None = None
    attributed_to: str | None = None
    span: Span
    quote: str
    sentence: int = 0
    extractor: str = ""
    confidence: float = Field(default=1.0, ge=0, le=1)

    @property
    def subject_key(self) -> str:
        """Subject's name in its normal form."""
        return name_key(self.subject)


class Claim(ClaimDraft, frozen=True):
    """A claim bound to its record; entity_id is the thing that linking found its subject to be."""

    id: str
    record_id: str
    namespace: str
    entity_id: str


class MentionDraft(BaseModel, frozen=True):
    """A name in a text: surface form, recogniser's label, descriptor ("the dentist in Boston"), aliases given there."""

    name: str
    type: str = ""
    descriptor: str = ""
    aliases: tuple[str, ...] = ()
    span: Span | None = None
    sentence: int = 0

    @property
    def key(self) -> str:
        """Name in its normal form."""
        return name_key(self.name)


class Mention(MentionDraft, frozen=True):
    """A mention bound to its record and to the entity that linking gave it."""

    id: str
    record_id: str
    namespace: str
    entity_id: str


class Link(NamedTuple):
    """What a walk must know of a mention: record, name key, sentence, type, and whether it has a place in the text."""

    record_id: str
    key: str
    sentence: int
    type: str
    is_placed: bool


class Extraction(BaseModel, frozen=True):
    """What one extractor found in one text; failure says why it found out nothing (E2), else None.

    sentences are the spans of the text's sentences in order. dropped counts claims that the text did not bear out.
    """

    mentions: tuple[MentionDraft, ...] = ()
    claims: tuple[ClaimDraft, ...] = ()
    sentences: tuple[Span, ...] = ()
    failure: str | None = None
    model_calls: int = 0
    tokens: int = 0
    dropped: int = 0


def entity_id_of(tenant: str, key: str, discriminator: str = "") -> str:
    """Id of the entity of that name in a tenant; the discriminator keeps namesakes apart."""
    return make_id("e", tenant, key, discriminator)


def bind_claim(draft: ClaimDraft, record_id: str, tenant: str, namespace: str) -> Claim:
    """The draft as a claim of that record, with the entity of its bare name until linking knows better."""
    identity = draft.model_dump_json(exclude={"extractor", "confidence"})
    return Claim(
        **{name: getattr(draft, name) for name in ClaimDraft.model_fields},
        id=make_id("c", record_id, identity),
        record_id=record_id,
        namespace=namespace,
        entity_id=entity_id_of(tenant, draft.subject_key),
    )


def bind_mention(draft: MentionDraft, record_id: str, tenant: str, namespace: str) -> Mention:
    """The draft as a mention of that record, with the entity of its bare name until linking knows better."""
    return Mention(
        **{name: getattr(draft, name) for name in MentionDraft.model_fields},
        id=make_id("m", record_id, draft.key, draft.sentence, draft.span.start if draft.span else -1),
        record_id=record_id,
        namespace=namespace,
        entity_id=entity_id_of(tenant, draft.key),
    )

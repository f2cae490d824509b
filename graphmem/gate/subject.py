"""What checks look at: the candidate, and forms of its text that several checks share, each made once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from graphmem.gate.readings import Reading, read_disguises
from graphmem.gate.words import Folded, folded_of
from graphmem.model.gate import Candidate, VerdictKind
from graphmem.model.record import ContentType, Record
from graphmem.model.scope import Principal, Role
from graphmem.protocols import ContradictionProbe


@dataclass(frozen=True)
class Opinion:
    """What one check says of a candidate; kind None objects to nothing, and only adds alerts or a cap."""

    kind: VerdictKind | None
    reason: str = ""
    alerts: tuple[str, ...] = ()
    authority_cap: str | None = None


class Subject:
    """A candidate under examination."""

    def __init__(self, candidate: Candidate, probe: ContradictionProbe | None = None) -> None:
        self.candidate = candidate
        self.probe = probe

    @property
    def record(self) -> Record:
        """The record that wants in."""
        return self.candidate.record

    @property
    def principal(self) -> Principal:
        """Who brings it."""
        return self.candidate.principal

    @property
    def is_trusted(self) -> bool:
        """The principal is a reviewer or an operator, not a mere agent."""
        return bool(self.principal.roles & {Role.REVIEWER, Role.OPERATOR})

    @property
    def is_text_of_instruction(self) -> bool:
        """The record is a document or a procedure: code and commands in prose belong there."""
        return self.record.content_type in {ContentType.DOCUMENT, ContentType.PROCEDURE}

    @cached_property
    def text(self) -> str:
        """All that the record would say to a reader: text, title, speaker, given names and claims."""
        record = self.record
        parts = [record.text, record.title or "", record.speaker or "", *record.given_entities]
        for claim in record.given_claims or ():
            parts.extend(_strings(claim))
            parts.extend(_statements(claim))
        return "\n".join(part for part in parts if part)

    @cached_property
    def labels(self) -> str:
        """Ids and names that come with the record; secrets hide there too."""
        record = self.record
        parts = (
            record.external_id,
            record.source_id,
            record.session_id,
            record.trace_id,
            record.agent_id,
            record.user_id,
        )
        return "\n".join(part for part in (*parts, *record.subjects) if part)

    @cached_property
    def folded(self) -> Folded:
        """The text as patterns see it."""
        return folded_of(self.text)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """What the text says once a disguise is taken off; empty for plain text."""
        return read_disguises(self.text)


def _statements(claim: Mapping[str, object]) -> Iterator[str]:
    """The claim as a sentence would say it: an attribute and its value give a secret only together."""
    names = [text for field in ("subject", "attribute", "predicate") if isinstance(text := claim.get(field), str)]
    for name, value in claim.items():
        if name in {"subject", "attribute", "predicate"}:
            continue
        for text in _strings(value):
            yield f"{' '.join(names).replace('_', ' ')}: {text}" if name == "value" else f"{name}: {text}"


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(key)
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)

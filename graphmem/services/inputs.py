"""Lines, files and calls made into inputs: fields bound to a principal, long texts cut into passages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graphmem.chunking import Chunk, chunk, read_file
from graphmem.chunking.interchange import FILE_DEFAULTS, Line, RecordFields, read_lines, to_fields
from graphmem.errors import GraphmemError, InputError
from graphmem.gate import load_policy
from graphmem.gate.redaction import redact
from graphmem.model.claim import MentionDraft, Span
from graphmem.model.gate import Entrance
from graphmem.model.record import Record, record_id_of
from graphmem.model.scope import GLOBAL
from graphmem.services.drafts import Draft, Input, name_slots
from graphmem.services.workspace import Workspace

LONG_LINE = 1200  # characters; a longer line is a document (semantics §5)


@dataclass(frozen=True)
class Refused:
    """An input that never got as far as the gate."""

    reason: str
    line: int | None = None
    path: str | None = None
    external_id: str | None = None


def inputs_of_lines(
    ws: Workspace, lines: Iterable[Line], entrance: Entrance, path: str | None = None
) -> Iterator[Input | Refused]:
    """An input for every good line, a refusal for every bad one, in order."""
    for line in lines:
        if line.fields is None:
            reason = redact(line.error or "the line cannot be read", load_policy(ws.settings.gate))
            yield Refused(reason, line.number, path, line.external_id)
        else:
            yield input_of_fields(ws, line.fields, entrance, line=line.number, path=path)


def input_of_fields(
    ws: Workspace, raw: Mapping[str, object], entrance: Entrance, *, line: int | None = None, path: str | None = None
) -> Input | Refused:
    """The input of one object in the interchange format."""
    external = raw.get("external_id")
    policy = load_policy(ws.settings.gate)
    shown = redact(external, policy) if isinstance(external, str) else None
    try:
        fields = to_fields(raw)
        fields = fields.model_copy(update={"warnings": tuple(redact(line, policy) for line in fields.warnings)})
        namespace = fields.namespace or ws.principal.write
        ws.principal.require_namespace(namespace)
    except GraphmemError as error:
        return Refused(redact(str(error), policy)[:500], line, path, shown)
    if len(fields.text) > LONG_LINE and fields.passage is None and not fields.claims:
        frame = Input((), entrance, line, path, fields.external_id, fields.text, warnings=fields.warnings)
        return _with_passages(frame, ws, fields, namespace, chunk(fields.text))
    record = _record(ws, fields, namespace, fields.text)
    draft = Draft(record=record, given_claims=name_slots(fields.claims), given_mentions=fields.mentions)
    return Input((draft,), entrance, line, path, fields.external_id, warnings=fields.warnings)


def inputs_of_file(ws: Workspace, path: Path, root: Path) -> Iterator[Input | Refused]:
    """The inputs of one file: a line each for .jsonl, else one document with a record a passage."""
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    if path.suffix.casefold() == ".jsonl":
        try:
            yield from inputs_of_lines(ws, read_lines(path), Entrance.INGEST, name)
        except InputError as error:
            yield Refused(str(error)[:500], path=name)
        return
    try:
        text = read_file(path)
        fields = to_fields(
            {"text": text.text, "title": text.title, "external_id": name, "source": {"id": name, "kind": "file"}},
            defaults=FILE_DEFAULTS,
        )
        chunks = chunk(fields.text, kind=text.kind)
    except InputError as error:
        yield Refused(str(error)[:500], path=name, external_id=name)
        return
    whole = "\n".join((fields.text, *text.hidden))
    frame = Input((), Entrance.INGEST, path=name, external_id=name, whole_text=whole, versioned=True)
    yield _with_passages(replace(frame, warnings=fields.warnings), ws, fields, ws.principal.write, chunks)


def _with_passages(frame: Input, ws: Workspace, fields: RecordFields, namespace: str, chunks: Sequence[Chunk]) -> Input:
    """The input with a record a passage; a passage that stands twice in the text is one record."""
    source_id = fields.source.id if fields.source else None
    document_id = record_id_of(ws.tenant, namespace, fields.text, source_id, fields.observed_at)
    given = None if fields.claims is None else ()
    drafts: dict[str, Draft] = {}
    for number, piece in enumerate(chunks, start=1):
        text = fields.text[piece.start : piece.end]
        external = f"{fields.external_id}#{number}" if fields.external_id else None
        title = " › ".join(part for part in (fields.title, piece.title) if part) or None
        record = _record(ws, fields, namespace, text).model_copy(
            update={
                "external_id": external,
                "speaker": piece.speaker or fields.speaker,
                "title": title,
                "document_id": document_id,
                "passage": number,
                "offset": piece.start,
            }
        )
        mentions = tuple(
            _moved(m, piece) for m in fields.mentions if m.span is None or piece.start <= m.span.start < piece.end
        )
        drafts.setdefault(record.id, Draft(record=record, given_claims=given, given_mentions=mentions))
    return replace(frame, drafts=tuple(drafts.values()), document_id=document_id)


def _moved(mention: MentionDraft, piece: Chunk) -> MentionDraft:
    """The mention with its place counted from the passage's beginning."""
    if mention.span is None:
        return mention
    start, end = mention.span.start - piece.start, min(mention.span.end, piece.end) - piece.start
    return mention.model_copy(update={"span": Span(start=start, end=end)})


def _record(ws: Workspace, fields: RecordFields, namespace: str, text: str) -> Record:
    principal = ws.principal
    names = (
        "external_id", "title", "speaker", "content_type", "tier", "origin", "authority", "sensitivity", "source",
        "subjects", "session_id", "trace_id", "agent_id", "user_id", "outcome", "legal_basis", "observed_at",
        "valid_from", "valid_to", "valid_from_text", "valid_to_text", "expires_at", "document_id", "passage", "offset",
        "given_claims", "given_entities",
    )  # fmt: skip
    return Record(
        id=record_id_of(ws.tenant, namespace, text, fields.source.id if fields.source else None, fields.observed_at),
        tenant=ws.tenant,
        namespace=namespace,
        text=text,
        recorded_at=ws.now(),
        written_by=ws.actor,
        writer_level=principal.clearance.level,
        writer_reads_global=GLOBAL in principal.namespaces,
        **{name: getattr(fields, name) for name in names},
    )

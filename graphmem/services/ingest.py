"""`remember`, `ingest` and `import`: inputs taken in and reported, each counted once."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from graphmem.chunking import readable_suffixes
from graphmem.chunking.interchange import read_lines
from graphmem.errors import InputError
from graphmem.model.answers import DuplicateNote, IngestReport, LineNote, RecordNote, WriteReceipt
from graphmem.model.gate import Entrance
from graphmem.model.scope import Role
from graphmem.services.collection import rare_collection
from graphmem.services.drafts import Input, Outcome
from graphmem.services.inputs import Refused, input_of_fields, inputs_of_file, inputs_of_lines
from graphmem.services.intake import Intake
from graphmem.services.slots import make_detector
from graphmem.services.tombs import without_erased
from graphmem.services.workspace import Workspace

Records = Iterable[Mapping[str, object]] | str | Path | Sequence[str | Path]


def remember(ws: Workspace, text: str, fields: Mapping[str, object]) -> WriteReceipt:
    """Take in one record. Raises InputError, or ScopeError for a namespace that is not the principal's."""
    ws.require(Role.AGENT, Role.REVIEWER, Role.OPERATOR)
    namespace = fields.get("namespace")
    if isinstance(namespace, str):
        ws.principal.require_namespace(namespace)
    made = input_of_fields(ws, {"text": text, **fields}, Entrance.REMEMBER)
    if isinstance(made, Refused):
        raise InputError(made.reason)
    outcome = next(iter(Intake(ws, make_detector(ws)).take([made])))
    if outcome.kind == "failed":
        return WriteReceipt(status="stored", record_id=made.record_id, reasons=(outcome.reason,), alerts=outcome.alerts)
    status = outcome.kind
    reasons = tuple(r for r in (outcome.reason, *made.warnings) if r)
    if outcome.differs:
        differs = ", ".join(outcome.differs)
        reasons = (*reasons, f"already known, only a stricter sensitivity is taken over; these differ: {differs}")
    return WriteReceipt(
        status=status,  # type: ignore[arg-type]
        record_id=None if status == "rejected" else made.record_id,
        reasons=reasons,
        conflicts=outcome.conflicts,
        alerts=outcome.alerts,
    )


def ingest(ws: Workspace, records: Records) -> IngestReport:
    """Take in records, or files and folders by path."""
    ws.require(Role.OPERATOR)
    if isinstance(records, str | Path):
        return _run(ws, _from_paths(ws, [Path(records)]))
    if isinstance(records, Sequence) and records and all(isinstance(item, str | Path) for item in records):
        return _run(ws, _from_paths(ws, [Path(str(item)) for item in records]))
    return _run(ws, _from_objects(ws, records))


def ingest_file(ws: Workspace, path: Path, root: Path) -> IngestReport:
    """Take in one file; its source id is its path relative to the root."""
    ws.require(Role.OPERATOR)
    return _run(ws, inputs_of_file(ws, path, root))


def import_file(ws: Workspace, path: Path) -> IngestReport:
    """Take in an exported file through the gate; erased records stay erased, and statuses are decided anew."""
    ws.require(Role.OPERATOR)
    inputs = inputs_of_lines(ws, read_lines(path), Entrance.IMPORT)
    return _run(ws, without_erased(ws, inputs))


def _from_objects(ws: Workspace, records: Iterable[object]) -> Iterator[Input | Refused]:
    for number, raw in enumerate(records, start=1):
        if isinstance(raw, Mapping):
            yield input_of_fields(ws, raw, Entrance.INGEST, line=number)
        else:
            yield Refused(f"a record must be an object, not {type(raw).__name__}", line=number)


def _from_paths(ws: Workspace, paths: Sequence[Path]) -> Iterator[Input | Refused]:
    suffixes = {*readable_suffixes(), ".jsonl"}
    for path in paths:
        if path.is_dir():
            files = sorted(
                p
                for p in path.rglob("*")
                if p.is_file() and not any(part.startswith(".") for part in p.relative_to(path).parts)
            )
            for file in files:
                if file.suffix.casefold() in suffixes:
                    yield from inputs_of_file(ws, file, path)
                else:
                    yield Refused(
                        f"files of type {file.suffix or 'none'} are not read; there are: {', '.join(sorted(suffixes))}",
                        path=file.relative_to(path).as_posix(),
                    )
        elif not path.exists():
            yield Refused(f"there is no file or folder {path.name}", path=os.fspath(path))
        else:
            yield from inputs_of_file(ws, path, path.parent)


@rare_collection()
def _run(ws: Workspace, inputs: Iterable[Input | Refused]) -> IngestReport:
    tally = _Tally()
    intake = Intake(ws, make_detector(ws))

    def good() -> Iterator[Input]:
        for item in inputs:
            if isinstance(item, Refused):
                tally.refuse(item)
            else:
                yield item

    for outcome in intake.take(good()):
        tally.count(outcome)
        ws.progress.advance("ingest", tally.read, None)
    return tally.report(intake.seconds)


class _Tally:
    """Counts of one run."""

    def __init__(self) -> None:
        self.read = self.stored = self.duplicate = 0
        self.notes: dict[str, list[LineNote]] = {"rejected": [], "review": [], "failed": []}
        self.records: list[RecordNote] = []
        self.duplicates: list[DuplicateNote] = []
        self.expired: list[str] = []
        self.superseded: list[str] = []
        self.warnings: list[str] = []
        self.alerts: list[str] = []
        self.conflicts: list[str] = []
        self.calls = self.tokens = 0

    def refuse(self, item: Refused) -> None:
        self.read += 1
        self.notes["failed"].append(
            LineNote(line=item.line, path=item.path, external_id=item.external_id, reason=_line(item.reason))
        )

    def count(self, outcome: Outcome) -> None:
        self.read += 1
        item = outcome.source
        record_id = item.record_id
        place = f"line {item.line}" if item.line else (item.path or "input")
        self.warnings += [f"{place}: {warning}" for warning in item.warnings]
        self.alerts += outcome.alerts
        self.superseded += outcome.superseded
        self.conflicts += outcome.conflicts
        self.calls += sum(d.extraction.model_calls for d in item.drafts)
        self.tokens += sum(d.extraction.tokens for d in item.drafts)
        passages = tuple(d.record.id for d in item.drafts) if item.document_id else ()
        note = RecordNote(id=record_id, external_id=item.external_id, passages=passages)
        if outcome.kind == "stored":
            self.stored += 1
            self.records.append(note)
        elif outcome.kind == "duplicate":
            self.duplicate += 1
            self.records.append(note)
            if outcome.differs:
                self.duplicates.append(
                    DuplicateNote(id=record_id, external_id=item.external_id, line=item.line, differs=outcome.differs)
                )
        else:
            kept = None if outcome.kind == "rejected" else record_id
            check = outcome.verdict.check if outcome.verdict else None
            self.notes[outcome.kind].append(
                LineNote(
                    line=item.line,
                    path=item.path,
                    external_id=item.external_id,
                    record_id=kept,
                    reason=_line(outcome.reason),
                    check=check or None,
                )
            )
            if kept is not None:
                self.records.append(note)
        if outcome.expired:
            self.expired.append(record_id)

    def report(self, seconds: Mapping[str, float]) -> IngestReport:
        return IngestReport(
            read=self.read,
            stored=self.stored,
            duplicate=self.duplicate,
            rejected=tuple(self.notes["rejected"]),
            review=tuple(self.notes["review"]),
            failed=tuple(self.notes["failed"]),
            records=tuple(self.records),
            duplicates=tuple(self.duplicates),
            expired=tuple(self.expired),
            superseded=tuple(self.superseded),
            warnings=tuple(self.warnings),
            alerts=tuple(dict.fromkeys(self.alerts)),
            conflicts=tuple(self.conflicts),
            model_calls=self.calls,
            tokens=self.tokens,
            seconds={name: round(value, 4) for name, value in seconds.items()},
        )


def _line(reason: str) -> str:
    return " ".join(reason.split())[:500] or "no reason was given"

"""Watched folders: what is new in them by content, taken in file by file, each file in exactly one state.

A row a file is kept in the store under a hash of its path, without name or text: what was taken in and erased later is
not taken in again as long as its file stays as it is.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel

from graphmem.errors import GraphmemError, InputError, StoreError
from graphmem.model.answers import IngestReport, LineNote
from graphmem.model.rows import MetaRow
from graphmem.services.ingest import ingest_file
from graphmem.services.workspace import Workspace

MOST_ATTEMPTS = 3  # for failures that another try may mend
_MOST_REASONS = 20
_UNFINISHED = (".part", ".partial", ".tmp", ".crdownload", ".download", "~")
_QUOTED = re.compile(r"""(['"“«‘]).*(['"”»’])""")


class FileState(StrEnum):
    """Where a file of a watched folder stands."""

    WRITING = "being written"
    DUE = "due"
    STORED = "stored"
    PARTLY = "partly"
    FAILED = "failed"
    RETRIED = "retried"

    @property
    def is_due(self) -> bool:
        """Whether the next run takes the file in."""
        return self in {FileState.DUE, FileState.RETRIED}


class InboxFile(BaseModel, frozen=True):
    """One file, the one state it is in, and the counts and reasons of the last time it was taken in.

    Reasons quote nothing of the file. signature changes with every write to it, digest only with its content.
    """

    root: str
    path: str  # relative to the root: the source id of its records
    state: FileState
    signature: str = ""
    digest: str = ""
    attempts: int = 0
    counts: dict[str, int] = {}
    reasons: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Id of the row that remembers the file."""
        return f"inbox|{hashlib.sha256(f'{self.root}|{self.path}'.encode()).hexdigest()[:32]}"


def scan(ws: Workspace, roots: Sequence[Path], *, settle_seconds: float) -> list[InboxFile]:
    """Every file under the roots with its state, in order of path; a file still changing is left until it is stable.

    A file counts as stable when it was not written to for so many seconds. Raises InputError for a root that cannot be
    read.
    """
    found = [file for root in roots for file in _list(root)]
    known = ws.read(lambda ledger: ledger.get(MetaRow, [file.key for file in found]))
    settled_before = ws.now().timestamp() - settle_seconds
    return [_judge(file, known.get(file.key), settled_before) for file in found]


def take_in(ws: Workspace, files: Iterable[InboxFile]) -> Iterator[tuple[InboxFile, IngestReport]]:
    """Take in each file that is due; its new state is kept once its records are. Raises StoreError."""
    for file in files:
        if not file.state.is_due:
            continue
        report = _ingest(ws, file)
        taken = _outcome(file, report)
        kept = _row(taken)
        ws.write(lambda ledger, row=kept: ledger.put([row]))  # type: ignore[misc]
        yield taken, report


def _list(root: Path) -> Iterator[InboxFile]:
    base = root if root.is_dir() else root.parent
    try:
        paths = sorted(root.rglob("*")) if root.is_dir() else [root]
        if not root.is_dir():
            root.stat()
        else:
            next(root.iterdir(), None)
    except OSError as error:
        raise InputError(f"the folder {root} cannot be read: {error.strerror or error}") from error
    for path in paths:
        relative = path.relative_to(base)
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            yield InboxFile(root=base.resolve().as_posix(), path=relative.as_posix(), state=FileState.DUE)


def _judge(file: InboxFile, row: MetaRow | None, settled_before: float) -> InboxFile:
    path = Path(file.root) / file.path
    known = InboxFile.model_validate({**row.body, "root": file.root, "path": file.path}) if row else None
    try:
        status = path.stat()
        signature = f"{status.st_size}-{status.st_mtime_ns}-{status.st_ctime_ns}"
        if known is not None and known.signature == signature:
            return known
        if path.name.endswith(_UNFINISHED) or max(status.st_mtime, status.st_ctime) > settled_before:
            return file.model_copy(update={"state": FileState.WRITING})
        digest = _digest(path)
    except OSError as error:
        why = f"the file cannot be read: {error.strerror or error}"
        return file.model_copy(update={"state": FileState.FAILED, "reasons": (why,)})
    if known is not None and known.digest == digest:
        return known.model_copy(update={"signature": signature})
    return file.model_copy(update={"signature": signature, "digest": digest})


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _ingest(ws: Workspace, file: InboxFile) -> IngestReport:
    root = Path(file.root)
    try:
        return ingest_file(ws, root / file.path, root)
    except StoreError:
        raise
    except (GraphmemError, OSError) as error:
        return IngestReport(read=1, failed=(LineNote(path=file.path, reason=" ".join(str(error).split())[:500]),))


def _outcome(file: InboxFile, report: IngestReport) -> InboxFile:
    refused = [*report.failed, *report.rejected, *report.review]
    went_in = report.stored + report.duplicate
    # A record that is stored although its text could not be read through: a model or service failed.
    mendable = any(note.record_id for note in report.failed)
    attempts = file.attempts + 1
    if mendable and attempts < MOST_ATTEMPTS:
        state = FileState.RETRIED
    elif not refused:
        state = FileState.STORED
    else:
        state = FileState.PARTLY if went_in else FileState.FAILED
    return file.model_copy(
        update={
            "state": state,
            "attempts": attempts,
            "counts": counts_of(report),
            "reasons": tuple(_reason(note, report) for note in refused[:_MOST_REASONS]),
        }
    )


def counts_of(report: IngestReport) -> dict[str, int]:
    """The counts that must add up: read = stored + duplicate + rejected + review + failed."""
    return {
        "read": report.read,
        "stored": report.stored,
        "duplicate": report.duplicate,
        "rejected": len(report.rejected),
        "review": len(report.review),
        "failed": len(report.failed),
    }


def add_up(counts: Mapping[str, int]) -> bool:
    """Whether every input that was read ended in one state."""
    return counts["read"] == sum(counts[name] for name in ("stored", "duplicate", "rejected", "review", "failed"))


def _reason(note: LineNote, report: IngestReport) -> str:
    kind = "rejected" if note in report.rejected else "review" if note in report.review else "failed"
    place = f"line {note.line}" if note.line else "the file"
    what = f"by {note.check}" if note.check else _QUOTED.sub("…", note.reason)[:200]
    return f"{place}: {kind}: {what}"


def _row(file: InboxFile) -> MetaRow:
    body: dict[str, object] = file.model_dump(mode="json", exclude={"root", "path"})
    return MetaRow(id=file.key, body=body)

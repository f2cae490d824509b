"""Files that exports wrote: an erasure does not touch them, but names those that may hold what was erased."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from pydantic import AwareDatetime, BaseModel

from graphmem.model.record import Record
from graphmem.model.rows import MetaRow
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_ID = "exports"


class _Exported(BaseModel, frozen=True):
    """One file: where it was written, when last, and of what the writer could read."""

    path: str
    at: AwareDatetime
    namespaces: tuple[str, ...]
    level: int

    def may_hold(self, record: Record) -> bool:
        known = record.namespace in self.namespaces and record.sensitivity.level <= self.level
        return known and record.recorded_at <= self.at


def remember_export(ws: Workspace, path: Path, at: datetime) -> None:
    """Keep in mind that what the principal may see was written to that file; at is when reading began or later."""
    who = ws.principal
    written = _Exported(path=str(path.resolve()), at=at, namespaces=tuple(who.namespaces), level=who.clearance.level)

    def work(ledger: Ledger) -> None:
        others = [item for item in _known(ledger) if item.path != written.path]
        files = sorted([*others, written], key=lambda item: item.path)
        ledger.put([MetaRow(id=_ID, body={"files": [item.model_dump(mode="json") for item in files]})])

    ws.write(work)


def exports_of(ws: Workspace, records: Iterable[Record]) -> set[str]:
    """Paths of the known exports that may hold one of the records, whether or not they still lie there."""
    known = ws.read(_known)
    if not known:
        return set()
    gone = list(records)
    return {item.path for item in known if any(item.may_hold(record) for record in gone)}


def _known(ledger: Ledger) -> list[_Exported]:
    row = ledger.get(MetaRow, [_ID]).get(_ID)
    files = row.body.get("files") if row else None
    return [_Exported.model_validate(item) for item in files] if isinstance(files, list) else []

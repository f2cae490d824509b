"""Snapshots of a tenant: compressed, checksummed, optionally encrypted, and within reach of erasure."""

import base64
import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from graphmem.errors import NotFoundError, StoreError, UsageError
from graphmem.governance.legal_holds import HOLDS
from graphmem.governance.snapshot_file import Header, read_header, read_lines, to_line, write_file
from graphmem.governance.snapshot_filter import without_records
from graphmem.governance.tombstones import erased_among
from graphmem.governance.unfinished import UNFINISHED
from graphmem.model.interval import format_instant
from graphmem.model.rows import ROW_KINDS, AuditRow, MetaRow, RecordRow, Row, TombstoneRow
from graphmem.store_protocol import Ledger, Store

_NAME = re.compile(r"[\w][\w .@+-]{0,99}")
_SUFFIX = ".snapshot"
_BATCH = 2000
_STONE_KEY = "tombstone|key"
_AUDIT_HEAD = "audit|head"
_KINDS = {kind.NAME: kind for kind in ROW_KINDS}


class SnapshotReport(BaseModel, frozen=True):
    """What was written or restored: rows by kind, sizes, compression ratio (plain by stored), seconds."""

    name: str
    rows: dict[str, int]
    vectors: int
    plain_bytes: int
    stored_bytes: int
    ratio: float
    seconds: float
    encrypted: bool
    left_out: int = 0  # erased records that a restore did not bring back


class Snapshots:
    """The snapshots of one store's folder; passphrase seals new ones and opens sealed ones."""

    def __init__(self, folder: Path, passphrase: str | None = None) -> None:
        self.folder = folder
        self._passphrase = passphrase

    def create(self, store: Store, tenant: str, name: str, at: datetime) -> SnapshotReport:
        """Keep a copy of all rows and vectors of the tenant under that name; replaces one of the same name."""
        started = time.perf_counter()
        counts: dict[str, int] = {}
        vectors = _Count()
        lines = _lines_of_store(store, tenant, counts, vectors)
        path = self.path(tenant, name)
        header = Header(name=name, tenant=tenant, at=format_instant(at) or "")
        sizes = write_file(path, header, lines, self._passphrase)
        return _report(path, counts, vectors.value, sizes.plain, time.perf_counter() - started)

    def restore(
        self, store: Store, tenant: str, name: str, finish: Callable[[Ledger], None] = lambda _: None
    ) -> SnapshotReport:
        """Put the snapshot in the place of all that the tenant has now; tombstones of both stay, and are honoured.

        One transaction, which ends with finish: the tenant has its old rows until the new ones are all there. Raises
        NotFoundError.
        """
        started = time.perf_counter()
        path = self.path(tenant, name)
        if not path.is_file():
            raise NotFoundError(f"no snapshot called {name!r}; there are: {', '.join(self.names(tenant)) or 'none'}")
        self._check(path)

        def work(ledger: Ledger) -> tuple[dict[str, int], int, int]:
            replaced = _replace(ledger, lambda: self._rows(path), lambda: self._vectors(path))
            finish(ledger)
            return replaced

        counts, vectors, left_out = store.write(tenant, work)
        plain = sum(len(line) + 1 for line in read_lines(path, self._passphrase))
        report = _report(path, counts, vectors, plain, time.perf_counter() - started)
        return report.model_copy(update={"left_out": left_out})

    def names(self, tenant: str) -> list[str]:
        """Names of the tenant's snapshots."""
        return sorted(path.name.removesuffix(_SUFFIX) for path in self._paths(tenant))

    def check(self, tenant: str) -> None:
        """Open every snapshot of the tenant to its end. Raises StoreError naming one that cannot be opened."""
        for path in self._paths(tenant):
            self._check(path)

    def record_ids(self, tenant: str) -> set[str]:
        """Ids of all records in the tenant's snapshots."""
        return {row.id for path in self._paths(tenant) for row in self._rows(path) if isinstance(row, RecordRow)}

    def erase(self, tenant: str, record_ids: Iterable[str], at: datetime) -> int:
        """Rewrite the tenant's snapshots without these records and all that was drawn from them; how many changed."""
        gone, changed = frozenset(record_ids), 0
        for path in self._paths(tenant):
            if not any(isinstance(row, RecordRow) and row.id in gone for row in self._rows(path)):
                continue
            kept = without_records(lambda path=path: self._rows(path), gone, at)  # type: ignore[misc]
            vectors = (
                to_line({"vector": record_id, "data": data, "fingerprint": fingerprint})
                for record_id, data, fingerprint in self._vectors(path)
                if record_id not in kept.gone
            )
            header = read_header(path).model_copy(update={"salt": "", "prefix": ""})
            sealed = self._passphrase if read_header(path).is_sealed else None
            write_file(path, header, _chain(map(_row_line, kept.rows()), vectors), sealed)
            changed += 1
        return changed

    def path(self, tenant: str, name: str) -> Path:
        """File of that snapshot. Raises UsageError for a name that is none, for instance one with a path in it."""
        if not _NAME.fullmatch(name) or ".." in name:
            raise UsageError(
                f"{name[:60]!r} is no name for a snapshot: letters, digits, blanks and . _ - @ + are allowed"
            )
        return self._folder(tenant) / f"{name}{_SUFFIX}"

    def _folder(self, tenant: str) -> Path:
        # Tenants' names may hold what file names may not.
        return self.folder / hashlib.sha256(tenant.encode()).hexdigest()[:16]

    def _paths(self, tenant: str) -> list[Path]:
        folder = self._folder(tenant)
        return sorted(folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else []

    def _check(self, path: Path) -> None:
        for _ in read_lines(path, self._passphrase):
            pass

    def _rows(self, path: Path) -> Iterator[Row]:
        for entry in self._entries(path):
            if "kind" in entry:
                yield _KINDS[entry["kind"]].model_validate(entry["row"])

    def _vectors(self, path: Path) -> Iterator[tuple[str, str, str]]:
        for entry in self._entries(path):
            if "vector" in entry:
                yield entry["vector"], entry["data"], entry["fingerprint"]

    def _entries(self, path: Path) -> Iterator[dict[str, Any]]:
        for line in read_lines(path, self._passphrase):
            try:
                entry = json.loads(line)
            except ValueError as error:
                raise StoreError(f"snapshot {path} is damaged: a line cannot be read; restore from another") from error
            if entry.get("kind", "record") not in _KINDS:
                raise StoreError(f"snapshot {path} holds rows of kind {entry['kind']!r}: it is of a newer version")
            yield entry


def snapshot_folder(url: str, configured: str | None = None) -> Path:
    """Where a store's snapshots lie: beside an SQLite file, else in the configured folder.

    Raises UsageError when there is neither.
    """
    if configured:
        return Path(configured)
    if url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        return path.with_name(path.name + ".snapshots")
    raise UsageError("this store is no file: name a folder for its snapshots in the settings")


class _Count:
    value = 0


def _lines_of_store(store: Store, tenant: str, counts: dict[str, int], vectors: _Count) -> Iterator[bytes]:
    fingerprint = str(store.describe().get("encoder", ""))
    for kind in ROW_KINDS:
        counts[kind.NAME] = 0
        for row in store.stream(tenant, kind):
            counts[kind.NAME] += 1
            yield _row_line(row)
    batch: list[str] = []
    for row in store.stream(tenant, RecordRow):
        batch.append(row.id)
        if len(batch) == _BATCH:
            yield from _vector_lines(store, tenant, batch, fingerprint, vectors)
            batch = []
    yield from _vector_lines(store, tenant, batch, fingerprint, vectors)


def _vector_lines(store: Store, tenant: str, ids: list[str], fingerprint: str, count: _Count) -> Iterator[bytes]:
    found = store.read(tenant, lambda ledger: ledger.get_vectors(ids)) if ids else {}
    for record_id, data in sorted(found.items()):
        count.value += 1
        yield to_line({"vector": record_id, "data": base64.b64encode(data).decode(), "fingerprint": fingerprint})


def _row_line(row: Row) -> bytes:
    return to_line({"kind": row.NAME, "row": row.model_dump(mode="json")})


def _replace(
    ledger: Ledger, rows: Callable[[], Iterator[Row]], vectors: Callable[[], Iterator[tuple[str, str, str]]]
) -> tuple[dict[str, int], int, int]:
    # What was done stays on record, what was erased stays erased, and what is on hold stays so: a restore rewinds none.
    meta = ledger.get(MetaRow, [_STONE_KEY, _AUDIT_HEAD, HOLDS, UNFINISHED])
    kept: list[Row] = [*ledger.find(TombstoneRow), *meta.values()]
    wanted = [row.id for row in rows() if isinstance(row, RecordRow)]
    erased = frozenset(erased_among(ledger, wanted))
    for kind in ROW_KINDS:
        if kind is not AuditRow:
            ledger.delete(kind, [row.id for row in ledger.find(kind)])
    source = without_records(rows, erased, None) if erased else None
    counts = {kind.NAME: 0 for kind in ROW_KINDS}
    pending: list[Row] = []
    for row in source.rows() if source else rows():
        if row.id in meta or (isinstance(row, TombstoneRow) and _STONE_KEY in meta):
            continue  # hashes under another key mean nothing here
        if isinstance(row, AuditRow) and _AUDIT_HEAD in meta:
            continue
        counts[row.NAME] += 1
        pending.append(row)
        if len(pending) == _BATCH:
            ledger.put(pending)
            pending = []
    ledger.put([*pending, *kept])
    gone = source.gone if source else frozenset()
    return counts, _put_vectors(ledger, vectors(), gone), len(gone)


def _put_vectors(ledger: Ledger, vectors: Iterable[tuple[str, str, str]], gone: frozenset[str]) -> int:
    total = 0
    by_fingerprint: dict[str, dict[str, bytes]] = {}
    for record_id, data, fingerprint in vectors:
        if record_id in gone:
            continue
        total += 1
        batch = by_fingerprint.setdefault(fingerprint, {})
        batch[record_id] = base64.b64decode(data)
        if len(batch) == _BATCH:
            ledger.set_vectors(batch, fingerprint)
            by_fingerprint[fingerprint] = {}
    for fingerprint, batch in by_fingerprint.items():
        if batch:
            ledger.set_vectors(batch, fingerprint)
    return total


def _chain(first: Iterable[bytes], second: Iterable[bytes]) -> Iterator[bytes]:
    yield from first
    yield from second


def _report(path: Path, rows: dict[str, int], vectors: int, plain: int, seconds: float) -> SnapshotReport:
    stored = path.stat().st_size
    header = read_header(path)
    return SnapshotReport(
        name=header.name, rows=rows, vectors=vectors, plain_bytes=plain, stored_bytes=stored,
        ratio=round(plain / stored, 2) if stored else 0.0, seconds=round(seconds, 3), encrypted=header.is_sealed,
    )  # fmt: skip

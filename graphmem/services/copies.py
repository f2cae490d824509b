"""Snapshots of a tenant, their restoring, and copying a store into another."""

from contextlib import ExitStack
from dataclasses import dataclass, field

from graphmem.errors import ConflictStateError, StoreError, UsageError
from graphmem.governance.audit import append_audit
from graphmem.governance.snapshots import SnapshotReport, Snapshots, snapshot_folder
from graphmem.governance.tombstones import erased_among
from graphmem.keys import SNAPSHOT_KEY, read_key
from graphmem.model.answers import CountAnswer
from graphmem.model.rows import ROW_KINDS, RecordRow, Row
from graphmem.model.scope import Principal, Role
from graphmem.protocols import Progress
from graphmem.services.derivation import decide_dirty
from graphmem.services.holds import apply_standing
from graphmem.services.rounds import detect_all
from graphmem.services.workspace import Models, SystemClock, Workspace, store_key
from graphmem.settings import Settings
from graphmem.store_protocol import Store
from graphmem.stores import open_store

_PAGE = 500


def snapshots_of(ws: Workspace) -> Snapshots:
    """The snapshots beside the store, sealed with their key, else with the store's: no copy is less guarded than it."""
    key = read_key(SNAPSHOT_KEY) or store_key(ws.settings)
    return Snapshots(snapshot_folder(ws.store.url, ws.settings.snapshots.folder), key or None)


def snapshot(ws: Workspace, name: str) -> SnapshotReport:
    """Keep a copy of the tenant beside the store. Raises UsageError for a name that is none."""
    ws.require(Role.OPERATOR)
    report = snapshots_of(ws).create(ws.store, ws.tenant, name, ws.now())
    ws.write(
        lambda ledger: append_audit(ledger, ws.now(), ws.actor, "snapshot", name, {"rows": sum(report.rows.values())})
    )
    return report


def restore(ws: Workspace, name: str) -> SnapshotReport:
    """Put a snapshot in the tenant's place, after keeping what is there now; what was erased stays erased."""
    ws.require(Role.OPERATOR)
    copies = snapshots_of(ws)
    if not copies.path(ws.tenant, name).is_file():
        return copies.restore(ws.store, ws.tenant, name)  # raises, naming those that exist
    before = f"before-restore-{ws.now():%Y%m%dT%H%M%S}"
    copies.create(ws.store, ws.tenant, before, ws.now())
    report = copies.restore(ws.store, ws.tenant, name, lambda ledger: apply_standing(ws, ledger))
    if report.left_out:
        # What the erased had settled is decided anew from what is left.
        detect_all(ws)
        decide_dirty(ws)
    ws.write(lambda ledger: append_audit(ledger, ws.now(), ws.actor, "restore", name, {"kept": before}))
    ws.store.scrub()
    return report


@dataclass(frozen=True)
class Place:
    """A store by URL and key: "" for one that is not encrypted, None for the key of environment or settings."""

    url: str
    key: str | None = field(default=None, repr=False)


def migrate_between(
    source: Place, target: Place, principal: Principal, settings: Settings, progress: Progress
) -> CountAnswer:
    """Open both stores and copy all of the first into the second; see `migrate`."""
    models = Models(settings)
    with ExitStack() as opened:
        reading, writing = (_open(place, models, settings, opened) for place in (source, target))
        return migrate(Workspace(reading, principal, settings, models, SystemClock(), progress), writing)


def _open(place: Place, models: Models, settings: Settings, opened: ExitStack) -> Store:
    encoder = models.encoder
    store = open_store(
        place.url,
        fingerprint=encoder.fingerprint if encoder else "",
        dimension=encoder.dimension if encoder else 0,
        key=store_key(settings) if place.key is None else place.key,
    )
    opened.callback(store.close)
    return store


def migrate(source: Workspace, target: Store) -> CountAnswer:
    """Copy every tenant of a store, rows and vectors, into another, and check that both have the same counts.

    Raises ConflictStateError when the target has rows of a tenant already, StoreError when counts differ afterwards.
    """
    source.require(Role.OPERATOR)
    if target.url == source.store.url:
        raise UsageError("--from and --to name the same store")
    counts: dict[str, int] = {}
    for tenant in source.store.tenants():
        if tenant in target.tenants():
            raise ConflictStateError(f"the target has rows of tenant {tenant!r} already: migrate into an empty store")
        for kind in ROW_KINDS:
            counts[kind.NAME] = counts.get(kind.NAME, 0) + _copy_kind(source, target, tenant, kind)
        _compare(source.store, target, tenant)
    return CountAnswer(counts={**counts, "records": counts.get(RecordRow.NAME, 0)})


def _copy_kind(source: Workspace, target: Store, tenant: str, kind: type[Row]) -> int:
    done, after = 0, ""
    fingerprint = str(source.store.describe().get("encoder") or "")
    while True:
        rows = source.store.read(tenant, lambda ledger, start=after: ledger.find(kind, after=start, limit=_PAGE))  # type: ignore[misc]
        if not rows:
            return done
        after = rows[-1].id
        vectors = {}
        if kind is RecordRow:
            erased = target.read(tenant, lambda ledger, page=rows: erased_among(ledger, [r.id for r in page]))  # type: ignore[misc]
            rows = [row for row in rows if row.id not in erased]
            vectors = source.store.read(tenant, lambda ledger, page=rows: ledger.get_vectors([r.id for r in page]))  # type: ignore[misc]

        def work(ledger, page=rows, packed=vectors):  # type: ignore[no-untyped-def]
            ledger.put(page)
            if packed:
                ledger.set_vectors(packed, fingerprint)

        target.write(tenant, work)
        done += len(rows)
        source.progress.advance(f"migrate {kind.NAME}", done, None)


def _compare(source: Store, target: Store, tenant: str) -> None:
    for kind in ROW_KINDS:
        left, right = (store.read(tenant, lambda ledger, k=kind: ledger.count(k)) for store in (source, target))  # type: ignore[misc]
        if left != right:
            what = f"{left} {kind.NAME} rows became {right}"
            raise StoreError(f"migration of tenant {tenant!r} is not whole: {what}; run it again into an empty store")

from pathlib import Path

import pytest

from graphmem.errors import NotFoundError, StoreError, UsageError
from graphmem.governance.snapshots import Snapshots, snapshot_folder
from graphmem.governance.tombstones import put_tombstones
from graphmem.model.record import Status
from graphmem.model.rows import ROW_KINDS, ClaimRow, DecisionRow, EntityRow, MetaRow, RecordRow, RetirementRow, Row
from graphmem.store_protocol import Store
from graphmem.testing.factory import FINGERPRINT, NOW, TENANT, claim, mention, merge, packed, row, supersede


def fill(store: Store, *rows: Row) -> None:
    records = [r for r in rows if isinstance(r, RecordRow)]

    def work(ledger):  # type: ignore[no-untyped-def]
        ledger.put(list(rows))
        ledger.set_vectors(packed(*records), FINGERPRINT)

    store.write(TENANT, work)


def dump(store: Store) -> list[str]:
    return [r.model_dump_json() for kind in ROW_KINDS for r in store.stream(TENANT, kind)]


def vectors(store: Store) -> dict[str, bytes]:
    ids = [r.id for r in store.stream(TENANT, RecordRow)]
    return store.read(TENANT, lambda ledger: ledger.get_vectors(ids))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def snapshots(folder: Path) -> Snapshots:
    return Snapshots(folder)


def wipe(store: Store) -> None:
    def work(ledger):  # type: ignore[no-untyped-def]
        for kind in ROW_KINDS:
            ledger.delete(kind, [r.id for r in ledger.find(kind)])

    store.write(TENANT, work)


@pytest.mark.parametrize("key", [None, "a long passphrase"])
def test_a_restored_tenant_is_the_one_that_was_kept(store: Store, folder: Path, key: str | None) -> None:
    kept = Snapshots(folder, key)
    a, b = row("The kiln feeds the press."), row("The press feeds the oven.")
    fill(store, a, b, claim(a, "kiln", "feeds", "press"), mention(a, "kiln"))
    before, before_vectors = dump(store), vectors(store)
    made = kept.create(store, TENANT, "monday", NOW)
    wipe(store)
    fill(store, row("Something else."))
    restored = kept.restore(store, TENANT, "monday")
    assert dump(store) == before
    assert vectors(store) == before_vectors
    assert len(before_vectors) == 2
    assert (made.encrypted, made.rows["record"], restored.rows["record"]) == (key is not None, 2, 2)
    assert made.plain_bytes == restored.plain_bytes > 0
    assert kept.names(TENANT) == ["monday"]


def test_content_is_readable_neither_packed_nor_sealed(store: Store, folder: Path) -> None:
    fill(store, row("The vault word is KESTREL-7."))
    sealed = Snapshots(folder, "right")
    sealed.create(store, TENANT, "s", NOW)
    assert b"KESTREL" not in sealed.path(TENANT, "s").read_bytes()
    with pytest.raises(StoreError, match="does not open with this key"):
        Snapshots(sealed.folder, "wrong").restore(store, TENANT, "s")
    with pytest.raises(StoreError, match="is encrypted"):
        Snapshots(sealed.folder).check(TENANT)


@pytest.mark.parametrize("place", [0.2, 0.5, 0.9, 1.0])
def test_a_damaged_snapshot_is_refused_and_changes_nothing(store: Store, snapshots: Snapshots, place: float) -> None:
    fill(store, *[row(f"Valve {number} closes at {number} bar.") for number in range(50)])
    snapshots.create(store, TENANT, "s", NOW)
    path = snapshots.path(TENANT, "s")
    data = bytearray(path.read_bytes())
    data[min(len(data) - 1, int(len(data) * place))] ^= 0xFF
    path.write_bytes(bytes(data))
    before = dump(store)
    with pytest.raises(StoreError):
        snapshots.restore(store, TENANT, "s")
    with pytest.raises(StoreError):
        snapshots.check(TENANT)
    assert dump(store) == before


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "a\\b", ".hidden", "x\n", "n" * 200, "a\0b"])
def test_a_name_leads_nowhere_else(snapshots: Snapshots, name: str) -> None:
    with pytest.raises(UsageError):
        snapshots.path(TENANT, name)


def test_an_unknown_name_names_those_that_exist(store: Store, snapshots: Snapshots) -> None:
    snapshots.create(store, TENANT, "monday", NOW)
    with pytest.raises(NotFoundError, match="monday"):
        snapshots.restore(store, TENANT, "tuesday")


def test_tenants_do_not_see_each_others(store: Store, snapshots: Snapshots) -> None:
    snapshots.create(store, TENANT, "monday", NOW)
    assert snapshots.names("other") == []
    with pytest.raises(NotFoundError):
        snapshots.restore(store, "other", "monday")


def test_restore_brings_nothing_erased_back(store: Store, snapshots: Snapshots) -> None:
    a, b = row("The vault word is KESTREL-7."), row("The vault is in the cellar.")
    fill(store, a, b, claim(a, "vault word", "is", "KESTREL-7"))
    snapshots.create(store, TENANT, "s", NOW)
    store.write(TENANT, lambda ledger: ledger.delete(RecordRow, [a.id]))
    store.write(TENANT, lambda ledger: put_tombstones(ledger, [a.id], NOW))
    report = snapshots.restore(store, TENANT, "s")
    assert [r.id for r in store.stream(TENANT, RecordRow)] == [b.id]
    assert list(store.stream(TENANT, ClaimRow)) == []
    assert set(vectors(store)) == {b.id}
    assert report.left_out == 1


def test_erasure_rewrites_snapshots(store: Store, snapshots: Snapshots) -> None:
    a, b = row("The vault word is KESTREL-7."), row("The vault is in the cellar.")
    fill(
        store, a, b, claim(a, "vault word", "is", "KESTREL-7"), claim(b, "vault", "is in", "cellar"),
        EntityRow(id="e-1", key="kestrel-7", name="KESTREL-7"), MetaRow(id="name|kestrel-7", body={"n": 1}),
    )  # fmt: skip
    snapshots.create(store, TENANT, "with", NOW)
    wipe(store)
    fill(store, b)
    snapshots.create(store, TENANT, "without", NOW)
    assert snapshots.erase(TENANT, [a.id], NOW) == 1
    assert snapshots.erase(TENANT, [a.id], NOW) == 0
    snapshots.restore(store, TENANT, "with")
    assert not any("kestrel" in line.lower() for line in dump(store))
    assert [r.id for r in store.stream(TENANT, RecordRow)] == [b.id]
    assert len(list(store.stream(TENANT, ClaimRow))) == 1


def test_d2_what_the_erased_had_retired_comes_back_for_review(store: Store, snapshots: Snapshots) -> None:
    old, new = row("The fee is 8 euro."), row("The fee is 9 euro.")
    fill(store, *supersede(new, [old]))
    snapshots.create(store, TENANT, "s", NOW)
    snapshots.erase(TENANT, [new.id], NOW)
    snapshots.restore(store, TENANT, "s")
    (left,) = store.stream(TENANT, RecordRow)
    (decision,) = store.stream(TENANT, DecisionRow)
    assert (left.id, left.state.status, left.state.canonical_id) == (old.id, Status.UNDER_REVIEW, None)
    assert decision.decision.undone_by == "erasure"
    assert list(store.stream(TENANT, RetirementRow)) == []


def test_a_merged_text_goes_with_what_it_rested_on(store: Store, snapshots: Snapshots) -> None:
    a, b = row("Two trials are required."), row("One KESTREL trial suffices.")
    fill(store, *merge("Two trials for solid tumours, one KESTREL trial else.", [a, b]))
    snapshots.create(store, TENANT, "s", NOW)
    snapshots.erase(TENANT, [b.id], NOW)
    snapshots.restore(store, TENANT, "s")
    assert [r.id for r in store.stream(TENANT, RecordRow)] == [a.id]
    assert not any("kestrel" in line.lower() for line in dump(store))


def test_a_store_that_is_no_file_needs_a_folder() -> None:
    with pytest.raises(UsageError, match="folder"):
        snapshot_folder("neo4j://localhost:7687")
    assert snapshot_folder("neo4j://localhost:7687", "/kept") == Path("/kept")

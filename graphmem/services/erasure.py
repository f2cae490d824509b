"""Erasure: select, remove, decide anew, scrub files and snapshots, and prove it by a canary scan."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from graphmem.errors import UsageError
from graphmem.governance.audit import append_audit
from graphmem.governance.canary import Canaries, Finding, collect_canaries, files_beside, read_pieces, scan
from graphmem.governance.snapshots import Snapshots
from graphmem.governance.tombstones import erased_among
from graphmem.governance.unfinished import note_removal, settle_removals, unfinished
from graphmem.model.answers import EraseReceipt
from graphmem.model.ids import make_id
from graphmem.model.interval import format_instant
from graphmem.model.record import Record
from graphmem.model.rows import ClaimRow, MentionRow, RecordRow
from graphmem.model.scope import Role
from graphmem.services.collection import rare_collection
from graphmem.services.copies import snapshots_of
from graphmem.services.derivation import decide_dirty
from graphmem.services.erasing import Removed, decisions_touching, finish_revivals, note_revivals, remove_records
from graphmem.services.exports import exports_of
from graphmem.services.holds import require_free
from graphmem.services.query_log import hash_queries
from graphmem.services.rounds import Laps
from graphmem.services.slots import make_detector
from graphmem.services.sweep import detect_blocks
from graphmem.services.unerased import notes_of_nothing, notes_of_rest
from graphmem.services.workspace import Workspace, in_scope
from graphmem.store_protocol import Ledger

_PAGE = 1000


def erase(
    ws: Workspace,
    *,
    subject: str | None = None,
    agent: str | None = None,
    source: str | None = None,
    everything: bool = False,
    namespaces: Sequence[str] | None = None,
) -> EraseReceipt:
    """Erase the records that match all selectors, in the tenant or in the namespaces given, whatever their status.

    Raises UsageError without a selector, StoreError when a snapshot cannot be opened (then nothing is erased).
    """
    ws.require(Role.OPERATOR)
    if not (subject or agent or source) and not (everything and namespaces):
        raise UsageError(
            "erase needs a selector: --subject, --agent or --source; a whole namespace is --all --namespace N"
        )
    laps = Laps()
    chosen = select(ws, subject=subject, agent=agent, source=source, namespaces=namespaces)
    laps.end("select")
    receipt = erase_chosen(ws, chosen, laps)
    if subject is None or agent is not None or source is not None:
        return receipt  # with other selectors, that fewer match is what was asked for
    notes = notes_of_rest(ws, subject) if chosen else notes_of_nothing(ws, subject, namespaces)
    return receipt.model_copy(update={"notes": notes})


def select(
    ws: Workspace, *, subject: str | None, agent: str | None, source: str | None, namespaces: Sequence[str] | None
) -> list[RecordRow]:
    """Records that match all selectors given."""
    where: dict[str, str | list[str]] = {}
    if agent is not None:
        where["agent_id"] = agent
    if source is not None:
        where["source_id"] = source
    if namespaces is not None:
        where["namespace"] = list(namespaces)
    rows = ws.store.stream(ws.tenant, RecordRow, where) if where or subject is None else _naming(ws, subject)
    return [
        row
        for row in rows
        if (subject is None or subject in row.record.subjects) and in_scope(namespaces, row.record.namespace)
    ]


def _naming(ws: Workspace, subject: str) -> Iterator[RecordRow]:
    """Records whose content holds that name, which stores do not index, in order of id."""
    name = json.dumps(subject, ensure_ascii=False)
    ids = sorted(record_id for record_id, content in ws.store.contents(ws.tenant) if name in content)
    for start in range(0, len(ids), _PAGE):
        page = ids[start : start + _PAGE]
        found = ws.read(lambda ledger, wanted=page: ledger.get(RecordRow, wanted))  # type: ignore[misc]
        yield from (found[record_id] for record_id in page if record_id in found)


@rare_collection()
def erase_chosen(ws: Workspace, chosen: Sequence[RecordRow], laps: Laps | None = None) -> EraseReceipt:
    """Erase these records and return the receipt, which is signed only after files were scrubbed and scanned.

    An earlier erasure that was cut off before that is completed too, also when there is nothing else to erase.
    Raises StoreError when a snapshot cannot be opened, ConflictStateError for what is on legal hold; then nothing is
    erased.
    """
    laps = laps or Laps()
    cut_off = ws.read(unfinished)
    if not chosen and not cut_off:
        return _receipt(ws, _Taken(), _Proof())
    ids = sorted(row.id for row in chosen)
    ws.read(lambda ledger: require_free(ledger, ids))
    copies = _copies(ws)
    if copies is not None:
        copies.check(ws.tenant)
    taken = _take_out(ws, chosen, laps) if chosen else _Taken()
    snapshots = clean_files(ws, taken.gone, laps, others=bool(cut_off))
    canaries = collect_canaries([row.record for row in chosen], _survivors(ws), taken.texts)
    laps.end("canaries")
    findings = _scan(ws, canaries)
    if findings:
        # Survivors' words are in files by their base forms too ("connect" of "connected"): rows say which.
        canaries = canaries.without(_read_from_survivors(ws))
        findings = _scan(ws, canaries)
    laps.end("scan")
    found = sum(finding.count for finding in findings)
    if found:
        ws.write(note_removal)  # what is left in a file is for the next erasure to clean
    proof = _Proof(snapshots, len(canaries), found, completed_earlier=bool(cut_off))
    return _receipt(ws, taken, proof).model_copy(update={"seconds": laps.seconds})


@dataclass(frozen=True)
class _Taken:
    """What was asked for and taken out of the store, the texts drawn from it, and what comes back for review."""

    asked: Sequence[RecordRow] = ()
    removed: Removed = field(default_factory=Removed)
    texts: Sequence[str] = ()
    redecided: Sequence[str] = ()

    @property
    def gone(self) -> set[str]:
        """Ids of all records that went."""
        return self.removed.records | self.removed.canonicals


def _take_out(ws: Workspace, chosen: Sequence[RecordRow], laps: Laps) -> _Taken:
    ids = [row.id for row in chosen]
    texts = ws.read(lambda ledger: _canonical_texts(ledger, ids))
    drawn = ws.read(lambda ledger: _drawn_from(ledger, set(ids)))
    asked = [row for row in chosen if row.id not in drawn]
    laps.end("look")
    removed = ws.write(lambda ledger: _remove(ledger, ws, [row.id for row in asked], [row.record for row in chosen]))
    laps.end("remove")
    if removed.unsettled:
        # The other blocks lost claims that nothing rested on: they are compared again by the next sweep.
        detect_blocks(ws, make_detector(ws), removed.unsettled)
        decide_dirty(ws)
    redecided = ws.write(lambda ledger: finish_revivals(ledger, ws)) if removed.retired_before else []
    laps.end("redecide")
    return _Taken(asked, removed, texts, redecided)


def clean_files(ws: Workspace, gone: Collection[str], laps: Laps | None = None, *, others: bool = False) -> int:
    """Take removed records out of the snapshots and their bytes out of the store's files; how many snapshots changed.

    others looks in the snapshots for whatever else has a tombstone, since who removed it did not get so far.
    """
    laps = laps or Laps()
    done = ws.read(unfinished)
    copies = _copies(ws)
    wanted = set(gone)
    if copies is not None and others:
        kept = sorted(copies.record_ids(ws.tenant))
        wanted |= ws.read(lambda ledger: erased_among(ledger, kept))
    snapshots = copies.erase(ws.tenant, wanted, ws.now()) if copies is not None else 0
    laps.end("snapshots")
    ws.store.scrub()
    ws.write(lambda ledger: settle_removals(ledger, done))
    laps.end("scrub")
    return snapshots


def complete_cut_off(ws: Workspace) -> bool:
    """Clean the files when a removal was cut off before it did; whether there was one."""
    if not ws.read(unfinished):
        return False
    clean_files(ws, (), others=True)
    return True


def _copies(ws: Workspace) -> Snapshots | None:
    """The snapshots that an erasure must reach, None where a store can have none."""
    try:
        return snapshots_of(ws)
    except UsageError:
        return None


def _survivors(ws: Workspace) -> Iterator[str]:
    """Contents of the records of every tenant: what they hold is no proof of a leak."""
    for tenant in ws.store.tenants():
        for _, content in ws.store.contents(tenant):
            yield content


def _scan(ws: Workspace, canaries: Canaries) -> list[Finding]:
    return scan(chain(ws.store.pieces(), read_pieces(files_beside(ws.store.url))), canaries)


def _read_from_survivors(ws: Workspace) -> Iterator[str]:
    """What was read out of the records that are left: claims and mentions, each of a record that there is."""
    for tenant in ws.store.tenants():
        left = {record_id for record_id, _ in ws.store.contents(tenant)}
        for claim in ws.store.stream(tenant, ClaimRow):
            if claim.claim.record_id in left:
                yield claim.model_dump_json()
        for mention in ws.store.stream(tenant, MentionRow):
            if mention.mention.record_id in left:
                yield mention.model_dump_json()


def _canonical_texts(ledger: Ledger, ids: Sequence[str]) -> list[str]:
    """Texts that decisions wrote out of the records.

    Names and values are none: what they have beyond the records' words are base forms, which survivors may have too.
    """
    return [d.text for d in decisions_touching(ledger, set(ids)) if d.text and d.wrote_canonical]


def _drawn_from(ledger: Ledger, ids: set[str]) -> set[str]:
    """Those among them that decisions wrote out of others of them: they go with these, and are counted as rewritten."""
    found = [d for d in decisions_touching(ledger, ids) if d.wrote_canonical and d.undone_at is None]
    return {d.canonical_id for d in found if d.canonical_id in ids and ids & {*d.rests_on} - {d.canonical_id}}


@dataclass(frozen=True)
class _Proof:
    """Snapshots that were rewritten, canaries looked for, canaries found."""

    snapshots: int = 0
    checked: int = 0
    found: int = 0
    completed_earlier: bool = False  # an earlier erasure that had been cut off


def _receipt(ws: Workspace, taken: _Taken, proof: _Proof) -> EraseReceipt:
    now = ws.now()
    chosen, removed = taken.asked, taken.removed
    exported = exports_of(ws, (row.record for row in chosen))
    receipt = EraseReceipt(
        id=make_id("erasure", ws.tenant, format_instant(now), len(chosen)),
        records=len(chosen),
        claims=removed.claims,
        mentions=removed.mentions,
        vectors=max(removed.vectors, len(chosen)),
        conflicts=removed.conflicts,
        decisions=removed.decisions,
        canonical_rewritten=tuple(sorted(removed.canonicals)),
        redecided=tuple(taken.redecided),
        snapshots=proof.snapshots,
        left_outside=tuple(sorted({path for row in chosen if (path := _own_file(row.record))} | exported)),
        canary={"checked": proof.checked, "found": proof.found, "clean": not proof.found},
        at=format_instant(now) or "",
        completed_earlier=proof.completed_earlier,
        notes=() if chosen else ("nothing matched, so nothing was erased",),
    )
    if chosen or proof.completed_earlier:
        earlier = proof.completed_earlier
        detail = {"records": len(chosen), "clean": not proof.found, "completed_earlier": earlier}
        ws.write(lambda ledger: append_audit(ledger, now, ws.actor, "erase", receipt.id, detail))
    return receipt


def _remove(ledger: Ledger, ws: Workspace, ids: Sequence[str], records: Sequence[Record]) -> Removed:
    hash_queries(ledger, [record.text for record in records])
    removed = remove_records(ledger, ws, ids)
    note_revivals(ledger, removed.retired_before)
    return removed


def _own_file(record: Record) -> str | None:
    """The user's file that a passage was read from: not ours to change, but named."""
    return record.source_id if record.source is not None and record.source.kind == "file" else None

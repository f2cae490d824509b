"""The one way in: models first, then one transaction that judges, stores, links what it can and opens conflicts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from graphmem.gate import Gate, load_policy
from graphmem.governance.legal_holds import is_held, standing
from graphmem.governance.retention import expiry_of
from graphmem.model.claim import Claim, Mention, bind_claim, bind_mention
from graphmem.model.decision import ReviewItem
from graphmem.model.gate import Candidate, Verdict, VerdictKind
from graphmem.model.ids import make_id
from graphmem.model.record import Authority, Record, RecordState, Status
from graphmem.model.rows import ClaimRow, DueRow, MentionRow, RecordRow, ReviewRow, block_of
from graphmem.model.scope import Sensitivity
from graphmem.services.days import Days
from graphmem.services.detection import Detector
from graphmem.services.drafts import Draft, Input, Outcome
from graphmem.services.duplicates import differing_fields, tighten
from graphmem.services.extraction import extract_all
from graphmem.services.indexing import index_text_of
from graphmem.services.placing import place_new
from graphmem.services.probe import DraftProbe
from graphmem.services.rates import Rates
from graphmem.services.sets import mark_dirty
from graphmem.services.versions import settle_versions
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

BATCH = 256  # records a transaction: large enough for the models, small enough that writers take turns


class Intake:
    """Takes inputs in batches; every input ends in one outcome, said after its commit."""

    def __init__(self, workspace: Workspace, detector: Detector) -> None:
        self._ws = workspace
        self._detector = detector
        self._probe = DraftProbe(workspace, detector)
        self._gate = Gate(load_policy(workspace.settings.gate), self._probe)
        self.seconds: dict[str, float] = {"extract": 0.0, "encode": 0.0, "store": 0.0}

    def take(self, inputs: Iterable[Input]) -> Iterator[Outcome]:
        """The outcome of every input, in order."""
        for batch in _batches(inputs):
            known = self._known(batch)
            read = self._read(batch, known)
            started = perf_counter()
            outcomes = self._ws.write(lambda ledger, ready=read: self._store(ledger, ready))  # type: ignore[misc]
            self.seconds["store"] += perf_counter() - started
            yield from outcomes

    def _known(self, batch: Sequence[Input]) -> set[str]:
        """Ids that are stored and were read without failure: their texts need no models."""
        ids = sorted({draft.record.id for item in batch for draft in item.drafts})
        rows = self._ws.read(lambda ledger: ledger.get(RecordRow, ids))
        return {key for key, row in rows.items() if row.state.extraction_failure is None}

    def _read(self, batch: Sequence[Input], known: set[str]) -> list[Input]:
        fresh = [d for item in batch for d in item.drafts if d.record.id not in known]
        # By place, not by id: two lines of one identity may differ in their fields, also in how sensitive they are.
        prepared: dict[int, Draft] = {}
        for first in range(0, len(fresh), BATCH):  # a book is one input of thousands of passages
            part = fresh[first : first + BATCH]
            prepared |= {id(before): after for before, after in zip(part, self._prepare(part), strict=True)}
            if len(fresh) > BATCH:
                self._ws.progress.advance("passages", first + len(part), len(fresh))
        return [replace(item, drafts=tuple(prepared.get(id(d), d) for d in item.drafts)) for item in batch]

    def _prepare(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The drafts with what the models say of them."""
        started = perf_counter()
        readable = [d for d in drafts if d.wants_extraction]
        found = extract_all(self._ws.models.extractors, [d.to_read() for d in readable])
        extractions = {id(d): e for d, e in zip(readable, found, strict=True)}
        self.seconds["extract"] += perf_counter() - started
        started = perf_counter()
        texts = [
            index_text_of(d.record, RecordState(record_id=d.record.id, sensitivity=d.record.sensitivity))
            for d in drafts
        ]
        vectors = self._ws.indexer.encode(texts)
        self.seconds["encode"] += perf_counter() - started
        return [
            replace(d, extraction=extractions.get(id(d), d.extraction), index_text=text, vector=vector)
            for d, text, vector in zip(drafts, texts, vectors, strict=True)
        ]

    def _store(self, ledger: Ledger, batch: Sequence[Input]) -> list[Outcome]:
        ids = sorted({draft.record.id for item in batch for draft in item.drafts})
        present = ledger.get(RecordRow, ids)
        rates = Rates(ledger, self._ws)
        writer = _Writer(ledger, self._ws, self._detector)
        outcomes = [self._take_one(ledger, item, present, rates, writer) for item in batch]
        opened = writer.flush()
        rates.flush()
        if len(outcomes) == 1:
            return [replace(outcomes[0], conflicts=tuple(opened))]
        return outcomes

    def _take_one(
        self, ledger: Ledger, item: Input, present: dict[str, RecordRow], rates: Rates, writer: "_Writer"
    ) -> Outcome:
        new = [d for d in item.drafts if d.record.id not in present]
        retry = [d for d in item.drafts if d.record.id in present and present[d.record.id].state.extraction_failure]
        if not new and not retry:
            differs = differing_fields(item, present)
            tighten(ledger, self._ws, item, present)
            superseded = settle_versions(ledger, self._ws, item)
            return Outcome("duplicate", item, differs=differs, superseded=superseded)
        # The document as a whole is looked at once, with its first passage: what it holds refuses every passage.
        verdicts: dict[str, Verdict] = {}
        for number, draft in enumerate(new):
            whole = item.whole_text if number == 0 else None
            verdicts[draft.record.id] = self._judge(ledger, item, draft, rates, whole)
            if number and number % BATCH == 0:
                self._ws.progress.advance("judged", number, len(new))
        worst = min(verdicts.values(), key=_severity, default=Verdict(kind=VerdictKind.ACCEPT))
        rates.note(item, worst)
        if worst.kind is VerdictKind.REJECT:
            return Outcome("rejected", item, worst.reason, worst, alerts=worst.alerts)
        hold = Status.UNDER_REVIEW if worst.kind is VerdictKind.REVIEW else None
        for draft in new:
            record = _capped(draft.record, verdicts[draft.record.id].authority_cap)
            row = writer.add(replace(draft, record=record), hold)
            present[record.id] = row
            if hold is not None:
                _put_review(ledger, self._ws, record, worst)
        for draft in retry:
            writer.reread(draft, present[draft.record.id])
        superseded = settle_versions(ledger, self._ws, item) if hold is None else ()
        if hold is not None:
            return Outcome("review", item, worst.reason, worst, alerts=worst.alerts)
        failures = [d.extraction.failure for d in (*new, *retry) if d.extraction.failure]
        kind = "failed" if failures else "stored" if new else "duplicate"
        expired = bool(new) and all(present[d.record.id].state.status is Status.EXPIRED for d in new)
        return Outcome(
            kind,
            item,
            failures[0] if failures else "",
            worst,
            expired=expired,
            superseded=superseded,
            alerts=worst.alerts,
        )

    def _judge(self, ledger: Ledger, item: Input, draft: Draft, rates: "Rates", whole: str | None) -> Verdict:
        facts = rates.facts(draft.record)
        candidate = Candidate(
            record=draft.record,
            principal=self._ws.principal,
            entrance=item.entrance,
            now=self._ws.now(),
            session_writes=facts.session_writes,
            recent_writes=facts.recent_writes,
            user_writes_today=facts.user_writes_today,
            user_daily_baseline=facts.user_daily_baseline,
            document_text=whole,
        )
        with self._probe.looking_at(ledger, draft):
            return self._gate.judge(candidate)


class _Writer:
    """Rows of one transaction, put together and written at its end."""

    def __init__(self, ledger: Ledger, ws: Workspace, detector: Detector) -> None:
        self._ledger = ledger
        self._ws = ws
        self._detector = detector
        self._rows: dict[str, RecordRow] = {}
        self._mentions: list[Mention] = []
        self._claims: list[Claim] = []
        self._vectors: dict[str, bytes] = {}
        self._due: list[DueRow] = []
        self._days = Days(ledger, ws.now())
        self._holds = standing(ledger)

    def add(self, draft: Draft, hold: Status | None) -> RecordRow:
        """Take in a new record; claims and vectors of what is held wait for its approval."""
        record, now = draft.record, self._ws.now()
        expires = expiry_of(record, self._ws.settings.retention)
        gone = expires is not None and expires <= now
        state = RecordState(
            record_id=record.id,
            status=hold or (Status.EXPIRED if gone else Status.ACTIVE),
            hold=hold,
            expires_at=expires,
            sensitivity=record.sensitivity,
            sentences=draft.extraction.sentences,
            extraction_failure=draft.extraction.failure,
            index_text="" if hold else draft.index_text,
            legal_hold=is_held(self._holds, record),
        )
        row = RecordRow.of(record, state)
        self._rows[record.id] = row
        if expires is not None and not gone:
            self._due.append(DueRow(id=record.id, record_id=record.id, at=expires))
        if hold is None:
            self._vectors[record.id] = draft.vector
            self._bind(draft)
            self._days.note(draft)
        return row

    def reread(self, draft: Draft, row: RecordRow) -> None:
        """Take what a later extraction found in a record that an earlier one failed on (E2)."""
        update = {"sentences": draft.extraction.sentences, "extraction_failure": draft.extraction.failure}
        self._rows[row.id] = row.model_copy(update={"state": row.state.model_copy(update=update)})
        if row.state.hold is None:
            self._bind(draft)

    def _bind(self, draft: Draft) -> None:
        record = draft.record
        if record.sensitivity is Sensitivity.RESTRICTED:
            return
        self._claims += [bind_claim(c, record.id, record.tenant, record.namespace) for c in draft.extraction.claims]
        self._mentions += [
            bind_mention(m, record.id, record.tenant, record.namespace) for m in draft.extraction.mentions
        ]

    def flush(self) -> list[str]:
        """Write all rows, mark what the sweep must look at, open conflicts; ids of those opened."""
        placed = place_new(self._ledger, self._mentions, self._claims)
        mentions, claims, unlinked = placed.mentions, placed.claims, placed.unlinked
        self._ledger.put([self._rows[key] for key in sorted(self._rows)])
        self._ledger.put([MentionRow(id=m.id, mention=m) for m in {m.id: m for m in mentions}.values()])
        claims = list({c.id: c for c in claims}.values())
        self._ledger.put([ClaimRow(id=c.id, claim=c) for c in claims])
        self._ledger.put(self._due)
        self._days.flush()
        vectors = {key: vector for key, vector in self._vectors.items() if vector}
        if vectors:
            self._ledger.set_vectors(vectors, self._ws.indexer.fingerprint)
        mark_dirty(self._ledger, unlinked, "name")
        mark_dirty(self._ledger, {block_of(c.entity_id, c.attribute) for c in claims})
        live = {c.record_id for c in claims if self._rows[c.record_id].state.status is Status.ACTIVE}
        fresh = [c for c in claims if c.record_id in live]
        return [c.id for c in self._detector.open_conflicts(self._ledger, fresh, self._rows)]


def _put_review(ledger: Ledger, ws: Workspace, record: Record, verdict: Verdict) -> None:
    item_id = make_id("g", record.id)
    item = ReviewItem(
        id=item_id,
        type="gate",
        namespace=record.namespace,
        record_id=record.id,
        reasons=(verdict.reason,),
        created_at=ws.now(),
        requires_level=record.sensitivity.level,
    )
    ledger.put([ReviewRow(id=item_id, item=item)])


def _capped(record: Record, cap: str | None) -> Record:
    if cap is None or record.authority.rank <= Authority(cap).rank:
        return record
    return record.model_copy(update={"authority": Authority(cap)})


def _severity(verdict: Verdict) -> int:
    return [VerdictKind.REJECT, VerdictKind.REVIEW, VerdictKind.ACCEPT].index(verdict.kind)


def _batches(inputs: Iterable[Input]) -> Iterator[list[Input]]:
    """Inputs by the transaction; one that says another sensitivity of a record waits until that record is stored."""
    batch: list[Input] = []
    levels: dict[str, Sensitivity] = {}
    count = 0
    for item in inputs:
        records = [draft.record for draft in item.drafts]
        if any(levels.get(r.id, r.sensitivity) != r.sensitivity for r in records):
            yield batch
            batch, levels, count = [], {}, 0
        batch.append(item)
        levels |= {record.id: record.sensitivity for record in records}
        count += len(records)
        if count >= BATCH:
            yield batch
            batch, levels, count = [], {}, 0
    if batch:
        yield batch

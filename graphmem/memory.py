"""`Memory`: the one class that knows all stages; what the command line, HTTP, MCP and Dagster call.

Services are imported by the methods that use them: a process that only asks loads a third of the library.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from graphmem.errors import ScopeError, UsageError
from graphmem.model.answers import (
    ConflictAnswer,
    CountAnswer,
    DoctorAnswer,
    EraseReceipt,
    HistoryAnswer,
    IngestReport,
    NightlyReport,
    TraceAnswer,
    VerdictCount,
    WhyAnswer,
    WriteReceipt,
)
from graphmem.model.conflict import ConflictStatus
from graphmem.model.interval import parse_instant
from graphmem.model.retrieval import ContextAnswer, Route, SearchAnswer
from graphmem.model.scope import Principal
from graphmem.protocols import Clock, Progress
from graphmem.services import reading
from graphmem.services.workspace import Models, Silence, SystemClock, Workspace, store_key
from graphmem.settings import Settings, load_settings
from graphmem.store_protocol import Store
from graphmem.stores import open_store

if TYPE_CHECKING:
    from graphmem.governance.corrections import CorrectionPattern
    from graphmem.governance.diagnose import Diagnosis
    from graphmem.governance.integrity import IntegrityReport
    from graphmem.governance.snapshots import SnapshotReport
    from graphmem.retrieval.log import RouteUse
    from graphmem.services.calibrating import CalibrateAnswer
    from graphmem.services.holds import Holds
    from graphmem.services.identities import Identities
    from graphmem.services.review import Review

Moment = str | datetime | None


class Memory:
    """A memory opened for one principal; use it as a context manager or call close."""

    def __init__(self, workspace: Workspace) -> None:
        self._ws = workspace

    @cached_property
    def review(self) -> "Review":
        """What waits for a person, and the decisions on it."""
        from graphmem.services.review import Review

        return Review(self._ws)

    @cached_property
    def entities(self) -> "Identities":
        """Who is who, and judgements by hand."""
        from graphmem.services.identities import Identities

        return Identities(self._ws)

    @cached_property
    def holds(self) -> "Holds":
        """Legal holds."""
        from graphmem.services.holds import Holds

        return Holds(self._ws)

    @classmethod
    def open(
        cls,
        url: str,
        principal: Principal | None = None,
        *,
        settings: Settings | Path | str | None = None,
        clock: Clock | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Open the store of a URL for a principal; the store is made where it does not exist yet.

        Raises ScopeError without a principal, UsageError for a URL or settings that mean nothing, StoreError with the
        remedy when the store cannot be used.
        """
        if not isinstance(principal, Principal):
            raise ScopeError("open a memory for somebody: Memory.open(url, Principal(tenant=…, namespaces=[…]))")
        known = settings if isinstance(settings, Settings) else load_settings(Path(settings) if settings else None)
        models = Models(known)
        encoder = models.encoder
        store = open_store(
            url,
            fingerprint=encoder.fingerprint if encoder else "",
            dimension=encoder.dimension if encoder else 0,
            key=store_key(known),
        )
        return cls(Workspace(store, principal, known, models, clock or SystemClock(), progress or Silence()))

    @property
    def principal(self) -> Principal:
        """Who the memory was opened for."""
        return self._ws.principal

    @property
    def store(self) -> Store:
        """The store, for stages that compose the library themselves."""
        return self._ws.store

    @property
    def workspace(self) -> Workspace:
        """What services work with, for stages that compose the library themselves."""
        return self._ws

    def close(self) -> None:
        """Release the store; twice is harmless."""
        self._ws.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def remember(self, text: str, **fields: object) -> WriteReceipt:
        """Take in one record; fields are those of the interchange format by name.

        Raises InputError for fields that cannot be accepted, ScopeError for a namespace that is not the principal's.
        """
        from graphmem.services import ingest

        return ingest.remember(self._ws, text, fields)

    def ingest(self, records: Iterable[Mapping[str, object]] | str | Path | Sequence[str | Path]) -> IngestReport:
        """Take in records of the interchange format, or files and folders by path; every input is counted once."""
        from graphmem.services import ingest

        return ingest.ingest(self._ws, records)

    def nightly(self, *, now: Moment = None) -> NightlyReport:
        """Expire, link, detect, resolve and monitor what changed since the last sweep."""
        from graphmem.services import nightly

        return nightly.run_nightly(self._ws, now=_moment(now))

    def search(  # noqa: PLR0913 - the options of the command, each by its name
        self,
        query: str,
        *,
        k: int = 5,
        route: Route | str = Route.AUTO,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_superseded: bool = False,
        reranker: str | None = None,
    ) -> SearchAnswer:
        """The best k records for a question, with route, reason, evidence and what was left out.

        reranker names who re-ranks direct questions, `none` for nobody; by default the one of the settings.
        """
        as_of = self._ws.as_of(
            valid_at=_moment(valid_at), known_at=_moment(known_at), include_superseded=include_superseded
        )
        return reading.search(self._ws, query, k=k, route=route, as_of=as_of, reranker=reranker)

    def context(
        self,
        query: str,
        *,
        budget: int = 1500,
        route: Route | str = Route.AUTO,
        valid_at: Moment = None,
        known_at: Moment = None,
    ) -> ContextAnswer:
        """Prompt-ready text within a budget of tokens, each line citing what is stored."""
        as_of = self._ws.as_of(valid_at=_moment(valid_at), known_at=_moment(known_at))
        return reading.context(self._ws, query, budget=budget, route=route, as_of=as_of)

    def conflicts(self, *, status: ConflictStatus | str | None = None) -> list[ConflictAnswer]:
        """Conflicts of which the principal may see both sides, widest age gap first; of one status when named."""
        statuses = [_status(status)] if status is not None else []
        from graphmem.services.conflict_views import conflict_answers

        with self._ws.view() as view:
            return conflict_answers(view, view.conflicts(statuses=statuses))

    def why(self, record_id: str) -> WhyAnswer:
        """A record with its claims, spans, decisions and conflicts. Raises NotFoundError."""
        from graphmem.services import explain

        return explain.why(self._ws, record_id)

    def history(self, entity: str) -> HistoryAnswer:
        """What was said of an entity, oldest first."""
        from graphmem.services import explain

        return explain.history(self._ws, entity)

    def trace(self, record_id: str) -> TraceAnswer:
        """A record's lineage both ways. Raises NotFoundError."""
        from graphmem.services import explain

        return explain.trace(self._ws, record_id)

    def verify(self, record: str | None = None, *, source: str | None = None, resolver: str) -> CountAnswer:
        """Mark a record, or those of a source, as verified now."""
        from graphmem.services import governing

        return governing.verify(self._ws, record, source=source, resolver=resolver)

    def erase(
        self,
        *,
        subject: str | None = None,
        agent: str | None = None,
        source: str | None = None,
        everything: bool = False,
        namespaces: Sequence[str] | None = None,
    ) -> EraseReceipt:
        """Erase what all selectors match, in the tenant or in the namespaces given; the receipt is the proof."""
        from graphmem.services import erasure

        return erasure.erase(
            self._ws, subject=subject, agent=agent, source=source, everything=everything, namespaces=namespaces
        )

    def quarantine(self, **selectors: object) -> CountAnswer:
        """Withhold what all selectors match: source, session, agent, since, until, namespaces."""
        from graphmem.services import governing

        return governing.quarantine(self._ws, selectors)

    def release(self, **selectors: object) -> CountAnswer:
        """Let what all selectors match out of quarantine."""
        from graphmem.services import governing

        return governing.release(self._ws, selectors)

    def purge(self, **selectors: object) -> CountAnswer:
        """Erase what all selectors match and is in quarantine."""
        from graphmem.services import governing

        return governing.purge(self._ws, selectors)

    def export(self, path: str | Path | None = None) -> CountAnswer:
        """Write every record that the principal may see, one a line, sorted by id."""
        from graphmem.services import transfer

        return transfer.export_lines(self._ws, Path(path) if path else None)

    def export_lines(self) -> list[dict[str, object]]:
        """Every record that the principal may see in the interchange format, sorted by id."""
        from graphmem.services import transfer

        return list(transfer.lines_of(self._ws))

    def import_file(self, path: str | Path) -> IngestReport:
        """Take in an exported file through the gate; what cannot be restored is named."""
        from graphmem.services import ingest

        return ingest.import_file(self._ws, Path(path))

    def snapshot(self, name: str) -> "SnapshotReport":
        """Keep a compressed, checksummed copy of the tenant beside the store."""
        from graphmem.services import copies

        return copies.snapshot(self._ws, name)

    def restore(self, name: str) -> "SnapshotReport":
        """Put a snapshot in the tenant's place; what is there now is kept first, what was erased stays erased."""
        from graphmem.services import copies

        return copies.restore(self._ws, name)

    def integrity(self) -> "IntegrityReport":
        """Monitors of agents, day by day: alerts, and agents whose past is too short to judge by."""
        from graphmem.services import monitors

        return monitors.report(self._ws)

    def routes(self, *, measure: int = 0) -> "list[RouteUse]":
        """Share, latency and, for the latest `measure` questions, regret of each route."""
        from graphmem.services import routes

        return routes.report_routes(self._ws, measure=measure)

    def diagnose(self, *, since: str | datetime, questions: Sequence[str] = ()) -> "Diagnosis":
        """Which hypothesis fits changed answers: model change, data drift or poisoned memory."""
        from graphmem.services import diagnosing

        return diagnosing.diagnose_change(self._ws, questions, parse_instant(since))

    def calibrate(self, *, dry_run: bool = False) -> "CalibrateAnswer":
        """Fit confidence anew from what reviewers decided, with figures before and after."""
        from graphmem.services import calibrating

        return calibrating.calibrate(self._ws, dry_run=dry_run)

    def corrections(self) -> "list[CorrectionPattern]":
        """What each author usually corrects: counts by category, without any content."""
        from graphmem.services import governing

        return governing.corrections(self._ws)

    def audit_verify(self) -> CountAnswer:
        """Whether the chain of the audit log is whole."""
        from graphmem.services import auditing

        return auditing.verify_audit(self._ws)

    def audit_verdicts(self, *, since: Moment = None) -> list[VerdictCount]:
        """How often the gate gave each verdict, by check and version of its policy."""
        from graphmem.services import auditing

        return auditing.count_verdicts(self._ws, _moment(since))

    def audit_list(self, *, limit: int = 50) -> list[dict[str, object]]:
        """The latest entries of the audit log, newest first."""
        from graphmem.services import auditing

        return auditing.list_audit(self._ws, limit)

    def doctor(self) -> DoctorAnswer:
        """Store, schema, models, indexes, counts, and what disagrees."""
        from graphmem.services import health

        return health.doctor(self._ws)

    def reindex(self) -> CountAnswer:
        """Make index texts and vectors of the whole tenant anew with the encoder of the settings."""
        from graphmem.services import health

        return health.reindex(self._ws)

    def slots(self) -> list[dict[str, object]]:
        """What is known of every slot in use, and from where."""
        from graphmem.services import health

        return health.slots(self._ws)


def _moment(value: Moment) -> datetime | None:
    return None if value is None else parse_instant(value)


def _status(value: ConflictStatus | str) -> ConflictStatus:
    try:
        return ConflictStatus(value)
    except ValueError as error:
        allowed = ", ".join(ConflictStatus)
        raise UsageError(f"no conflict status {value!r}; there are: {allowed}") from error

"""Legal holds: set, lifted and listed by name; what they cover is neither erased nor expired, whoever asks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphmem.errors import ConflictStateError, NotFoundError, UsageError
from graphmem.governance.audit import append_audit
from graphmem.governance.legal_holds import is_held, read_holds, standing, write_holds
from graphmem.governance.retention import is_due, next_due
from graphmem.model.answers import CountAnswer, HoldAnswer
from graphmem.model.hold import LegalHold
from graphmem.model.interval import format_instant
from graphmem.model.record import Record, RecordState, Status
from graphmem.model.rows import RecordRow
from graphmem.model.scope import Role
from graphmem.services.explain import find_record
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger, Where

_SELECTORS = ("record", "subject", "source", "agent")
_PAGE = 1000
_MOST = 100  # characters of a name


class Holds:
    """The operator's calls; each is signed, and noted in the audit log."""

    def __init__(self, workspace: Workspace) -> None:
        self._ws = workspace

    def set(
        self,
        name: str,
        selectors: Mapping[str, str | None],
        *,
        resolver: str,
        reason: str,
        namespaces: Sequence[str] | None = None,
    ) -> CountAnswer:
        """Hold all that matches every selector (record, subject, source, agent), now and whatever comes later.

        Raises UsageError without a selector, a name or a signature, ConflictStateError for a name that is taken.
        """
        ws = self._ws
        ws.require(Role.OPERATOR)
        given = {key: value for key, value in selectors.items() if key in _SELECTORS and value}
        if not given:
            raise UsageError("name what is held: --record, --subject, --source or --agent; several are joined by and")
        _require_signed(name, resolver, reason)
        if "record" in given:
            with ws.view() as view:
                given["record"] = find_record(ws, view, str(given["record"]))[0].id
        hold = LegalHold.model_validate(
            {**given, "name": name, "namespaces": namespaces, "reason": reason, "resolver": resolver, "at": ws.now()}
        )

        def work(ledger: Ledger) -> list[str]:
            known = read_holds(ledger)
            if name in known:
                raise ConflictStateError(f"there is a hold called {name!r} already, set by {known[name].resolver}")
            write_holds(ledger, {**known, name: hold})
            rows = [row for row in _candidates(ledger, hold) if hold.covers(row.record)]
            _restate(ws, ledger, [row for row in rows if not row.state.legal_hold], held=True)
            append_audit(ledger, ws.now(), resolver, "hold:set", name, {"records": len(rows), "reason": reason})
            return [row.id for row in rows]

        held = ws.write(work)
        return CountAnswer(records=tuple(held), counts={"held": len(held)})

    def lift(self, name: str, *, resolver: str, reason: str) -> CountAnswer:
        """End a hold: what no other hold covers expires and can be erased again. Raises NotFoundError."""
        ws = self._ws
        ws.require(Role.OPERATOR)
        _require_signed(name, resolver, reason)

        def work(ledger: Ledger) -> list[str]:
            known = read_holds(ledger)
            if name not in known:
                raise NotFoundError(f"no hold is called {name[:_MOST]!r}; see: graphmem hold list")
            hold = known.pop(name)
            write_holds(ledger, known)
            rows = [row for row in _candidates(ledger, hold) if hold.covers(row.record)]
            free = [row for row in rows if not is_held(known.values(), row.record)]
            _restate(ws, ledger, free, held=False)
            append_audit(ledger, ws.now(), resolver, "hold:lift", name, {"records": len(free), "reason": reason})
            return [row.id for row in free]

        freed = ws.write(work)
        return CountAnswer(records=tuple(freed), counts={"freed": len(freed)})

    def list(self) -> list[HoldAnswer]:
        """The holds that stand, in order of name, each with the number of records that it covers now."""
        ws = self._ws
        ws.require(Role.OPERATOR, Role.REVIEWER, Role.AUDITOR)

        def work(ledger: Ledger) -> list[HoldAnswer]:
            return [_answer(ledger, hold) for _, hold in sorted(read_holds(ledger).items())]

        return ws.read(work)


def require_free(ledger: Ledger, record_ids: Iterable[str]) -> None:
    """Raise ConflictStateError, naming the holds, when any of the records is held: then none of them may go."""
    rows = ledger.get(RecordRow, sorted(record_ids)).values()
    held = [row.record for row in rows if row.state.legal_hold]
    if held:
        names = [f"{h.name} (set by {h.resolver})" for h in standing(ledger) if any(h.covers(r) for r in held)]
        raise ConflictStateError(
            f"{len(held)} of these records are on legal hold: {', '.join(sorted(names)) or 'unnamed'}; nothing was"
            " erased; narrow what is erased, or lift the hold: graphmem hold lift NAME"
        )


def apply_standing(ws: Workspace, ledger: Ledger) -> None:
    """Hold what the holds that stand cover, and nothing else: a restore brings back records as they were."""
    holds = standing(ledger)
    for row in _pages(ledger, {}):
        if (held := is_held(holds, row.record)) is not row.state.legal_hold:
            _restate(ws, ledger, [row], held=held)


def _require_signed(name: str, resolver: str, reason: str) -> None:
    if not name.strip() or len(name) > _MOST or not name.isprintable():
        raise UsageError(f"a hold needs a name of at most {_MOST} visible characters")
    if not resolver.strip():
        raise UsageError("a hold needs a signature: give --resolver NAME")
    if not reason.strip():
        raise UsageError("a hold is set and lifted for a reason: give --reason TEXT")


def _candidates(ledger: Ledger, hold: LegalHold) -> Iterable[RecordRow]:
    """Records among which are all that the hold covers, found by what stores index."""
    if hold.record is not None:
        yield from ledger.get(RecordRow, [hold.record]).values()
        return
    where: dict[str, str | Sequence[str]] = {}
    if hold.source is not None:
        where["source_id"] = hold.source
    if hold.agent is not None:
        where["agent_id"] = hold.agent
    if hold.namespaces is not None:
        where["namespace"] = list(hold.namespaces)
    yield from _pages(ledger, where)


def _pages(ledger: Ledger, where: Where) -> Iterator[RecordRow]:
    after = ""
    while rows := ledger.find(RecordRow, where, after=after, limit=_PAGE):
        yield from rows
        after = rows[-1].id


def _restate(ws: Workspace, ledger: Ledger, rows: Sequence[RecordRow], *, held: bool) -> None:
    now = ws.now()
    changed: list[tuple[Record, RecordState]] = []
    for row in rows:
        update: dict[str, object] = {"legal_hold": held}
        if held and is_due(row.state, now):
            # Its period ended before the hold came, and expired records never come back.
            update["status"] = row.state.hold or Status.EXPIRED
        changed.append((row.record, row.state.model_copy(update=update)))
    ws.indexer.put_states(ledger, changed)
    ledger.set_vectors(
        {record.id: b"" for record, state in changed if state.status is Status.EXPIRED}, ws.indexer.fingerprint
    )
    if not held:
        due = [next_due(state, ws.settings.retention) for _, state in changed]
        ledger.put([row for row in due if row is not None])


def _answer(ledger: Ledger, hold: LegalHold) -> HoldAnswer:
    return HoldAnswer(
        **hold.model_dump(exclude={"at"}),
        at=format_instant(hold.at) or "",
        records=sum(1 for row in _candidates(ledger, hold) if hold.covers(row.record)),
    )

"""What a reviewer does: see what waits, settle sets, let in or turn away, and take decisions back."""

import builtins
from collections.abc import Sequence

from graphmem.errors import ConflictStateError, InputError, NotFoundError, RoleError, UsageError
from graphmem.governance.audit import append_audit
from graphmem.model.answers import DecisionReceipt, ReviewAnswer
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.decision import Decision, DecisionOutcome, decision_id_of
from graphmem.model.rows import ConflictRow, DecisionRow
from graphmem.model.scope import Role
from graphmem.resolution.resolver import POLICY_VERSION
from graphmem.services import canonical, conflict_views, review_items
from graphmem.services.cases import said_by
from graphmem.services.ended import ends_of
from graphmem.services.sets import Undecided, attach_moot, connected, is_visible, mark_dirty
from graphmem.services.settlement import take_back, visibility, write_decision
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger


class Review:
    """The reviewer's calls; every decision is signed and can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self._ws = workspace

    def list(self) -> list[ReviewAnswer]:
        """All that waits for a person: escalated conflicts, then gate, identity and revived items, in order of id."""
        self._ws.require(Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
        with self._ws.view() as view:
            found = list(view.conflicts(statuses=[ConflictStatus.ESCALATED]))
            items = [conflict_views.review_conflict(view, conflict) for conflict in found]
        return items + review_items.waiting(self._ws)

    def show(self, item_id: str) -> ReviewAnswer:
        """One item with both sides, spans, reasons, what each policy said and what is proposed.

        Raises NotFoundError when the principal can see no such item.
        """
        self._ws.require(Role.REVIEWER, Role.OPERATOR, Role.AUDITOR)
        if (item := review_items.find(self._ws, item_id)) is not None:
            return item
        with self._ws.view() as view:
            answer = conflict_views.review_conflict(view, conflict_views.find_conflict(view, item_id))
        return self._ws.read(lambda ledger: canonical.with_proposal(ledger, self._ws, answer))

    def accept(self, conflict_id: str, *, winner: str, resolver: str, reason: str = "") -> DecisionReceipt:
        """Hold one record of the set to be right; it becomes canonical and the others that disagree are superseded.

        winner is a record's id or external id, or `a` or `b`, the side as `show` names it. Raises InputError when it is
        not in the set.
        """

        def work(ledger: Ledger) -> DecisionReceipt:
            found = self._undecided(ledger, conflict_id)
            shown = next(c for c in found.conflicts if c.id == conflict_id)
            side = {"a": shown.record_a, "b": shown.record_b}.get(winner)
            winners = [c for c in found.claims.values() if winner in _names(found, c.record_id)]
            winners = winners or [c for c in found.claims.values() if c.record_id == side]
            if not winners:
                known = ", ".join(sorted({name for c in found.claims.values() for name in _names(found, c.record_id)}))
                raise InputError(f"{winner!r} is no record of this set; its records are: {known}")
            said = {said_by(claim) for claim in winners}
            agreeing = [c for c in found.claims.values() if said_by(c) in said]
            losers = [
                c for c in found.claims.values() if said_by(c) not in said and c.record_id != winners[0].record_id
            ]
            decision = self._decision(ledger, found, DecisionOutcome.SUPERSEDE, resolver, reason).model_copy(
                update={
                    "winners": tuple(sorted(c.id for c in agreeing)),
                    "losers": tuple(sorted(c.id for c in losers)),
                    "superseded": tuple(sorted({c.record_id for c in losers if c.namespace == found.namespace})),
                    "canonical_id": winners[0].record_id,
                }
            )
            return self._settle(ledger, found, _with_ends(self._ws, found, decision))

        return self._ws.write(work)

    def merge(self, conflict_id: str, *, text: str, resolver: str, reason: str = "") -> DecisionReceipt:
        """Write one canonical record with this text, word for word, that supersedes every record of the set."""
        if not any(char.isprintable() and not char.isspace() for char in text):
            raise InputError("a merge needs a text with at least one visible character")
        draft = canonical.read_text(self._ws, text)

        def work(ledger: Ledger) -> DecisionReceipt:
            found = self._undecided(ledger, conflict_id)
            decision = self._decision(ledger, found, DecisionOutcome.MERGE, resolver, reason, text)
            record = canonical.write_record(ledger, self._ws, decision, found, draft, by_person=True)
            decision = decision.model_copy(
                update={
                    "losers": tuple(sorted(found.claims)),
                    "superseded": tuple(
                        sorted({c.record_id for c in found.claims.values() if c.namespace == found.namespace})
                    ),
                    "canonical_id": record.id,
                    "wrote_canonical": True,
                }
            )
            return self._settle(ledger, found, decision)

        return self._ws.write(work)

    def keep_both(self, conflict_id: str, *, resolver: str, reason: str = "") -> DecisionReceipt:
        """Let all sides of the set stand, uncontested; they are not raised again."""
        return self._leave(conflict_id, DecisionOutcome.KEEP_BOTH, resolver, reason)

    def dismiss(self, conflict_id: str, *, resolver: str, reason: str = "") -> DecisionReceipt:
        """Say that the set is no conflict; it is not raised again."""
        return self._leave(conflict_id, DecisionOutcome.DISMISS, resolver, reason)

    def approve(self, item_id: str, *, resolver: str, reason: str = "") -> DecisionReceipt:
        """Let in what waits at the gate, join a proposed identity, or make a revived record live again."""
        return self.decide_items([item_id], approve=True, resolver=resolver, reason=reason)[0]

    def reject(self, item_id: str, *, resolver: str, reason: str = "") -> DecisionReceipt:
        """Turn away what waits at the gate, keep two identities apart, or leave a revived record superseded."""
        return self.decide_items([item_id], approve=False, resolver=resolver, reason=reason)[0]

    def decide_items(
        self, item_ids: Sequence[str], *, approve: bool, resolver: str, reason: str = ""
    ) -> builtins.list[DecisionReceipt]:
        """Approve or reject several items; the files are cleaned once for all texts that were turned away.

        Raises what `approve` and `reject` raise, before any is decided when an item is not there to be.
        """
        self._require(resolver)
        return review_items.decide_all(self._ws, item_ids, approve=approve, resolver=resolver, reason=reason)

    def undo(self, decision_id: str, *, resolver: str) -> DecisionReceipt:
        """Take a decision back: the live view is again what it was before it.

        Raises NotFoundError, or ConflictStateError when it is undone already or something later rests on it.
        """
        self._require(resolver)

        def work(ledger: Ledger) -> DecisionReceipt:
            row = ledger.get(DecisionRow, [decision_id]).get(decision_id)
            if row is None or not self._may_see(row.decision):
                return review_items.undo(ledger, self._ws, decision_id, resolver)
            undone = take_back(ledger, self._ws.indexer, row.decision, by=resolver, at=self._ws.now())
            reopen(ledger, undone, resolver)
            mark_dirty(ledger, [undone.block])
            append_audit(ledger, self._ws.now(), resolver, "undo", decision_id, {"outcome": str(undone.outcome)})
            return DecisionReceipt(
                decision_id=decision_id,
                outcome="undo",
                canonical_id=None,
                restored=undone.superseded,
            )

        return self._ws.write(work)

    def _leave(self, conflict_id: str, outcome: DecisionOutcome, resolver: str, reason: str) -> DecisionReceipt:
        def work(ledger: Ledger) -> DecisionReceipt:
            found = self._undecided(ledger, conflict_id)
            decision = self._decision(ledger, found, outcome, resolver, reason)
            decision = decision.model_copy(update={"winners": tuple(sorted(found.claims))})
            return self._settle(ledger, found, decision)

        return self._ws.write(work)

    def _undecided(self, ledger: Ledger, conflict_id: str) -> Undecided:
        row = ledger.get(ConflictRow, [conflict_id]).get(conflict_id)
        if row is None or not self._may_see(row.conflict):
            spaces = ", ".join(self._ws.principal.namespaces)
            raise NotFoundError(f"no conflict {conflict_id!r} in namespaces {spaces}; see: graphmem review list")
        if row.conflict.status not in (ConflictStatus.OPEN, ConflictStatus.ESCALATED):
            by = f"by decision {row.conflict.decision_id}"
            raise ConflictStateError(f"conflict {conflict_id} is {row.conflict.status} already {by}; undo that first")
        return connected(ledger, row.conflict, self._ws.principal)

    def _may_see(self, item: Conflict | Decision) -> bool:
        return is_visible(item, self._ws.principal)

    def _require(self, resolver: str) -> None:
        if not resolver.strip():
            raise UsageError("a decision needs a name: give --resolver NAME")
        if Role.REVIEWER not in self._ws.principal.roles:
            raise RoleError("deciding needs the role reviewer")

    def _decision(
        self,
        ledger: Ledger,
        found: Undecided,
        outcome: DecisionOutcome,
        resolver: str,
        reason: str,
        text: str | None = None,
    ) -> Decision:
        self._require(resolver)
        earlier = [r.decision for r in ledger.find(DecisionRow, {"set_id": found.set_id})]
        ordinal = sum(1 for d in earlier if (d.outcome, d.resolver, d.text) == (outcome, resolver, text))
        level, needs_global = visibility(found.records.values(), found.namespace)
        return Decision(
            id=decision_id_of(found.set_id, outcome, resolver, text, ordinal),
            namespace=found.namespace,
            set_id=found.set_id,
            block=found.block,
            outcome=outcome,
            resolution_type="human_confirmed",
            resolver=resolver,
            rule="review",
            reason=reason,
            text=text,
            conflicts=tuple(c.id for c in found.conflicts),
            rests_on=tuple(sorted(found.records)),
            decided_at=self._ws.now(),
            requires_level=level,
            requires_global=needs_global,
            ordinal=ordinal,
        )

    def _settle(self, ledger: Ledger, found: Undecided, decision: Decision) -> DecisionReceipt:
        statuses = {
            DecisionOutcome.KEEP_BOTH: ConflictStatus.KEPT_BOTH,
            DecisionOutcome.DISMISS: ConflictStatus.DISMISSED,
        }
        status = statuses.get(decision.outcome, ConflictStatus.RESOLVED)
        ends = ends_of(self._ws, found, decision.winners) if decision.is_update else {}
        write_decision(ledger, self._ws.indexer, decision, found.claims, ends)
        ledger.put(
            [
                ConflictRow(id=c.id, conflict=c.model_copy(update={"status": status, "decision_id": decision.id}))
                for c in found.conflicts
            ]
        )
        attach_moot(ledger, decision)
        append_audit(
            ledger, decision.decided_at, decision.resolver, f"decide:{decision.outcome}", decision.id,
            {"set": decision.set_id, "superseded": len(decision.superseded)}, POLICY_VERSION,
        )  # fmt: skip
        mark_dirty(ledger, [found.block])
        return DecisionReceipt(
            decision_id=decision.id,
            outcome=str(decision.outcome),
            canonical_id=decision.canonical_id,
            superseded=decision.superseded,
        )


def reopen(ledger: Ledger, undone: Decision, resolver: str) -> None:
    """Escalate the conflicts of a decision that was taken back; reasons that a person saw before stay as they were."""
    rows = ledger.get(ConflictRow, undone.conflicts)
    reopened = []
    for row in rows.values():
        conflict = row.conflict
        if conflict.decision_id != undone.id:
            continue
        reasons = conflict.reasons
        if undone.resolution_type == "auto":
            reasons = (*reasons, f"undone by {resolver}")
        update = {"status": ConflictStatus.ESCALATED, "decision_id": None, "undone_by": resolver, "reasons": reasons}
        reopened.append(ConflictRow(id=row.id, conflict=conflict.model_copy(update=update)))
    ledger.put(reopened)


def _with_ends(ws: Workspace, found: Undecided, decision: Decision) -> Decision:
    """The decision marked as an update when a side that it retires only ended; each side has an end of its own."""
    return decision.model_copy(update={"is_update": bool(ends_of(ws, found, decision.winners))})


def _names(found: Undecided, record_id: str) -> set[str]:
    row = found.records.get(record_id)
    names = {record_id}
    if row is not None and row.record.external_id:
        names.add(row.record.external_id)
    return names

"""Entities as the principal may see them, and judgements on identity by hand."""

from collections import defaultdict

from pydantic import BaseModel

from graphmem.errors import NotFoundError, RoleError, UsageError
from graphmem.governance.audit import append_audit
from graphmem.linking import anchor_of
from graphmem.model.answers import DecisionReceipt
from graphmem.model.claim import Mention
from graphmem.model.rows import ClaimRow, EntityRow, MentionRow
from graphmem.model.scope import Role
from graphmem.model.text import name_key
from graphmem.services.review_items import judge_identity
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_PAGE = 20_000


class EntityAnswer(BaseModel, frozen=True):
    """An entity with the names that visible records give it."""

    id: str
    name: str
    type: str = ""
    names: tuple[str, ...] = ()
    descriptors: tuple[str, ...] = ()
    records: int = 0


class Identities:
    """Lists entities; joins and splits them by signed judgements that `review undo` takes back."""

    def __init__(self, workspace: Workspace) -> None:
        self._ws = workspace

    def list(self, *, name: str | None = None, limit: int = 1000) -> list[EntityAnswer]:
        """Entities that live or superseded records mention, most mentioned first; those that bear a name if given."""
        found: dict[str, list[Mention]] = defaultdict(list)
        with self._ws.view(self._ws.as_of(include_superseded=True)) as view:
            if name is not None:
                mentions = view.mentions_of([name_key(name)], limit_per_key=_PAGE)
            else:
                mentions, after = [], ""
                while ids := view.candidate_ids(after=after, limit=1000):
                    mentions += view.mentions_in(ids)
                    after = ids[-1]
        for mention in mentions:
            found[mention.entity_id].append(mention)
        known = self._ws.read(lambda ledger: ledger.get(EntityRow, sorted(found)))
        answers = [_answer(key, group, known.get(key)) for key, group in found.items()]
        return sorted(answers, key=lambda a: (-a.records, a.name, a.id))[:limit]

    def join(self, a: str, b: str, *, resolver: str) -> DecisionReceipt:
        """Say that two entities are the same thing. Raises NotFoundError for a name or id that nothing bears."""
        return self._judge("join", a, b, resolver)

    def split(self, a: str, b: str, *, resolver: str) -> DecisionReceipt:
        """Say that two entities, or two records' bearers of one name, are different things."""
        return self._judge("split", a, b, resolver)

    def _judge(self, verdict: str, a: str, b: str, resolver: str) -> DecisionReceipt:
        if not resolver.strip():
            raise UsageError("a judgement needs a name: give --resolver NAME")
        if not self._ws.principal.roles & {Role.REVIEWER, Role.OPERATOR}:
            raise RoleError("judging identity needs the role reviewer")

        def work(ledger: Ledger) -> DecisionReceipt:
            anchors = [self._anchor(ledger, a), self._anchor(ledger, b)]
            judgement = judge_identity(ledger, self._ws, verdict, anchors[0], anchors[1], resolver)
            append_audit(ledger, self._ws.now(), resolver, f"identity:{verdict}", judgement.id, {})
            return DecisionReceipt(decision_id=judgement.id, outcome=verdict)

        return self._ws.write(work)

    def _anchor(self, ledger: Ledger, given: str) -> str:
        """What a judgement holds for an entity id, a name, or `name@record`."""
        spaces = list(self._ws.principal.namespaces)
        name, _, record = given.partition("@r-")
        if record:
            return anchor_of(name_key(name), f"r-{record}")
        for field, value in (("entity_id", given), ("key", name_key(given))):
            rows = ledger.find(MentionRow, {field: value, "namespace": spaces}, limit=1000)
            if rows:
                first = min(rows, key=lambda row: (row.mention.record_id, row.mention.key)).mention
                return anchor_of(first.key, first.record_id) if field == "entity_id" else anchor_of(first.key)
        for field, value in (("entity_id", given), ("subject_key", name_key(given))):
            claims = ledger.find(ClaimRow, {field: value, "namespace": spaces}, limit=1000)
            if claims:
                claim = min(claims, key=lambda row: (row.claim.record_id, row.id)).claim
                return (
                    anchor_of(claim.subject_key, claim.record_id)
                    if field == "entity_id"
                    else anchor_of(claim.subject_key)
                )
        raise NotFoundError(
            f"no entity called {given[:80]!r} in namespaces {', '.join(spaces)}; see: graphmem entities list"
        )


def _answer(entity_id: str, mentions: list[Mention], row: EntityRow | None) -> EntityAnswer:
    names = sorted({m.name for m in mentions})
    return EntityAnswer(
        id=entity_id,
        name=row.name
        if row is not None and row.name in names
        else max(names, key=lambda n: (sum(m.name == n for m in mentions), n)),
        type=next((m.type for m in mentions if m.type), ""),
        names=tuple(names),
        descriptors=tuple(sorted({m.descriptor for m in mentions if m.descriptor})),
        records=len({m.record_id for m in mentions}),
    )

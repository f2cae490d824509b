"""Linking over the store: dirty names are linked together with those connected to them, and rows follow."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from graphmem.linking import LinkResult, gather, link_group
from graphmem.model.claim import Claim, Mention
from graphmem.model.decision import Judgement, ReviewItem
from graphmem.model.ids import make_id
from graphmem.model.rows import (
    ClaimRow,
    DirtyRow,
    EntityRow,
    JudgementRow,
    MentionRow,
    MetaRow,
    ReviewRow,
    block_of,
)
from graphmem.services.placing import kinds_by_name
from graphmem.services.sets import mark_dirty
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger


class LedgerNames:
    """Names of a tenant as linking looks them up, over a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def existing(self, keys: Collection[str]) -> set[str]:
        """Those of the name keys that some mention or claim subject has."""
        known = {
            row.id.removeprefix("name|") for row in self._ledger.get(MetaRow, [f"name|{k}" for k in keys]).values()
        }
        known |= {row.key for row in self._ledger.get(DirtyRow, [f"name|{k}" for k in keys]).values()}
        return known & set(keys)

    def records_of(self, keys: Collection[str]) -> tuple[Sequence[Mention], Sequence[Claim]]:
        """All mentions and claims of every record in which any of the name keys occurs."""
        wanted = sorted(keys)
        ids = {row.mention.record_id for row in self._ledger.find(MentionRow, {"key": wanted})}
        ids |= {row.claim.record_id for row in self._ledger.find(ClaimRow, {"subject_key": wanted})}
        where = {"record_id": sorted(ids)}
        mentions = [row.mention for row in self._ledger.find(MentionRow, where)] if ids else []
        claims = [row.claim for row in self._ledger.find(ClaimRow, where)] if ids else []
        return mentions, claims


def link_names(ledger: Ledger, ws: Workspace, keys: Iterable[str]) -> int:
    """Link these names anew; mentions and claims follow, blocks that changed become dirty; the number of entities."""
    wanted = sorted(set(keys))
    judgements = [row.judgement for row in ledger.find(JudgementRow)]
    group = gather(wanted, LedgerNames(ledger), judgements)
    levels = _levels(ledger, group.mentions, group.claims)
    result = link_group(group.mentions, group.claims, judgements, ledger.tenant, keys=group.keys, levels=levels)
    _assign(ledger, group.mentions, group.claims, result)
    _note_names(ledger, group.keys, group.mentions, group.claims, result)
    _put_proposals(ledger, ws, result)
    ledger.delete(DirtyRow, [f"name|{key}" for key in sorted(group.keys | set(wanted))])
    return len(result.entities)


def _levels(ledger: Ledger, mentions: Sequence[Mention], claims: Sequence[Claim]) -> dict[str, int]:
    ids = sorted({m.record_id for m in mentions} | {c.record_id for c in claims})
    return {key: facts.level for key, facts in ledger.facts(ids).items()}


def _assign(ledger: Ledger, mentions: Sequence[Mention], claims: Sequence[Claim], result: LinkResult) -> None:
    moved = [m for m in mentions if result.mentions.get(m.id, m.entity_id) != m.entity_id]
    ledger.put([MentionRow(id=m.id, mention=m.model_copy(update={"entity_id": result.mentions[m.id]})) for m in moved])
    changed = [c for c in claims if result.claims.get(c.id, c.entity_id) != c.entity_id]
    ledger.put([ClaimRow(id=c.id, claim=c.model_copy(update={"entity_id": result.claims[c.id]})) for c in changed])
    dirty = {block_of(c.entity_id, c.attribute) for c in changed}
    dirty |= {block_of(result.claims[c.id], c.attribute) for c in changed}
    mark_dirty(ledger, dirty)
    old = {m.entity_id for m in moved} | {c.entity_id for c in changed}
    kept = {row.id for row in result.entities}
    ledger.delete(EntityRow, sorted(old - kept - used_entities(ledger, old - kept)))
    present = ledger.get(EntityRow, sorted(kept))
    ledger.put([row for row in result.entities if present.get(row.id) != row])


def used_entities(ledger: Ledger, entity_ids: Collection[str]) -> set[str]:
    """Those of the entities of which any mention or claim is left."""
    wanted = {"entity_id": sorted(entity_ids)}
    return {*ledger.distinct(MentionRow, "entity_id", wanted), *ledger.distinct(ClaimRow, "entity_id", wanted)}


def _note_names(
    ledger: Ledger, keys: Collection[str], mentions: Sequence[Mention], claims: Sequence[Claim], result: LinkResult
) -> None:
    """Keep for every name the entities that bear it: a new mention of a name with one bearer needs no linking."""
    bearers: dict[str, set[str]] = defaultdict(set)
    kinds = kinds_by_name(mentions, claims)
    for mention in mentions:
        if mention.id in result.mentions and mention.key in keys:
            bearers[mention.key].add(result.mentions[mention.id])
    for claim in claims:
        if claim.id in result.claims and claim.subject_key in keys:
            bearers[claim.subject_key].add(result.claims[claim.id])
    rows = [
        MetaRow(id=f"name|{key}", body={"entities": sorted(bearers[key]), "types": sorted(kinds.get(key, ()))})
        for key in sorted(bearers)
    ]
    known = ledger.get(MetaRow, [row.id for row in rows])
    ledger.put([row for row in rows if known.get(row.id) != row])


def _put_proposals(ledger: Ledger, ws: Workspace, result: LinkResult) -> None:
    rows = []
    for proposal in result.proposals:
        item_id = make_id("i", proposal.namespace, proposal.entity_a, proposal.entity_b)
        rows.append(
            ReviewRow(
                id=item_id,
                item=ReviewItem(
                    id=item_id,
                    type="identity",
                    namespace=proposal.namespace,
                    entity_a=proposal.anchor_a,
                    entity_b=proposal.anchor_b,
                    reasons=(f"the same thing called {proposal.name}, or two?", *proposal.reasons),
                    created_at=ws.now(),
                    requires_level=proposal.level,
                ),
            )
        )
    known = ledger.get(ReviewRow, [row.id for row in rows])
    ledger.put([row for row in rows if row.id not in known])


def standing_judgements(ledger: Ledger) -> list[Judgement]:
    """Judgements that were not undone."""
    return [row.judgement for row in ledger.find(JudgementRow) if row.judgement.undone_at is None]

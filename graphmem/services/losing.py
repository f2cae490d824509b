"""Which names need no linking when rows under them go: the counterpart of placing them when they come."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from graphmem.linking.judged import key_of_anchor
from graphmem.model.claim import Claim, Mention
from graphmem.model.rows import ClaimRow, EntityRow, JudgementRow, MentionRow, MetaRow, block_of
from graphmem.model.scope import GLOBAL
from graphmem.services.placing import Seen, read_names
from graphmem.store_protocol import Ledger

_SAMPLE = 5  # of the rows left under a name: one that says the same is enough
Space = tuple[str, int]  # a namespace, and the highest sensitivity that counts in it


def unaffected(
    ledger: Ledger, names: Collection[str], mentions: Sequence[Mention], claims: Sequence[Claim], level: int
) -> set[str]:
    """Those of the names that linking anew would leave as they are, though these mentions and claims are gone.

    They were plain: nothing in them told namesakes apart or joined names. Their name has one bearer, and what the
    bearer's row may have from them is said by rows that are left, in the same namespace or the global one, which goes
    before all others in such a row, and no more sensitive than level, the least of the records that went.
    """
    gone = _by_namespace(mentions, claims)
    described = {mention.key for mention in mentions if mention.descriptor}
    judged = {key_of_anchor(k) for r in ledger.find(JudgementRow) for k in (r.judgement.key_a, r.judgement.key_b)}
    plain = sorted(
        key
        for key in set(names) - described - judged
        if not any(key in seen and seen[key].telling for seen in gone.values())
    )
    bearers = _sole_bearers(ledger, plain)
    kept = set()
    for key, row in bearers.items():
        spoken = {space: seen[key] for space, seen in gone.items() if key in seen}
        if all(
            any(_is_said_by_others(ledger, key, row, what, (place, level)) for place in dict.fromkeys((space, GLOBAL)))
            for space, what in spoken.items()
        ):
            kept.add(key)
    return kept


def _by_namespace(mentions: Sequence[Mention], claims: Sequence[Claim]) -> dict[str, dict[str, Seen]]:
    rows: dict[str, tuple[list[Mention], list[Claim]]] = defaultdict(lambda: ([], []))
    for mention in mentions:
        rows[mention.namespace][0].append(mention)
    for claim in claims:
        rows[claim.namespace][1].append(claim)
    return {space: read_names(*found) for space, found in rows.items()}


def _sole_bearers(ledger: Ledger, keys: Sequence[str]) -> dict[str, EntityRow]:
    """The entity of each name that just one bears."""
    sole: dict[str, str] = {}
    for row in ledger.get(MetaRow, [f"name|{key}" for key in keys]).values():
        found = row.body.get("entities")
        if isinstance(found, list) and len(found) == 1:
            sole[row.id.removeprefix("name|")] = str(found[0])
    entities = ledger.get(EntityRow, sorted(set(sole.values())))
    return {key: entities[entity] for key, entity in sole.items() if entity in entities}


def _is_said_by_others(ledger: Ledger, key: str, bearer: EntityRow, what: Seen, space: Space) -> bool:
    kinds, names = what.kinds - {""}, what.names & {bearer.name}
    if not kinds and not names:
        return True
    namespace, level = space
    found = [row.mention for row in ledger.find(MentionRow, {"key": key, "namespace": namespace}, limit=_SAMPLE)]
    if not kinds and _shown(ledger, {mention.record_id for mention in found if mention.name == bearer.name}, level):
        return True  # what most names need to know, without reading whole records
    told = [
        row
        for part in sorted(what.attributes)
        for row in ledger.find(ClaimRow, {"block": block_of(bearer.id, part), "namespace": namespace}, limit=_SAMPLE)
    ]  # of each attribute: few of the many claims about a busy name tell what kind of thing it is
    shown = _shown(ledger, {mention.record_id for mention in found} | {row.claim.record_id for row in told}, level)
    if not shown:
        return False
    left = read_names(
        [row.mention for row in ledger.find(MentionRow, {"record_id": shown})],
        [row.claim for row in ledger.find(ClaimRow, {"record_id": shown})],
    ).get(key, Seen())
    return kinds <= left.kinds and names <= left.names


def _shown(ledger: Ledger, record_ids: set[str], level: int) -> list[str]:
    """Those of the records that are no more sensitive than level."""
    return sorted(key for key, facts in ledger.facts(sorted(record_ids)).items() if facts.level <= level)
